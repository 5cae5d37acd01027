"""Finds jobs whose worker is dead and puts them back on the queue.

The queue never does this by itself. Death is proven, not guessed: every worker holds a
PostgreSQL advisory lock named after its worker id on a connection of its own, and the server
releases it the moment that process or its connection is gone. A worker that still holds its lock
but sent no heartbeat for `stalled_after_s` counts as hung.

Invariant: a job is returned to the queue and its dead worker forgotten in one transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import asyncpg

from presence.db.reaching import connect_to_server

log = logging.getLogger(__name__)

LOCK_SPACE = 0x70726573  # "pres": keeps these locks apart from every other advisory lock
REGISTRATION_GRACE_S = 2.0  # a worker registers a moment before it can take its lock
EVERY_S = 1.5
MAX_HANDOVERS = 10  # above what any job refuses by itself: a job that kills its worker must end

_DEAD_WORKERS = """
SELECT worker.id FROM procrastinate_workers worker
 WHERE worker.last_heartbeat < now() - make_interval(secs => $2)
    OR (worker.last_heartbeat < now() - make_interval(secs => $3)
        AND NOT EXISTS (
          SELECT FROM pg_locks held
           WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2
             AND held.classid = $1::bigint::oid AND held.objid = worker.id::oid
             AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())))
   FOR UPDATE SKIP LOCKED
"""
_ORPHANS = """
SELECT id, attempts FROM procrastinate_jobs
 WHERE status = 'doing' AND (worker_id IS NULL OR worker_id = ANY($1::bigint[]))
   FOR UPDATE SKIP LOCKED
"""
_RETRY = "SELECT procrastinate_retry_job_v2($1, now(), NULL, NULL, NULL)"
_GIVE_UP = "SELECT procrastinate_finish_job_v1($1, 'failed', false)"
_FORGET = "DELETE FROM procrastinate_workers WHERE id = ANY($1::bigint[])"
_HOUSEKEEPING = """
DELETE FROM procrastinate_jobs job
 WHERE status IN ('succeeded', 'failed', 'cancelled', 'aborted')
   AND NOT EXISTS (SELECT FROM procrastinate_events event
                    WHERE event.job_id = job.id AND event.at > now() - interval '7 days')
"""


async def recover(connection: asyncpg.Connection, stalled_after_s: float) -> int:
    """Retry every running job of a dead or hung worker; returns how many.

    A job that was tried `MAX_HANDOVERS` times is ended as failed: it may be what kills workers.
    """
    async with connection.transaction():
        dead = [
            row["id"]
            for row in await connection.fetch(
                _DEAD_WORKERS, LOCK_SPACE, stalled_after_s, REGISTRATION_GRACE_S
            )
        ]
        orphans = await connection.fetch(_ORPHANS, dead)
        hopeless = [row["id"] for row in orphans if row["attempts"] >= MAX_HANDOVERS]
        jobs = [row["id"] for row in orphans if row["attempts"] < MAX_HANDOVERS]
        for job in jobs:
            await connection.execute(_RETRY, job)
        for job in hopeless:
            await connection.execute(_GIVE_UP, job)
        if dead:
            await connection.execute(_FORGET, dead)
    if jobs:
        log.warning("Returned %d jobs of %d lost workers to the queue.", len(jobs), len(dead))
    if hopeless:
        log.error("Gave up jobs %s: their workers died too often.", hopeless)
    return len(jobs)


async def watch(connection: asyncpg.Connection, stalled_after_s: float) -> None:
    """Check forever; once a day also delete jobs that ended more than a week ago."""
    rounds = 0
    while True:
        await recover(connection, stalled_after_s)
        if rounds % int(86_400 / EVERY_S) == 0:
            await connection.execute(_HOUSEKEEPING)
            await connection.execute("ANALYZE procrastinate_jobs")
        rounds += 1
        await asyncio.sleep(EVERY_S)


@contextlib.asynccontextmanager
async def proof_of_life(url: str, worker_id: int) -> AsyncIterator[asyncpg.Connection]:
    """Hold this worker's lock on a connection of its own, of the server, while the block runs."""
    connection = await connect_to_server(url, name="presence worker")
    try:
        await connection.execute(
            "SELECT pg_advisory_lock($1::integer, $2::integer)", LOCK_SPACE, worker_id
        )
        yield connection
    finally:
        with contextlib.suppress(asyncpg.PostgresError, OSError, TimeoutError):
            await connection.close(timeout=1)
