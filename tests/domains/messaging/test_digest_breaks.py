"""Digests say where an assistant's changed answers ended comparisons."""

from __future__ import annotations

import asyncpg
import pytest

from presence.db.session import Database
from presence.jobs.context import JobResources
from tests.factories.moving import analysed, issued, reader
from tests.factories.post import Post, text_of
from tests.factories.runs import make_brand


@pytest.mark.parametrize(("days", "times"), [(1, 1), (-1, 0)])
async def test_an_assistant_that_answers_otherwise_is_told_where_it_ended_comparisons(
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
    days: int,
    times: int,
) -> None:
    """A break before the first analysis ends none."""
    subject = await make_brand(database, await reader(database))
    run_id = await analysed(database, hands, subject)
    declared = """INSERT INTO engine_watch_break (id, engine, number, language, began_on,
      declared_on, models, distance, evidence, estimate)
      SELECT gen_random_uuid(), e->>'id', n, 'en',
        (r.created_at AT TIME ZONE 'UTC')::date + $2::int,
        (r.created_at AT TIME ZONE 'UTC')::date + 1, ARRAY[model], 2, 500, '[]'
      FROM run r, jsonb_array_elements(r.engines) e,
        LATERAL (VALUES (1, e->>'model'), (2, 'another')) b (n, model)
      WHERE r.id = $1 AND e->>'id' = 'simulator'"""
    await admin.execute(declared, run_id, days)
    try:
        (message,) = await issued(hands, subject.tenant, post)
    finally:
        await admin.execute("DELETE FROM engine_watch_break")
    assert text_of(message).count("are no longer compared") == times
