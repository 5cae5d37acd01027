"""What a run did not ask about is neither closed nor gone."""

from __future__ import annotations

import asyncpg
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.runs.service import Order
from presence.jobs.context import JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off


async def test_a_gap_whose_question_was_not_asked_is_not_said_to_be_closed(
    app: FastAPI, database: Database, admin: asyncpg.Connection, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    gaps = f"/api/v1/brands/{subject.brand_id}/gaps"
    await work_off(hands, subject, await begin_run(database, subject))
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        before = (await read(client, f"{gaps}/content?limit=200"))["data"]
        smaller = await begin_run(database, subject, Order(questions=2))
        await work_off(hands, subject, smaller)
        closed = (await read(client, f"{gaps}/content?filter[status]=closed&limit=200"))["data"]
        overview = await read(client, f"{gaps}/summary")
    rows = await admin.fetch(
        "SELECT DISTINCT p.text FROM answer a JOIN prompt p ON p.id = a.prompt_id"
        " WHERE a.run_id = $1",
        smaller,
    )
    asked = {row["text"] for row in rows}
    assert {gap["prompt"] for gap in before} - asked, "no gap is left unasked"
    assert {gap["prompt"] for gap in closed} <= asked
    assert overview["trend"][-1]["contentClosed"] == len(closed)
