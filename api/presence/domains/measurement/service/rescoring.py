"""Re-scores a brand's stored answers after a change of alias, competitor, extractor or formula.

No engine is asked again, and old and new scores are kept side by side. Invariant: a run gets a new
revision exactly when its answers are extracted or scored differently than in its newest one. The
worker holds the lease; interrupted work is resumed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.provenance import reading_version
from presence.analysis.scoring import SCORE_MODEL
from presence.analysis.types import AuditReport, BrandProfile, Extraction, ScoreChange
from presence.core.errors import NotFound
from presence.domains.analytics.queries import reviews
from presence.domains.analytics.service.ambiguous_mentions import store_ambiguous_mentions
from presence.domains.analytics.service.interpretations.requests import request_interpretations
from presence.domains.brands.service import brand_profile
from presence.domains.findings.service.recompute import advise_again
from presence.domains.measurement.service.concluding import score_event
from presence.domains.results.models import StoredScore
from presence.domains.results.queries import rescoring, stored_scores
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.results.service.cells import store_sums
from presence.domains.results.service.comparison import NewConclusions, deltas_since
from presence.domains.results.service.rereading import Reread, reread
from presence.domains.results.service.revised import Revised, revise
from presence.domains.results.service.revisions import store_revision
from presence.domains.results.service.why_ahead import request_reading
from presence.domains.runs.errors import Superseded
from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.other_part import other_part
from presence.domains.runs.service.run_kinds import pipeline_of
from presence.domains.runs.service.work import AUDIT
from presence.http.events import publish
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)

FAULT = "Scoring the stored answers again stopped because of a fault on our side."


async def rescore(context: JobContext, brand_id: UUID) -> None:
    """Job `visibility.rescore`. Safe to call again at any time: it does what is left to do."""
    async with context.transaction() as session:
        await rescoring.lock_brand(session, brand_id)
        try:
            profile = await brand_profile(session, brand_id)
        except NotFound:
            return
        row = await rescoring.active(session, brand_id) or await rescoring.create(session, brand_id)
        lease = await rescoring.claim(session, row.id)
    held = _RescoringLease(context, row.id, lease, brand_id)
    try:
        await _work_through(held, profile)
    except Superseded:
        log.info("Re-scoring of brand %s was taken over.", brand_id)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Re-scoring of brand %s failed.", brand_id)
        await held.end("failed", FAULT)


@dataclass(slots=True)
class _RescoringLease:
    """One worker's hold on the work row."""

    context: JobContext
    rescore_id: UUID
    lease: int
    brand_id: UUID
    done: int = 0

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A short transaction that first verifies that this worker still holds the work."""
        async with self.context.transaction() as session:
            await self.update(session, {"done": self.done})
            yield session

    async def update(self, session: AsyncSession, values: Mapping[str, Any]) -> None:
        """Update the work row. Raises Superseded if another worker holds it."""
        if not await rescoring.update_rescoring(session, self.rescore_id, self.lease, values):
            raise Superseded(str(self.rescore_id))

    async def keep(self, session: AsyncSession, answers: int, fresh: Sequence[Extraction]) -> None:
        """Count answers as extracted again, and queue ambiguous ones for review by a person."""
        self.done += answers
        await store_ambiguous_mentions(session, self.brand_id, fresh)
        await self.update(session, {"done": self.done})

    async def end(self, status: str, failure: str | None = None) -> None:
        """Set the work row to its final state."""
        async with self.context.transaction() as session:
            values = {"status": status, "failure": failure, "finished_at": func.now()}
            await rescoring.update_rescoring(session, self.rescore_id, self.lease, values)


@dataclass(slots=True)
class _Known:
    """A run already processed, reduced to what later runs need; answers are read on demand.

    `profile` is the current brand, with people's decisions on this run's answers.
    """

    run: Run
    profile: BrandProfile
    read: Reread | None = field(default=None)


@dataclass(slots=True)
class _Passed:
    """What the runs processed so far pass on to later ones: the newest completed of each kind."""

    every: Mapping[UUID, _Known]
    completed: dict[str, _Known] = field(default_factory=dict)


async def _work_through(held: _RescoringLease, profile: BrandProfile) -> None:
    async with held.transaction() as session:
        runs = await rescoring.ended_runs(session, held.brand_id)
        counts = await rescoring.answer_counts(session, [run.id for run in runs])
        decided = await reviews.decided(session, held.brand_id)
        every = [_Known(r, replace(profile, decided=decided.get(r.id, ()))) for r in runs]
        current = {known.run.id: await _is_current(session, known, counts) for known in every}
        await held.update(session, {"total": sum(counts.values())})
    passed = _Passed({known.run.id: known for known in every})
    for known in every:
        run, pipeline = known.run, pipeline_of(known.run.kind)
        if current[run.id]:
            held.done += counts.get(run.id, 0)
        elif counts.get(run.id) or "technical" in pipeline.measures:
            await _rescore_run(held, known, passed)
        if run.status == "completed":
            passed.completed[run.kind] = known
    await advise_again(held.transaction, held.brand_id, {k.run.id: k.profile for k in every})
    async with held.transaction() as session:
        await refresh(session, held.brand_id)
        await request_interpretations(session, held.brand_id)
        await request_reading(session, held.brand_id)
        values = {"status": "completed", "finished_at": func.now(), "done": held.done}
        await held.update(session, values)


async def _is_current(session: AsyncSession, known: _Known, counts: Mapping[UUID, int]) -> bool:
    """Whether the newest revision was made the way one would be made now."""
    run = known.run
    newest = await rescoring.newest_revision(session, run.id)
    if newest is None:
        return False
    asks = pipeline_of(run.kind).asks or run.id in counts
    answers = counts.get(run.id, 0) if asks else newest.answers
    made = (newest.reading, newest.score_model, newest.answers)
    return made == (reading_version(known.profile), SCORE_MODEL, answers)


async def _rescore_run(held: _RescoringLease, known: _Known, passed: _Passed) -> None:
    """Create a new revision of one run.

    A run that measured one part was computed with the other part of the run chosen for it.
    """
    run, profile = known.run, known.profile
    known.read = await reread(held.transaction, run.id, profile, held.keep)
    read = known.read
    async with held.transaction() as session:
        rows = {row.metric: row for row in await stored_scores.scores(session, run.id)}
        other = await other_part(session, run)
        audited = run if other is None or "technical" in pipeline_of(run.kind).measures else other
        stored = await evidence.stored_input(session, audited.id, AUDIT)
    audit = None if stored is None or stored.data is None else load(AuditReport, stored.data)
    asked = None if other is None else passed.every.get(other.id)
    if not pipeline_of(run.kind).asks and asked is not None and not read.every:
        read = await _read(held, asked)
    revised = await asyncio.to_thread(lambda: revise(run, profile, read, rows, audit))
    before = passed.completed.get(run.kind)
    deltas = await _deltas(held, _Rescored(run, profile, revised, rows), before)
    async with held.transaction() as session:
        if await rescoring.hold_ended(session, run.id) is not None:
            await _store(session, held.brand_id, run, read, revised, deltas)


async def _read(held: _RescoringLease, known: _Known) -> Reread:
    """The answers of a run already processed."""
    if known.read is None:
        known.read = await reread(held.transaction, known.run.id, known.profile)
    return known.read


@dataclass(frozen=True, slots=True)
class _Rescored:
    """A run with its new scores and the rows of those it has shown so far."""

    run: Run
    profile: BrandProfile
    revised: Revised
    rows: Mapping[str, StoredScore]


async def _deltas(
    held: _RescoringLease, rescored: _Rescored, before: _Known | None
) -> dict[str, ScoreChange]:
    """Deltas to the previous run, extracted in the same way."""
    run, revised, rows = rescored.run, rescored.revised, rescored.rows
    if before is None or run.status != "completed" or revised.scores is None:
        return {}
    kept = rows.get("technical")
    # Pages are not read again.
    audited = (
        None
        if kept is None or kept.delta is None
        else ScoreChange(**DeltaOut.model_validate(kept.delta).model_dump())
    )
    found = NewConclusions(
        revised.scores,
        revised.headline if pipeline_of(run.kind).asks else (),
        revised.made.reading,
        rescored.profile,
        audited=audited,
    )
    async with held.transaction() as session:
        return await deltas_since(session, run, before.run, found)


async def _store(
    session: AsyncSession,
    brand_id: UUID,
    run: Run,
    read: Reread,
    revised: Revised,
    deltas: dict[str, ScoreChange],
) -> None:
    await store_revision(session, run.id, brand_id, revised.made, revised.rows)
    if revised.sums is not None and read.every:
        await store_sums(session, run.id, revised.sums, read.prompts)
    if revised.scores is None:
        return
    await stored_scores.set_deltas(session, run.id, deltas)
    outcome = {
        "verdict": revised.scores.verdict,
        "basis": revised.scores.basis,
        "versions": dict(revised.made.versions),
    }
    await runs.set_values(session, run.id, outcome)
    await refresh(session, brand_id)
    news = score_event(revised.scores, deltas, provisional=False).model_dump(mode="json")
    reference = {"runId": str(run.id), "brandId": str(brand_id)}
    await publish(session, "run.score", {**reference, **news}, run.id)
