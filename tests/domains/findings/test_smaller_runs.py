"""What a run did not ask about is neither closed nor gone, and what it asked weighs as ever."""

from __future__ import annotations

import asyncpg
import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.runs.service import Order
from presence.jobs.context import JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off


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


async def test_what_few_questions_promise_is_a_share_of_all_questions(
    app: FastAPI, database: Database, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    await work_off(hands, subject, await begin_run(database, subject))
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        before = await gains(client, subject)
        await work_off(hands, subject, await begin_run(database, subject, Order(questions=5)))
        after = await gains(client, subject)
    assert after, "a smaller analysis of this brand finds no gap"
    assert sum(after.values()) < sum(before.values())


async def test_advice_whose_questions_were_not_asked_is_not_said_to_be_closed(
    app: FastAPI, database: Database, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    advice = f"/api/v1/brands/{subject.brand_id}/recommendations"
    await work_off(hands, subject, await begin_run(database, subject))
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        assert await gains(client, subject)
        await work_off(hands, subject, await begin_run(database, subject, Order(questions=1)))
        assert not await gains(client, subject), "the smaller analysis finds this gap as well"
        closed = (await read(client, f"{advice}?filter[status]=closed&limit=200"))["data"]
    assert [row for row in closed if row["sourceKind"] == "gap"] == []


async def test_a_gap_whose_question_was_not_asked_before_is_not_called_new(
    app: FastAPI, database: Database, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    for order in (Order(), Order(questions=1), Order()):
        await work_off(hands, subject, await begin_run(database, subject, order))
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        overview = await read(client, f"/api/v1/brands/{subject.brand_id}/gaps/summary")
    first, smaller, whole = overview["trend"]
    assert first["contentOpen"] == whole["contentOpen"] > smaller["contentOpen"]
    assert (whole["contentNew"], smaller["contentClosed"]) == (0, 0)


async def test_gaps_whose_questions_were_left_out_are_counted_apart(
    app: FastAPI, database: Database, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    overview = f"/api/v1/brands/{subject.brand_id}/gaps/summary"
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        assert (await read(client, overview))["unasked"] == 0
        await work_off(hands, subject, await begin_run(database, subject))
        whole = await read(client, overview)
        await work_off(hands, subject, await begin_run(database, subject, Order(questions=2)))
        smaller = await read(client, overview)
        assert whole["unasked"] == 0 < smaller["unasked"]
        assert whole["contentIssues"] == smaller["contentIssues"] + smaller["unasked"]
        await work_off(hands, subject, await begin_run(database, subject))
        assert (await read(client, overview))["unasked"] == 0


async def test_a_gap_of_a_question_that_was_never_asked_before_is_new(
    app: FastAPI, database: Database, admin: asyncpg.Connection, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    first = await begin_run(database, subject)
    await work_off(hands, subject, first)
    await work_off(hands, subject, await begin_run(database, subject))
    overview = f"/api/v1/brands/{subject.brand_id}/gaps/summary"
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        assert (await read(client, overview))["trend"][-1]["contentNew"] == 0
        added = await admin.fetchval(
            "DELETE FROM content_gap WHERE id = (SELECT id FROM content_gap WHERE run_id = $1"
            " AND prompt_id IS NOT NULL LIMIT 1) RETURNING prompt_id",
            first,
        )
        asked = "DELETE FROM answer WHERE run_id = $1 AND prompt_id = $2"
        await admin.execute(asked, first, added)
        assert (await read(client, overview))["trend"][-1]["contentNew"] == 1


async def gains(client: httpx.AsyncClient, subject: Subject) -> dict[str, float]:
    """What each recommendation made of gaps is expected to gain."""
    path = f"/api/v1/brands/{subject.brand_id}/recommendations?filter[source]=gap&limit=200"
    return {row["id"]: row["expectedGain"] for row in (await read(client, path))["data"]}
