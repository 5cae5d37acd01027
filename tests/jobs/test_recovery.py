"""Jobs of dead workers go back on the queue at once, jobs of living ones never."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from presence.jobs.recovery import LOCK_SPACE, MAX_HANDOVERS, proof_of_life, recover

STALLED_S = 20.0


@pytest.fixture
async def sweeper(place: Any, admin: asyncpg.Connection) -> AsyncIterator[asyncpg.Connection]:
    """A connection as `customer` with an empty queue."""
    await admin.execute("DELETE FROM procrastinate_jobs")
    await admin.execute("DELETE FROM procrastinate_workers")
    connection = await asyncpg.connect(place.url("customer"))
    yield connection
    await connection.close()


async def worker_with_job(admin: asyncpg.Connection, silent_s: float) -> tuple[int, int]:
    """A registered worker, last heard of `silent_s` ago, in the middle of a job."""
    worker: int = await admin.fetchval(
        "INSERT INTO procrastinate_workers (last_heartbeat)"
        " VALUES (now() - make_interval(secs => $1)) RETURNING id",
        silent_s,
    )
    job: int = await admin.fetchval(
        "INSERT INTO procrastinate_jobs (queue_name, task_name, args)"
        " VALUES ('default', 'x.y', '{}') RETURNING id"
    )
    await admin.execute(
        "UPDATE procrastinate_jobs SET status = 'doing', worker_id = $1 WHERE id = $2", worker, job
    )
    return worker, job


async def status(admin: asyncpg.Connection, job: int) -> str:
    """State of a job."""
    value: str = await admin.fetchval("SELECT status FROM procrastinate_jobs WHERE id = $1", job)
    return value


async def test_a_worker_without_its_lock_is_dead(
    sweeper: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    worker, job = await worker_with_job(admin, silent_s=3)
    assert await recover(sweeper, STALLED_S) == 1
    assert await status(admin, job) == "todo"
    known = "SELECT count(*) FROM procrastinate_workers WHERE id = $1"
    assert await admin.fetchval(known, worker) == 0


async def test_a_worker_holding_its_lock_keeps_its_job(
    sweeper: asyncpg.Connection, admin: asyncpg.Connection, place: Any
) -> None:
    worker, job = await worker_with_job(admin, silent_s=10)
    async with proof_of_life(place.url("customer"), worker):
        assert await recover(sweeper, STALLED_S) == 0
        assert await status(admin, job) == "doing"
    assert await recover(sweeper, STALLED_S) == 1


async def test_the_lock_of_another_database_proves_nothing(
    sweeper: asyncpg.Connection, admin: asyncpg.Connection, server: Any
) -> None:
    worker, job = await worker_with_job(admin, silent_s=3)
    elsewhere = await asyncpg.connect(server.admin)
    await elsewhere.execute("SELECT pg_advisory_lock($1::integer, $2::integer)", LOCK_SPACE, worker)
    assert await recover(sweeper, STALLED_S) == 1
    assert await status(admin, job) == "todo"
    await elsewhere.close()


async def test_a_worker_silent_too_long_has_lost_its_job(
    sweeper: asyncpg.Connection, admin: asyncpg.Connection, place: Any
) -> None:
    worker, job = await worker_with_job(admin, silent_s=STALLED_S + 1)
    async with proof_of_life(place.url("customer"), worker):
        assert await recover(sweeper, STALLED_S) == 1
    assert await status(admin, job) == "todo"


async def test_a_worker_that_just_registered_is_given_time_to_take_its_lock(
    sweeper: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    _, job = await worker_with_job(admin, silent_s=0)
    assert await recover(sweeper, STALLED_S) == 0
    assert await status(admin, job) == "doing"


@pytest.mark.parametrize(
    ("tried", "ends_as"), [(MAX_HANDOVERS - 1, "todo"), (MAX_HANDOVERS, "failed")]
)
async def test_a_job_that_keeps_killing_its_worker_is_given_up(
    sweeper: asyncpg.Connection, admin: asyncpg.Connection, tried: int, ends_as: str
) -> None:
    _, job = await worker_with_job(admin, silent_s=3)
    await admin.execute("UPDATE procrastinate_jobs SET attempts = $1 WHERE id = $2", tried, job)
    await recover(sweeper, STALLED_S)
    assert await status(admin, job) == ends_as
