"""A worker's hold on one run: every write is a short transaction under the run's lease.

Invariant: once another worker has claimed the run, or somebody canceled it, nothing from this
worker is stored any more (`Superseded`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypedDict

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import STAGES, Stage
from presence.domains.runs.errors import Superseded
from presence.domains.runs.models import Run
from presence.domains.runs.queries import runs
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.schemas.runs import StageState
from presence.domains.runs.service.run_kinds import Kind, pipeline_of
from presence.http.events import publish_all
from presence.jobs.context import JobContext

PROGRESS_S = 0.4
Columns = Callable[[AsyncSession], Awaitable[Mapping[str, Any]]]


class StageProgress(TypedDict):
    """A stage of a run in the form stored with the run, which the API passes on."""

    name: Stage
    done: int
    total: int
    state: StageState


def blank_stages(kind: Kind) -> list[StageProgress]:
    """The progress of a run that has not begun, without the stages its kind does not have."""
    steps = pipeline_of(kind).stages
    return [
        {"name": name, "done": 0, "total": 0, "state": "pending" if name in steps else "skipped"}
        for name in STAGES
    ]


class RunLease:
    """Progress and fenced transactions of one claimed run."""

    def __init__(self, context: JobContext, run: Run) -> None:
        self.context = context
        self.run_id = run.id
        self.brand_id = run.brand_id
        self.kind = run.kind
        self.lease = run.lease
        self.ended_as: dict[str, Any] | None = run.ended_as
        self._stages: dict[str, StageProgress] = {s["name"]: s.copy() for s in run.stages}
        self._recorded_at = 0.0

    @property
    def reference(self) -> dict[str, str]:
        """The ids that every event of this run carries."""
        return {"runId": str(self.run_id), "brandId": str(self.brand_id)}

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A short transaction that locks the run row and updates what the dashboard shows.

        Raises Superseded if another worker owns the run.
        """
        async with self.context.transaction() as session:
            if not await runs.hold(session, self.run_id, self.lease):
                raise Superseded(str(self.run_id))
            yield session
            await refresh(session, self.brand_id)

    @asynccontextmanager
    async def shared(self) -> AsyncIterator[AsyncSession]:
        """A short transaction concurrent with others of this worker; leaves the run row unchanged.

        What the dashboard shows is updated with the next `progress`. Raises Superseded.
        """
        async with self.context.transaction() as session:
            if not await runs.hold_shared(session, self.run_id, self.lease):
                raise Superseded(str(self.run_id))
            yield session

    async def update(self, session: AsyncSession, values: Mapping[str, Any]) -> None:
        """Update columns of the run row."""
        if not await runs.update_run(session, self.run_id, self.lease, values):
            raise Superseded(str(self.run_id))

    async def announce(self, session: AsyncSession, event: str, *news: Mapping[str, Any]) -> None:
        """Publish one event of this run per item of `news`; call it last in its transaction."""
        lines = [(event, {**self.reference, **data}) for data in news]
        await publish_all(session, lines, self.run_id)

    async def begin(self, stage: Stage, total: int = 0, done: int = 0) -> None:
        """Start a stage."""
        await self._record_stage(stage, done, total, "running")

    async def progress(
        self, stage: Stage, done: int, total: int, more: Columns | None = None
    ) -> None:
        """Record a stage's counts, and what `more` reads, at most every `PROGRESS_S` seconds."""
        now = self.context.resources.clock.monotonic()
        if now - self._recorded_at >= PROGRESS_S:
            await self._record_stage(stage, done, total, "running", more)
        else:
            self._stages[stage] |= {"done": done, "total": total}

    async def end(self, stage: Stage, done: int, total: int) -> None:
        """Finish a stage with its final counts."""
        await self._record_stage(stage, done, total, "done")

    async def skip(self, stage: Stage) -> None:
        """Mark a stage that does not apply to this brand as skipped."""
        await self._record_stage(stage, 0, 0, "skipped")

    def stages(self) -> list[StageProgress]:
        """All stages in order, as stored and shown."""
        return [self._stages[name] for name in STAGES]

    def close_stages(self) -> list[StageProgress]:
        """All stages of an ended run; those that never ran are marked as skipped."""
        for stage in self._stages.values():
            if stage["state"] in {"pending", "running"}:
                stage["state"] = "skipped" if stage["state"] == "pending" else "done"
        return self.stages()

    async def _record_stage(
        self, stage: Stage, done: int, total: int, state: StageState, more: Columns | None = None
    ) -> None:
        self._stages[stage] |= {"done": done, "total": total, "state": state}
        self._recorded_at = self.context.resources.clock.monotonic()
        async with self.transaction() as session:
            values = {"stage": stage, "done": done, "total": total, "stages": self.stages()}
            values |= await more(session) if more is not None else {}
            await self.update(session, values)
            await self.announce(
                session, "run.stage", {"stage": stage, "done": done, "total": total}
            )
