"""The overview of gaps says of a website what is so now, not what was so at the last run."""

from __future__ import annotations

from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, session_cookies, work_off


async def test_a_website_that_was_added_counts_before_it_was_read(
    app: FastAPI, database: Database, tenant: Tenant, described: Subject, hands: JobResources
) -> None:
    await work_off(hands, described, await begin_run(database, described))
    brand = f"/api/v1/brands/{described.brand_id}"
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:

        async def applies() -> list[bool]:
            overview = await read(client, f"{brand}/gaps/summary")
            dashboard = await read(client, f"{brand}/summary")
            told = dashboard["gaps"]["technical"]["notApplicable"]
            return [overview["technicalApplicable"], not told]

        assert await applies() == [False, False]
        added = await client.patch(brand, json={"websiteUrl": "https://marlow.example"})
        assert added.status_code == 200, added.text
        assert await applies() == [True, True]
