"""An export of any size costs the worker the same memory, and one given up leaves nothing.

The product's own worker process makes the exports; its peak is what the kernel counted (VmHWM,
set back before each), measured for few rows and for many. Invariant: what is compared is one
process making both, after it made one before.
"""

from __future__ import annotations

import asyncio
import subprocess
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import asyncpg

from presence.core.clock import SystemClock
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.publishing.models import ViewExport
from presence.domains.publishing.schemas.view_exports import ViewExportIn
from presence.domains.publishing.service.artifacts import KEPT, cancel
from presence.domains.publishing.service.view_exports.requests import JOB, request_export
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.runs import Analysed, begin_run, make_brand, work_off, worker_hands
from tests.factories.worker_process import worker_process

COVERS = (
    "api/presence/domains/messaging/service",
    "api/presence/domains/publishing/service",
    "api/presence/domains/publishing/jobs",
)

ALLOWED_BYTES = 32 * 1024 * 1024  # more than for few rows
SCALE_PLAN = 3
_LOOK_S = 0.01
_ROWS = """
INSERT INTO answer (id, workspace_id, brand_id, run_id, prompt_id, prompt_key, engine, engine_name,
  model, surface, basis, sample, question, status, text, citations, search_queries, passages,
  answered_at)
SELECT gen_random_uuid(), workspace_id, brand_id, run_id, prompt_id, prompt_key, engine,
  engine_name, model, surface, basis, 100 + n, question, status, text || n, citations, '[]', '[]',
  answered_at
FROM (SELECT * FROM answer WHERE run_id = $1 ORDER BY id LIMIT 1) one,
  generate_series($2::integer, $3::integer) n
"""
_STATE = "SELECT status, done, total, size, ready_at, expires_at FROM view_export WHERE id = $1"
_AT_WORK = (
    "SELECT count(*) FROM procrastinate_jobs WHERE task_name = $1 AND status IN ('todo', 'doing')"
)
_KEPT = "SELECT (SELECT count(*) FROM made_file) + (SELECT count(*) FROM made_file_part)"
_PARTS = """
SELECT p.content FROM made_file_part p JOIN view_export e ON e.file_id = p.file_id
WHERE e.id = $1 ORDER BY p.number
"""


@dataclass(frozen=True)
class Scale:
    """Answers of the small export and of the large one."""

    few: int
    many: int


QUICK = Scale(few=600, many=4_000)
FULL = Scale(few=1_000, many=100_000)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """100,000 answers against 1,000, and the same given up at half."""
    return await run(place, FULL, deadline)


async def run(place: Place, scale: Scale, deadline: Deadline) -> Outcome:
    """Export few rows twice, then many, then many to the half."""
    settings = place.settings()
    database = Database(settings.database.customer_url, settings.database)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        analysed = await _analysed(place, database)
        with worker_process(place.url("customer")) as process:
            exports = _Exports(database, admin, analysed, process, deadline)
            return await _measure(exports, scale)
    finally:
        await admin.close()
        await database.close()


async def _measure(exports: _Exports, scale: Scale) -> Outcome:
    await exports.fill(scale.few)
    await exports.make()
    few = await exports.make()
    await exports.fill(scale.many)
    many = await exports.make()
    left, stopped_at = await exports.give_up_at(scale.many // 2)
    more = many.peak - few.peak
    wrong = {
        "rows": many.done != many.rows or many.done < scale.many,
        "hours": not few.kept == many.kept == KEPT,
        "memory": more > ALLOWED_BYTES,
        "left": left > 0,
        "stopped": not 0 < stopped_at < scale.many,
    }
    return Outcome(
        {
            "rows": many.done,
            "fileBytes": many.size,
            "peakBytesFew": few.peak,
            "peakBytesMany": many.peak,
            "moreBytes": more,
            "allowedBytes": ALLOWED_BYTES,
            "canceledAtRow": stopped_at,
            "leftAfterCancel": left,
            **{f"wrong.{name}": int(is_wrong) for name, is_wrong in wrong.items()},
        },
        sum(wrong.values()),
        complete=not exports.deadline.passed,
    )


@dataclass(frozen=True)
class _Made:
    """A ready export: rows told and rows in the file, its length, and the worker's peak."""

    done: int
    rows: int
    size: int
    kept: timedelta
    peak: int


@dataclass
class _Exports:
    """Asks for exports as a member does, and watches the worker that makes them."""

    database: Database
    admin: asyncpg.Connection
    analysed: Analysed
    process: subprocess.Popen[bytes]
    deadline: Deadline
    filled: int = 0

    async def fill(self, rows: int) -> None:
        """Have the run hold so many more answers in all."""
        await self.admin.execute(_ROWS, self.analysed.run_id, self.filled + 1, rows)
        self.filled = rows

    async def make(self) -> _Made:
        """One export to its end. AssertionError when it does not become ready."""
        _set_back(self.process.pid)
        export_id = await self._ask()
        row = await self._until(export_id, "status NOT IN ('queued', 'running')")
        assert row["status"] == "ready", dict(row)
        await self._at_rest()
        rows = await self._rows_of(export_id)
        kept = row["expires_at"] - row["ready_at"]
        return _Made(row["done"], rows, row["size"], kept, _peak(self.process.pid))

    async def give_up_at(self, row_number: int) -> tuple[int, int]:
        """Cancel once so many rows are written; files and parts it left, and the last row."""
        before = await self.admin.fetchval(_KEPT)
        export_id = await self._ask()
        await self._until(export_id, f"done >= {row_number}")
        tenant = self.analysed.tenant
        async with self.database.transaction(tenant.binding) as session:
            await cancel(session, ViewExport, export_id)
        await self._at_rest()
        row = await self.admin.fetchrow(_STATE, export_id)
        assert row["status"] == "canceled", dict(row)
        return await self.admin.fetchval(_KEPT) - before, row["done"]

    async def _rows_of(self, export_id: UUID) -> int:
        """Lines of the file that begin an object."""
        rows, before = 0, b""
        async with self.admin.transaction():
            async for (piece,) in self.admin.cursor(_PARTS, export_id, prefetch=4):
                rows += (before + piece).count(b"\n{")
                before = piece[-1:]
        return rows

    async def _ask(self) -> UUID:
        tenant = self.analysed.tenant
        wanted = ViewExportIn.model_validate(
            {"brandId": self.analysed.brand_id, "resource": "answers", "format": "json"}
        )
        async with self.database.transaction(tenant.binding) as session:
            asked = await request_export(session, tenant.user_id, wanted, SystemClock().now())
        export_id: UUID = asked.id
        return export_id

    async def _until(self, export_id: UUID, condition: str) -> asyncpg.Record:
        while True:
            row = await self.admin.fetchrow(f"{_STATE} AND {condition}", export_id)
            if row is not None:
                return row
            self._go_on()
            await asyncio.sleep(_LOOK_S)

    async def _at_rest(self) -> None:
        while await self.admin.fetchval(_AT_WORK, JOB):
            self._go_on()
            await asyncio.sleep(_LOOK_S)

    def _go_on(self) -> None:
        assert self.process.poll() is None, "the worker ended"
        assert not self.deadline.passed, "out of time"


def _set_back(pid: int) -> None:
    """Begin to count the peak anew."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def _peak(pid: int) -> int:
    """The most memory the process held since it was set back, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("The kernel tells no peak.")


async def _analysed(place: Place, database: Database) -> Analysed:
    tenant = await make_tenant(database)
    async with worker_hands(database, place.settings()) as resources:
        subject = await make_brand(database, tenant)
        run_id = await begin_run(database, subject)  # a short one, of the free plan
        await work_off(resources, subject, run_id)
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, SCALE_PLAN, None)
    admin = await asyncpg.connect(place.url("admin"))
    await admin.execute("DELETE FROM procrastinate_jobs")
    await admin.close()
    return Analysed(subject, run_id, "")
