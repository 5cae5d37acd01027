"""Whether an engine answered today as it used to, by its canary answers; and breaks.

Method and bounds: `presence.analysis.watch`. An engine that is watched in several languages has
several chances of a false alarm, so each needs as many times the evidence. Invariant: a day is
judged once, and what several languages show within two weeks is one break.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.watch import (
    ALARM,
    LAG_DAYS,
    REFERENCE_DAYS,
    CanaryAnswer,
    DayVerdict,
    EngineBreak,
    FeatureShift,
    break_models,
    canaries,
    feature_shifts,
    judge_day,
    watch_series,
)
from presence.domains.engines.queries import watch as queries
from presence.jobs.context import JobContext

# Reference days and lag, and a month of days without answers.
LOOKED_BACK: Final = timedelta(days=REFERENCE_DAYS + LAG_DAYS + 30)
ONE_BREAK: Final = 2 * LAG_DAYS  # days


@dataclass(frozen=True, slots=True)
class _Judged:
    """A verdict, the answers it rests on, and what changed if it says so."""

    verdict: DayVerdict
    answers: int
    shifts: Sequence[FeatureShift]


async def close_day(context: JobContext, row: Row[Any]) -> None:
    """Store the verdict on a day, and the break it shows."""
    ids = [canary.id for canary in canaries(row.language)]
    async with context.transaction() as session:
        first = await queries.began(session, row, row.day - LOOKED_BACK)
        days, models = await queries.answers(session, row, first, ids)
        evidence = await queries.evidence_before(session, row, first)
        alarm = ALARM * max(await queries.languages(session, row.engine, row.day), 1)
    judged = await asyncio.to_thread(_judged, days, evidence, alarm)
    now = context.resources.clock.now()
    async with context.transaction() as session:
        if await queries.store_verdict(session, row.id, _stored(judged), now):
            await _record(session, row, judged, models)


async def _record(
    session: AsyncSession, row: Row[Any], judged: _Judged, models: Sequence[str]
) -> None:
    verdict = judged.verdict
    if verdict.state != "changed":
        return
    began = row.day - timedelta(days=verdict.since or 0)
    seen = EngineBreak(row.engine, 0, began, break_models(row.model, models))
    strength = (verdict.distance or 0.0, verdict.evidence)
    shifts = judged.shifts
    await queries.record_break(session, seen, row.language, row.day, strength, shifts, ONE_BREAK)


def _judged(days: Sequence[Mapping[str, CanaryAnswer]], evidence: float, alarm: float) -> _Judged:
    series = watch_series(days)
    verdict = judge_day(series, evidence, alarm=alarm)
    changed = verdict.state == "changed"
    shifts = feature_shifts(series, len(days) - 1 - (verdict.since or 0)) if changed else ()
    return _Judged(verdict, len(days[-1]), shifts)


def _stored(judged: _Judged) -> dict[str, Any]:
    verdict = judged.verdict
    return {
        "state": verdict.state,
        "answers": judged.answers,
        "evidence": verdict.evidence,
        "distance": verdict.distance,
        "p": verdict.p,
        "since": verdict.since,
        "reference_days": verdict.reference_days,
    }
