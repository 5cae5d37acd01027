"""Quick tier of the migrations: small tables in use while the schema changes; a seen lock."""

from __future__ import annotations

import asyncio

import asyncpg

from tests.assurance import migrations
from tests.assurance.migrations_rows import fill, tables
from tests.conftest import Place


async def test_people_go_on_while_the_schema_goes_back_and_forward(place: Place) -> None:
    outcome = await migrations.run(place, rows=500)
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["tables"] >= 5
    assert outcome.counts["statements"] > 100


async def test_a_table_that_is_locked_for_longer_is_noticed(place: Place) -> None:
    admin = await asyncpg.connect(place.url("admin"))
    seen = migrations.Seen()
    try:
        brand = [t for t in await tables(admin) if t.name == "brand"]
        await fill(admin, brand[0], 10)
        async with migrations.used(place, brand, seen), admin.transaction():
            await admin.execute("LOCK TABLE brand IN ACCESS EXCLUSIVE MODE")
            await asyncio.sleep(migrations.LONGEST_S + 0.2)
    finally:
        await admin.close()
    assert seen.wrong
    assert seen.longest_wait_s > migrations.LONGEST_S
