"""Row 15: one tenant's jobs, however many, do not make another's wait.

Many tenants enqueue one job each, at random moments; how long each takes to start is measured with
idle workers and again while one tenant has piled up its jobs. Invariant: both halves are measured
the same way, from the moment the enqueuing transaction was committed to the job's first statement.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

import asyncpg

from presence.core.ids import new_id
from presence.core.settings import DatabaseSettings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.jobs.queue import QUEUE, enqueue
from tests.assurance import mark_worker
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/jobs",
    "api/presence/migrations/versions",
)

ALLOWED = 2.0  # times the idle delay
PROBE_MS, PILE_MS = 5, 200  # a look at a site, the shortest job there is, takes longer
PILE_AT_ONCE = 1_000
START_S, TIMEOUT_S = 60.0, 300.0
_PILE = """
SELECT procrastinate_defer_jobs_v1(array_agg(ROW($1::varchar, $2::varchar, 0, NULL, NULL,
  jsonb_build_object('workspace_id', $3::text, 'number', n, 'takes_ms', $4::integer),
  NULL)::procrastinate_job_to_defer_v1)) FROM generate_series($5::bigint, $6::bigint) n
"""
_STARTED = "SELECT number, min(started_at) AS at FROM assurance_execution GROUP BY 1"
_PILED = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'"


@dataclass(frozen=True)
class Scale:
    """Jobs of the one tenant, probes of the others in each half, worker processes and places."""

    pile: int
    probes: int
    workers: int
    places: int
    every_s: float


QUICK = Scale(pile=4_000, probes=60, workers=2, places=4, every_s=0.05)
FULL = Scale(pile=100_000, probes=2_000, workers=2, places=4, every_s=0.1)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """100,000 jobs of one tenant, 2,000 probes of others before and 2,000 during."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Probe, pile up, probe again, compare."""
    admin = await asyncpg.connect(place.url("admin"))
    await mark_worker.make_tables(admin)
    url = place.url("customer")
    workers = [mark_worker.start(url, scale.places) for _ in range(scale.workers)]
    database = Database(url, DatabaseSettings(customer_url=url, pool_size=4))
    probing = _Probes(database, admin, Random(seed), scale)  # noqa: S311 - repeatable chance
    try:
        await probing.warm_up()
        idle = await probing.measure(deadline)
        await _pile_up(admin, scale)
        loaded = await probing.measure(deadline)
        left = await admin.fetchval(_PILED)
    finally:
        for worker in workers:
            mark_worker.kill(worker)
        await database.close()
        await admin.close()
    return _judge(scale, idle, loaded, left)


class _Probes:
    """Single jobs of tenants that have no other."""

    def __init__(
        self, database: Database, admin: asyncpg.Connection, rng: Random, scale: Scale
    ) -> None:
        self._database, self._admin = database, admin
        self._rng, self._scale = rng, scale
        self._number = 10_000_000

    async def warm_up(self) -> None:
        """Wait until every worker has started a job."""
        async with asyncio.timeout(START_S):
            while True:
                await self._send()
                await asyncio.sleep(0.2)
                pids = "SELECT count(DISTINCT pid) FROM assurance_execution"
                if await self._admin.fetchval(pids) >= self._scale.workers:
                    return

    async def measure(self, deadline: Deadline) -> list[float]:
        """Delays of the probes in milliseconds; one that never started has none."""
        sent: dict[int, datetime] = {}
        for _ in range(self._scale.probes):
            if deadline.passed:
                break
            number, at = await self._send()
            sent[number] = at
            await asyncio.sleep(self._rng.expovariate(1 / self._scale.every_s))
        started = await self._started(sent.keys())
        return [(started[n] - at).total_seconds() * 1000 for n, at in sent.items() if n in started]

    async def _send(self) -> tuple[int, datetime]:
        self._number += 1
        tenant = new_id()
        args = {"number": self._number, "takes_ms": PROBE_MS}
        async with self._database.transaction(TenantBinding(workspace_id=tenant)) as session:
            await enqueue(session, mark_worker.JOB, args, workspace_id=tenant)
        return self._number, datetime.now(UTC)

    async def _started(self, numbers: Collection[int]) -> dict[int, datetime]:
        wanted = set(numbers)
        end = asyncio.get_running_loop().time() + TIMEOUT_S
        while True:
            rows = await self._admin.fetch(_STARTED)
            started = {row["number"]: row["at"] for row in rows if row["number"] in wanted}
            if len(started) == len(wanted) or asyncio.get_running_loop().time() > end:
                return started
            await asyncio.sleep(0.2)


async def _pile_up(admin: asyncpg.Connection, scale: Scale) -> None:
    tenant = str(new_id())
    for first in range(0, scale.pile, PILE_AT_ONCE):
        last = min(first + PILE_AT_ONCE, scale.pile) - 1
        await admin.execute(_PILE, QUEUE, mark_worker.JOB, tenant, PILE_MS, first, last)


def _quantile(delays: Sequence[float], share: float) -> float:
    """Smallest delay that at least `share` of the probes stay within; infinite without probes."""
    ordered = sorted(delays)
    return ordered[math.ceil(share * len(ordered)) - 1] if ordered else math.inf


def _judge(scale: Scale, idle: list[float], loaded: list[float], left: int) -> Outcome:
    """A violation when the limit is passed or a probe never started."""
    before, during = _quantile(idle, 0.99), _quantile(loaded, 0.99)
    unstarted = 2 * scale.probes - len(idle) - len(loaded)
    return Outcome(
        {
            "jobsOfOneTenant": scale.pile,
            "probes": len(idle) + len(loaded),
            "leftOfThePile": left,
            "idleP50Ms": round(_quantile(idle, 0.5), 1),
            "idleP99Ms": round(before, 1),
            "loadedP50Ms": round(_quantile(loaded, 0.5), 1),
            "loadedP99Ms": round(during, 1),
            "unstarted": unstarted,
        },
        int(during > ALLOWED * before) + unstarted,
        complete=left > 0,
    )
