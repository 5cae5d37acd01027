"""A run offers questions beyond the panel, and none that was decided about."""

from __future__ import annotations

import asyncpg

from presence.db.session import Database
from presence.domains.runs.service.prompt_suggestions import ENOUGH
from presence.jobs.context import JobResources
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, work_off

SUGGESTED = "SELECT text FROM prompt WHERE brand_id = $1 AND status = 'suggested'"


async def test_each_run_fills_the_suggestions_up_with_new_questions(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    subject = await make_brand(database, tenant)
    await work_off(hands, subject, await begin_run(database, subject))
    first = {row["text"] for row in await admin.fetch(SUGGESTED, subject.brand_id)}
    assert 5 < len(first) <= ENOUGH
    asked = await admin.fetch(
        "SELECT text FROM prompt WHERE brand_id = $1 AND status = 'active'", subject.brand_id
    )
    assert not first & {row["text"] for row in asked}
    await admin.execute(
        "UPDATE prompt SET status = 'dismissed' WHERE brand_id = $1 AND status = 'suggested'",
        subject.brand_id,
    )
    await work_off(hands, subject, await begin_run(database, subject))
    second = {row["text"] for row in await admin.fetch(SUGGESTED, subject.brand_id)}
    assert second
    assert not first & second
