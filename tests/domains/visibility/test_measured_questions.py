"""A run says with which version of the questions it measured, and keeps them."""

from __future__ import annotations

from uuid import UUID

import asyncpg

from presence.analysis.panel import PANEL_VERSION
from presence.db.session import Database
from presence.domains.brands.service import correct_offer
from presence.domains.brands.service.accepting import accept_proposal, restore_revision
from presence.jobs.context import JobResources
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, work_off

MEASURED = "SELECT panel_number, panel_version FROM run WHERE id = $1"
QUESTIONS = (
    "SELECT array_agg(DISTINCT p.text) FROM answer a JOIN prompt p ON p.id = a.prompt_id"
    " WHERE a.run_id = $1 AND NOT p.branded"
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
