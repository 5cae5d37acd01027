"""Row 13: no job is lost and none takes effect twice, whoever is killed.

Workers are killed with SIGKILL and the database's postmaster too, while jobs are enqueued and
run. Invariant: what counts is what stands in the database afterwards: one effect per
committed job, no two executions of a job at the same time, and every job of a killed worker
started again within a minute.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from uuid import UUID

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from presence.core.ids import new_id
from presence.core.settings import DatabaseSettings
from presence.db.embedded import EmbeddedPostgres, prepare
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.jobs.queue import enqueue
from presence.migrations import runner
from tests.assurance import mark_worker
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/jobs",
    "api/presence/migrations/versions",
)

RECOVERY_S = 60.0
QUIET_S = 10 * RECOVERY_S
TENANTS = 50
BATCH = 200
TAKES_MS = (0, 40)
_BATCHES = """
CREATE TABLE assurance_batch (first bigint PRIMARY KEY);
GRANT SELECT, INSERT ON assurance_batch TO customer;
"""
_COUNTS = """
SELECT (SELECT count(*) FROM assurance_receipt) AS receipts,
  (SELECT coalesce(sum(effects), 0) FROM assurance_account) AS effects,
  (SELECT count(*) FROM assurance_execution) AS executions,
  (SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')) AS waiting,
  (SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed') AS given_up
"""
_OVERLAPS = """
SELECT count(*) FROM assurance_execution a JOIN assurance_execution b
  ON b.number = a.number AND b.id > a.id WHERE b.started_at < a.ended_at
"""
# Executions that were cut, with the moment the job was started again.
_CUT = """
SELECT a.pid, a.started_at, (SELECT min(b.started_at) FROM assurance_execution b
  WHERE b.number = a.number AND b.id > a.id) AS again
FROM assurance_execution a WHERE a.ended_at IS NULL
"""


@dataclass(frozen=True)
class Scale:
    """How much is tried, by how many workers with how many places each."""

    jobs: int
    kills: int
    restarts: int
    workers: int
    places: int


QUICK = Scale(jobs=600, kills=4, restarts=1, workers=2, places=4)
FULL = Scale(jobs=100_000, kills=1_000, restarts=50, workers=4, places=8)


@dataclass
class Cluster:
    """A durable server that can be killed, and the worker processes on it."""

    postgres: EmbeddedPostgres
    url: str
    admin_url: str
    places: int
    workers: list[BaseProcess] = field(default_factory=list)
    killed: dict[int, datetime] = field(default_factory=dict)

    def add_worker(self) -> None:
        """One more worker."""
        self.workers.append(mark_worker.start(self.url, self.places))

    def kill_worker(self, number: int) -> None:
        """SIGKILL one and put another in its place."""
        process = self.workers.pop(number)
        if process.pid is not None:
            self.killed[process.pid] = datetime.now(UTC)
        mark_worker.kill(process)
        self.add_worker()

    def restart_postgres(self) -> None:
        """SIGKILL the postmaster and start the server again on the same folder and port."""
        pid = self.postgres.pid
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
        while self.postgres.alive():
            time.sleep(0.01)
        self.postgres.start()


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """100,000 jobs, 1,000 killed workers, 50 killed databases; on a durable server of its own."""
    del place  # the frame's server forgets what it had not written when it is killed
    return await run(FULL, seed, deadline)


async def run(scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Enqueue, kill, wait for the queue to empty, count."""
    rng = Random(seed)  # noqa: S311 - repeatable chance
    async with _cluster(scale) as cluster:
        feeding = asyncio.create_task(_feed(cluster, scale, rng.randint(0, 2**31)))
        kills, restarts = await _strike(cluster, scale, rng, feeding, deadline)
        enqueued = await feeding
        done = await _drained(cluster, enqueued, deadline)
        return await _judge(cluster, enqueued, kills, restarts, complete=done)


@asynccontextmanager
async def _cluster(scale: Scale) -> AsyncIterator[Cluster]:
    home = await asyncio.to_thread(_home)
    postgres = EmbeddedPostgres(home / "home", note="an assurance")
    address = await asyncio.to_thread(postgres.start)
    await prepare(address)
    await runner.upgrade(address.url("owner"))
    cluster = Cluster(postgres, address.url("customer"), address.url("postgres"), scale.places)
    admin = await asyncpg.connect(cluster.admin_url)
    await mark_worker.make_tables(admin)
    await admin.execute(_BATCHES)
    await admin.close()
    for _ in range(scale.workers):
        cluster.add_worker()
    try:
        yield cluster
    finally:
        for process in cluster.workers:
            mark_worker.kill(process)
        await asyncio.to_thread(postgres.stop)
        shutil.rmtree(home, ignore_errors=True)


def _home() -> Path:
    """A folder that the database's own account can enter."""
    home = Path(tempfile.mkdtemp(prefix="presence-assure-", dir="/tmp"))
    home.chmod(0o755)
    return home


async def _feed(cluster: Cluster, scale: Scale, seed: int) -> int:
    """Enqueue every job through the product's own way; how many were committed."""
    rng = Random(seed)  # noqa: S311 - repeatable chance
    tenants = [new_id() for _ in range(TENANTS)]
    settings = DatabaseSettings(customer_url=cluster.url, pool_size=2)
    database = Database(cluster.url, settings)
    first = 0
    while first < scale.jobs:
        last = min(first + BATCH, scale.jobs)
        try:
            await _enqueue_batch(database, rng.choice(tenants), first, last, rng)
        except (DBAPIError, OSError):
            await asyncio.sleep(0.5)
            if not await _committed(database, first):
                continue
        first = last
        await asyncio.sleep(0)
    await database.close()
    return first


async def _enqueue_batch(
    database: Database, tenant: UUID, first: int, last: int, rng: Random
) -> None:
    async with database.transaction(TenantBinding(workspace_id=tenant)) as session:
        await session.execute(text("INSERT INTO assurance_batch VALUES (:first)"), {"first": first})
        for number in range(first, last):
            args: dict[str, UUID | int] = {"number": number, "takes_ms": rng.randint(*TAKES_MS)}
            await enqueue(session, mark_worker.JOB, args, workspace_id=tenant)


async def _committed(database: Database, first: int) -> bool:
    """Whether a batch whose commit was cut is there."""
    while True:
        try:
            async with database.transaction() as session:
                found = await session.execute(
                    text("SELECT 1 FROM assurance_batch WHERE first = :first"), {"first": first}
                )
                return found.first() is not None
        except (DBAPIError, OSError):
            await asyncio.sleep(0.5)


async def _strike(
    cluster: Cluster, scale: Scale, rng: Random, feeding: asyncio.Task[int], deadline: Deadline
) -> tuple[int, int]:
    """Kill workers, and the database now and then, for as long as there is work."""
    kills = restarts = 0
    every = max(1, scale.kills // (scale.restarts + 1))
    while kills < scale.kills and not deadline.passed:
        await asyncio.sleep(rng.uniform(0.2, 2.0))
        cluster.kill_worker(rng.randrange(len(cluster.workers)))
        kills += 1
        if restarts < scale.restarts and kills % every == 0:
            await asyncio.to_thread(cluster.restart_postgres)
            restarts += 1
        if feeding.done() and feeding.exception() is not None:
            break
    return kills, restarts


async def _drained(cluster: Cluster, enqueued: int, deadline: Deadline) -> bool:
    """Wait until every job has its effect; False when time ran out, or nothing more happens."""
    receipts = 0
    quiet_until = time.monotonic() + QUIET_S
    while not deadline.passed and time.monotonic() < quiet_until:
        with contextlib.suppress(OSError, asyncpg.PostgresError):
            counts = await _fetch(cluster, _COUNTS)
            if counts["receipts"] >= enqueued and counts["waiting"] == 0:
                return True
            if counts["receipts"] > receipts:
                receipts = counts["receipts"]
                quiet_until = time.monotonic() + QUIET_S
        await asyncio.sleep(0.5)
    return False


async def _fetch(cluster: Cluster, query: str) -> asyncpg.Record:
    connection = await asyncpg.connect(cluster.admin_url)
    try:
        row = await connection.fetchrow(query)
        if row is None:
            raise LookupError(query)
        return row
    finally:
        await connection.close()


async def _judge(
    cluster: Cluster, enqueued: int, kills: int, restarts: int, *, complete: bool
) -> Outcome:
    counts = await _fetch(cluster, _COUNTS)
    overlaps = (await _fetch(cluster, _OVERLAPS))[0]
    late, slowest = await _recovery(cluster)
    lost = enqueued - counts["receipts"] if complete else counts["given_up"]
    doubled = int(counts["effects"]) - counts["receipts"]
    return Outcome(
        {
            "jobs": enqueued,
            "kills": kills,
            "restarts": restarts,
            "executions": counts["executions"],
            "lost": lost,
            "doubled": doubled,
            "overlaps": overlaps,
            "lateRecoveries": late,
            "slowestRecoveryS": round(slowest, 1),
        },
        lost + doubled + overlaps + late,
        complete,
    )


async def _recovery(cluster: Cluster) -> tuple[int, float]:
    """How many jobs of killed workers were started again later than allowed, and the slowest."""
    connection = await asyncpg.connect(cluster.admin_url)
    try:
        cut = await connection.fetch(_CUT)
    finally:
        await connection.close()
    waits = [
        (row["again"] - max(cluster.killed[row["pid"]], row["started_at"])).total_seconds()
        for row in cut
        if row["again"] is not None and row["pid"] in cluster.killed
    ]
    return sum(wait > RECOVERY_S for wait in waits), max(waits, default=0.0)
