"""What runs measured and how that compares, for use in notifications.

Invariant: nothing is assessed here. Values and verdicts are the stored ones that the screens show.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.findings.queries.advice_trend import trend
from presence.domains.results.queries import stored_scores
from presence.domains.runs.models import Run
from presence.domains.runs.queries import runs

MOVED = "moved"
HEADLINE = frozenset({"content", "technical", "audienceFit", "overall"})


@dataclass(frozen=True, slots=True)
class HeadlineScore:
    """A headline score (0 to 100) with its interval, and its change from the previous run.

    `points` and `verdict` are None if there is nothing to compare with. `stands_for` is what the
    value represents if that differs from the metric's name.
    """

    metric: str
    value: float
    low: float
    high: float
    points: float | None
    verdict: str | None
    stands_for: str | None = None

    @property
    def moved(self) -> bool:
        """Whether the change is more than noise."""
        return self.verdict == MOVED and bool(self.points)


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """A run that ended with results; `answers_valid` of its `answers_total` are counted."""

    id: UUID
    brand_id: UUID
    ended_at: datetime
    readings: tuple[HeadlineScore, ...]
    answers_valid: int
    answers_total: int

    @property
    def moves(self) -> tuple[HeadlineScore, ...]:
        """The headline scores that changed significantly."""
        return tuple(r for r in self.readings if r.moved and r.metric in HEADLINE)


@dataclass(frozen=True, slots=True)
class Issues:
    """Issues of a kind that were found for the first time, and those that are gone."""

    new: int
    closed: int


async def measured_run(session: AsyncSession, run_id: UUID) -> MeasuredRun | None:
    """The run; None while it is in progress, without results, or if it is gone."""
    run = await runs.get_run(session, run_id)
    if run is None or run.finished_at is None or run.status not in runs.ENDED:
        return None
    return await _measured(session, run)


async def measured_between(
    session: AsyncSession, brand_id: UUID, since: datetime, until: datetime
) -> list[MeasuredRun]:
    """Runs of the brand that ended after `since` and up to `until`, oldest first."""
    found = await runs.ended_between(session, brand_id, since, until)
    return [await _measured(session, run) for run in found]


async def issues_between(
    session: AsyncSession, brand_id: UUID, since: datetime, until: datetime
) -> dict[str, Issues]:
    """By aspect (content, technical): what appeared and disappeared in that period."""
    found: dict[str, Issues] = {}
    for aspect in ("content", "technical"):
        rows = [r for r in await trend(session, brand_id, aspect) if since < r.at <= until]
        found[aspect] = Issues(sum(r.new or 0 for r in rows), sum(r.closed or 0 for r in rows))
    return found


async def _measured(session: AsyncSession, run: Run) -> MeasuredRun:
    readings = tuple(
        HeadlineScore(
            row.metric,
            row.value,
            row.low,
            row.high,
            None if row.delta is None else row.delta["points"],
            None if row.delta is None else row.delta["verdict"],
            row.detail.get("stands_for"),
        )
        for row in await stored_scores.scores(session, run.id)
        if not row.provisional
    )
    ended_at = run.finished_at or run.created_at
    counted, asked = run.valid_answers, run.total_answers
    return MeasuredRun(run.id, run.brand_id, ended_at, readings, counted, asked)
