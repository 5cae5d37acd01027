"""Monthly growth of the overall score says whether what changed is more than chance."""

from __future__ import annotations

import asyncpg
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.runs.service import Order
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off

GROWTH = 2
MONTH_AGO = "UPDATE run SET created_at = created_at - interval '30 days' WHERE id = $1"
OVERALL = "SELECT value FROM score WHERE run_id = $1 AND metric = 'overall' AND engine = ''"


async def test_a_site_repaired_since_a_month_ago_is_growth(
    app: FastAPI, database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow-broken") as url:
        subject = await make_brand(database, tenant, url)
        first = await begin_run(database, subject)
        await work_off(hands, subject, first)
    await admin.execute(MONTH_AGO, first)
    async with site_server("harrow-repaired", port=int(url.rsplit(":", 1)[1].strip("/"))):
        second = await begin_run(database, subject, Order("technical"))
        await work_off(hands, subject, second)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, GROWTH, None)
    then, now = [await admin.fetchval(OVERALL, run) for run in (first, second)]
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        tiles = await read(owner, f"/api/v1/brands/{subject.brand_id}/metrics/tiles")
    assert tiles["growth"]["verdict"] == "moved"
    assert tiles["growth"]["value"] == pytest.approx(100 * (now / then - 1), abs=0.1)
