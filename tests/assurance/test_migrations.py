"""Quick tier of the migrations: small tables in use while the schema changes; a seen lock."""

from __future__ import annotations

import asyncio
import secrets

import asyncpg

from presence.migrations import runner
from tests.assurance import migrations
from tests.assurance.frame import Deadline
from tests.assurance.migrations_rows import fill, make_first_rows, tables
from tests.conftest import Place, create_empty, drop


async def test_people_go_on_while_the_schema_goes_back_and_forward(place: Place) -> None:
    name = f"used_{secrets.token_hex(4)}"  # its own each time, as it is left full
    await create_empty(place.server, name)
    await runner.upgrade(place.server.url("owner", name))
    outcome = await migrations.run(Place(place.server, name), 500, Deadline())
    await drop(place.server, name)
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete
    assert outcome.counts["tables"] >= 5
    assert outcome.counts["statements"] > 100


async def test_what_there_was_no_time_for_is_not_called_complete(place: Place) -> None:
    await create_empty(place.server, "hurried")
    await runner.upgrade(place.server.url("owner", "hurried"))
    outcome = await migrations.run(Place(place.server, "hurried"), 500, Deadline(0))
    await drop(place.server, "hurried")
    assert not outcome.complete
    assert (outcome.counts["tables"], outcome.counts["timesThereAndBack"]) == (0, 0)


async def test_a_table_that_is_locked_for_longer_is_noticed(place: Place) -> None:
    admin = await asyncpg.connect(place.url("admin"))
    seen = migrations.Seen()
    try:
        await make_first_rows(place, admin)
        brand = [t for t in await tables(admin) if t.name == "brand"]
        await fill(admin, brand[0], 10)
        async with migrations.used(place, brand, seen), admin.transaction():
            await admin.execute("LOCK TABLE brand IN ACCESS EXCLUSIVE MODE")
            await asyncio.sleep(migrations.LONGEST_S + 0.2)
    finally:
        await admin.close()
    assert seen.wrong
    assert seen.longest_wait_s > migrations.LONGEST_S
