"""A run says with which version of the questions it measured, and keeps them."""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg
from sqlalchemy import text

from presence.analysis.panel import PANEL_VERSION
from presence.db.session import Database
from presence.domains.brands.service import active_prompts, correct_offer
from presence.domains.brands.service.panel_changes import accept_proposal, restore_revision
from presence.jobs.context import JobResources
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, work_off

MEASURED = "SELECT panel_number, panel_version FROM run WHERE id = $1"
QUESTIONS = (
    "SELECT array_agg(DISTINCT p.text) FROM answer a JOIN prompt p ON p.id = a.prompt_id"
    " WHERE a.run_id = $1 AND NOT p.branded"
)
HELD = text("SELECT FROM brand WHERE id = :brand FOR NO KEY UPDATE")
WAITING = (
    "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
    " AND wait_event_type = 'Lock' AND query LIKE '%FROM brand%FOR UPDATE%')"
)


async def test_each_run_keeps_the_version_it_measured_with_and_the_next_takes_the_newest(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    words = "Harrow is a roofer in Leeds for homeowners."
    subject = await make_brand(database, tenant, description=words)

    async def analyse() -> tuple[UUID, int, set[str]]:
        run_id = await begin_run(database, subject)
        await work_off(hands, subject, run_id)
        number, grammar = await admin.fetchrow(MEASURED, run_id)
        assert grammar == PANEL_VERSION
        return run_id, number, set(await admin.fetchval(QUESTIONS, run_id))

    first, number, roofs = await analyse()
    assert number == 1
    async with database.transaction(subject.tenant.binding) as session:
        await correct_offer(session, subject.brand_id, {"category": "accountant"})
    _, unchanged, same = await analyse()
    assert (unchanged, same) == (1, roofs)
    async with database.transaction(subject.tenant.binding) as session:
        await accept_proposal(session, subject.brand_id)
    _, newer, accounts = await analyse()
    assert newer == 2
    assert accounts != roofs
    async with database.transaction(subject.tenant.binding) as session:
        await restore_revision(session, subject.brand_id, 1)
    _, again, back = await analyse()
    assert (again, back) == (3, roofs)
    assert (await admin.fetchrow(MEASURED, first))["panel_number"] == 1
    assert set(await admin.fetchval(QUESTIONS, first)) == roofs


async def test_a_run_beside_which_questions_are_accepted_asks_those_of_the_version_it_names(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    words = "Harrow is a roofer in Leeds for homeowners."
    subject = await make_brand(database, tenant, description=words)
    await work_off(hands, subject, await begin_run(database, subject))
    async with database.transaction(subject.tenant.binding) as session:
        await correct_offer(session, subject.brand_id, {"category": "accountant"})
    run_id = await begin_run(database, subject)
    async with database.transaction(subject.tenant.binding) as session:
        await session.execute(HELD, {"brand": subject.brand_id})
        run = asyncio.create_task(work_off(hands, subject, run_id))
        while not (run.done() or await admin.fetchval(WAITING)):  # noqa: ASYNC110 - the lock
            await asyncio.sleep(0.02)
        await accept_proposal(session, subject.brand_id)
    await run
    async with database.transaction(subject.tenant.binding) as session:
        accepted = await active_prompts(session, subject.brand_id)
    assert (await admin.fetchrow(MEASURED, run_id))["panel_number"] == 2
    texts = {stored.prompt.text for stored in accepted}
    assert set(await admin.fetchval(QUESTIONS, run_id)) == texts
