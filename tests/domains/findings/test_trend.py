"""The trend on the dashboard is that of the last 90 days, counted when it is read."""

from __future__ import annotations

import asyncpg
from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off


async def test_the_trend_leaves_out_what_is_older_than_90_days_without_a_new_run(
    app: FastAPI, database: Database, admin: asyncpg.Connection, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    old = await begin_run(database, subject)
    await work_off(hands, subject, old)
    await admin.execute(
        "UPDATE brand SET created_at = now() - interval '200 days' WHERE id = $1", subject.brand_id
    )
    await admin.execute("UPDATE run SET created_at = now() - interval '91 days' WHERE id = $1", old)
    new = await begin_run(database, subject)
    await work_off(hands, subject, new)
    stored = await admin.fetchval(
        "SELECT json_array_length(document::json -> 'trend') FROM brand_results"
        " WHERE brand_id = $1",
        subject.brand_id,
    )
    cookies = await session_cookies(database, tenant)
    async with browser(app, cookies=cookies) as client:
        summary = await read(client, f"/api/v1/brands/{subject.brand_id}/summary")
    assert stored == 2
    assert [point["runId"] for point in summary["trend"]] == [str(new)]
