"""Jobs are taken by turns of tenants, and one tenant never holds every place of a worker."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from presence.core.ids import new_id
from presence.jobs.fairness import most_per_tenant

FETCH = "SELECT id, args->>'workspace_id' AS tenant FROM fetch_fair_job(ARRAY['default'], $1, $2)"
ADD = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, args, lock, scheduled_at)"
    " SELECT $4, 'x.y', jsonb_build_object('workspace_id', $1::text), $3, $5"
    " FROM generate_series(1, $2)"
)
MANY = 1_000


@pytest.fixture
async def queue(place: Any, admin: asyncpg.Connection) -> AsyncIterator[asyncpg.Connection]:
    """A connection as `customer` with an empty queue and two workers, 1 and 2."""
    await admin.execute("DELETE FROM procrastinate_jobs")
    await admin.execute("DELETE FROM procrastinate_workers")
    await admin.execute(
        "INSERT INTO procrastinate_workers (id) OVERRIDING SYSTEM VALUE VALUES (1), (2)"
    )
    connection = await asyncpg.connect(place.url("customer"))
    yield connection
    await connection.close()


async def add(
    queue: asyncpg.Connection, tenant: UUID, number: int = 1, lock: str | None = None, **more: Any
) -> None:
    """Let a tenant's jobs wait, in queue `into` and not before `at`."""
    into, at = more.get("into", "default"), more.get("at")
    await queue.execute(ADD, str(tenant), number, lock, into, at)


async def fetch(queue: asyncpg.Connection, worker: int = 1, most: int = 3) -> str | None:
    """Whose job the worker takes next."""
    row = await queue.fetchrow(FETCH, worker, most)
    return None if row is None else row["tenant"]


async def test_a_tenant_with_one_job_goes_before_the_rest_of_a_thousand(
    queue: asyncpg.Connection,
) -> None:
    big, small = new_id(), new_id()
    await add(queue, big, MANY)
    assert await fetch(queue) == str(big)
    await add(queue, small)
    assert await fetch(queue) == str(small)


async def test_the_last_place_of_a_worker_is_left_to_others(queue: asyncpg.Connection) -> None:
    big, small = new_id(), new_id()
    await add(queue, big, MANY)
    most = most_per_tenant(4)
    assert [await fetch(queue, most=most) for _ in range(4)] == [str(big)] * 3 + [None]
    assert await fetch(queue, worker=2, most=most) == str(big), "each worker counts its own"
    await add(queue, small)
    assert await fetch(queue, most=most) == str(small)


async def test_the_only_place_of_a_worker_is_used() -> None:
    assert most_per_tenant(1) == 1


async def test_many_tenants_all_get_their_turn(queue: asyncpg.Connection) -> None:
    tenants = [new_id() for _ in range(100)]
    for tenant in tenants:
        await add(queue, tenant, 2)
    first = [await fetch(queue, worker=1 + n % 2) for n in range(100)]
    assert {str(t) for t in tenants} == set(first), "nobody is served twice before all are once"


async def test_jobs_of_a_tenant_keep_their_order(queue: asyncpg.Connection) -> None:
    await add(queue, new_id(), 5)
    ids = [(await queue.fetchrow(FETCH, 1, 9))["id"] for _ in range(5)]
    assert ids == sorted(ids)


async def test_locks_dates_and_queues_mean_what_they_mean(
    queue: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    one, two = new_id(), new_id()
    await add(queue, one, 2, lock="same")
    later = await admin.fetchval("SELECT now() + interval '1 hour'")
    await add(queue, two, at=later)
    await add(queue, two, into="other")
    assert await fetch(queue) == str(one)
    assert await fetch(queue) is None


@pytest.mark.parametrize("lock", [None, "one after the other"])
async def test_a_pile_makes_fetching_no_slower_whatever_was_counted(
    queue: asyncpg.Connection, admin: asyncpg.Connection, lock: str | None
) -> None:
    await finish(queue, admin, 500)
    await admin.execute("VACUUM ANALYZE procrastinate_jobs")
    await add(queue, new_id(), lock=lock)
    few = await blocks_read(queue)
    await add(queue, new_id(), 100_000)
    for place in range(6):
        await fetch(queue, worker=1 + place % 2)
    await add(queue, new_id(), lock=lock)
    assert await blocks_read(queue) < few + 100, "counted while nothing waited"
    await admin.execute("ANALYZE procrastinate_jobs")
    assert await blocks_read(queue) < few + 100, "counted as nearly all of one tenant"


async def finish(queue: asyncpg.Connection, admin: asyncpg.Connection, number: int) -> None:
    """Let jobs of many tenants have been done."""
    for _ in range(number):
        await add(queue, new_id())
    await admin.execute("UPDATE procrastinate_jobs SET status = 'doing'")
    await admin.execute("UPDATE procrastinate_jobs SET status = 'succeeded'")


async def blocks_read(queue: asyncpg.Connection) -> int:
    """Blocks of 8 kB that fetching touches: unlike its time, the same on every machine.

    After five calls the server may keep one plan for all arguments, so the worst of eight counts.
    """
    plan = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT fetch_fair_job(ARRAY['default'], 1, 9)"
    await queue.fetchval(plan)  # the first call of a connection reads catalogues
    worst = 0
    for _ in range(8):
        turn = queue.transaction()
        await turn.start()
        [found] = json.loads(await queue.fetchval(plan))
        await turn.rollback()
        worst = max(worst, found["Plan"]["Shared Hit Blocks"] + found["Plan"]["Shared Read Blocks"])
    return worst
