"""Runs on either side of a break of an engine are not compared."""

from __future__ import annotations

import json
from datetime import timedelta

import asyncpg
import pytest

from presence.db.session import Database
from presence.jobs.context import JobResources
from tests.factories.people import Tenant
from tests.factories.runs import begin_run, make_brand, work_off

VERDICT = "SELECT delta::text FROM score WHERE run_id = $1 AND metric = 'content' AND engine = ''"
BREAK = """
INSERT INTO engine_watch_break (id, engine, number, language, began_on, declared_on, models,
  distance, evidence, estimate)
SELECT gen_random_uuid(), 'simulator', 1, 'en', current_date - $2::integer, current_date,
  array_agg(DISTINCT model), 2, 500, '[]' FROM answer WHERE run_id = $1
"""


@pytest.mark.parametrize(("days_ago", "ended"), [(5, True), (20, False)])
async def test_a_break_between_two_runs_ends_their_comparison(
    database: Database,
    admin: asyncpg.Connection,
    tenant: Tenant,
    hands: JobResources,
    days_ago: int,
    ended: bool,
) -> None:
    subject = await make_brand(database, tenant)
    first = await begin_run(database, subject)
    await work_off(hands, subject, first)
    await admin.execute(
        "UPDATE run SET created_at = created_at - $2::interval WHERE id = $1",
        first,
        timedelta(days=10),
    )
    await admin.execute(BREAK, first, days_ago)
    second = await begin_run(database, subject)
    await work_off(hands, subject, second)
    delta = json.loads(await admin.fetchval(VERDICT, second))
    await admin.execute("DELETE FROM engine_watch_break")
    assert (delta["verdict"] == "model changed") is ended
