"""Lists of answers and of their sources, limited by plan.

Invariant: without full analytics a caller reads only the answers of the shown run, or those of the
newest import when asking for imported ones; the evidence behind a number they may see is open on
every plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.scoring import stability_over
from presence.analysis.scoring.stability import SHOWN_FROM_RUNS
from presence.core.errors import NotFound
from presence.domains.analytics.queries import answers as queries
from presence.domains.analytics.queries.answers import SOURCE_ORDERS as SOURCE_ORDERS
from presence.domains.analytics.queries.answers import AnswerFilter as AnswerFilter
from presence.domains.analytics.queries.answers import FullAnswer as FullAnswer
from presence.domains.analytics.schemas.analytics import SpanOut
from presence.domains.analytics.schemas.answers import SourceOut, SourcesOut, StabilityOut
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import brand_profile, get_brand
from presence.domains.results.queries import cells
from presence.domains.results.schemas.results import AnswerBriefOut
from presence.domains.results.service.ranges import Comparison, DaySpan, moments, resolve
from presence.domains.runs.queries.shown import shown_runs
from presence.domains.workspaces.service import workspace_zone

MAX_SOURCES = 200
MAX_EXPORTED_SOURCES = 10_000
GAP_SHARE = 0.5
IMPORTED = "imported"


Days = tuple[date | None, date | None]


async def answer_list(
    session: AsyncSession,
    brand_id: UUID,
    wanted: AnswerFilter,
    days: Days,
    after: UUID | None,
    limit: int,
    counted_at: datetime | None = None,
) -> tuple[list[AnswerBriefOut], int]:
    """Answers of a span of days (inclusive), newest first, and their total number.

    With `counted_at`, the time now, only those of them behind the metrics of these days, or behind
    the scores of a wanted run if no days are given. Raises NotFound for a foreign brand,
    ValidationFailed for days in the wrong order.
    """
    admitted = await _admitted(session, brand_id, wanted, days, counted_at)
    if admitted is None:
        return [], 0
    briefs, total = await queries.page(session, brand_id, admitted, after, limit)
    return [AnswerBriefOut.model_validate(brief) for brief in briefs], total


async def _admitted(
    session: AsyncSession,
    brand_id: UUID,
    wanted: AnswerFilter,
    days: Days,
    counted_at: datetime | None,
) -> AnswerFilter | None:
    """The filter limited to what the plan shows, with `counted_at` to the answers that count."""
    if counted_at is not None:
        wanted, days = await _counted(session, brand_id, wanted, days, counted_at), (None, None)
    return await admitted_by_plan(session, brand_id, wanted, days)


async def _counted(
    session: AsyncSession, brand_id: UUID, wanted: AnswerFilter, days: Days, now: datetime
) -> AnswerFilter:
    """The filter limited to the valid answers that metrics of these days, or of its run, count."""
    await get_brand(session, brand_id)
    if wanted.run is not None and days == (None, None):
        own = await _run_alone(session, brand_id, wanted.run)
        pairs = await _counted_engines(session, own)
    else:
        history = (await current_plan(session)).limits.analytics_days
        _, own, pairs = await counted_runs(session, brand_id, days, now, history)
    ordered = sorted(pairs, key=str)
    return replace(
        wanted,
        statuses=_common(wanted.statuses, {"completed"}),
        bases=_common(wanted.bases, {run.basis for run in own if run.basis}),
        runs=tuple(run for run, _ in ordered),
        run_engines=tuple(engine for _, engine in ordered),
    )


def _common(wanted: Sequence[str] | None, counted: set[str]) -> tuple[str, ...]:
    """What is both wanted and counted; None wants everything."""
    return tuple(sorted(counted if wanted is None else counted.intersection(wanted)))


async def _run_alone(session: AsyncSession, brand_id: UUID, run_id: UUID) -> list[cells.RunRow]:
    """The run, if it is one of the brand's that have scores."""
    run = await cells.scored_run(session, run_id)
    if run is None:
        return []
    at_once = await cells.scored_runs(session, brand_id, run.at, run.at + timedelta.resolution)
    return [other for other in at_once if other.id == run_id]


async def counted_runs(
    session: AsyncSession, brand_id: UUID, days: Days, now: datetime, history: int
) -> tuple[DaySpan, list[cells.RunRow], set[tuple[UUID, str]]]:
    """The days within the plan's history, their runs, and the engines that count in each."""
    zone = await workspace_zone(session)
    shown = resolve(*days, Comparison("none"), zone, now, history).shown
    runs = await cells.scored_runs(session, brand_id, shown.start, shown.end)
    own = [run for run in runs if run.basis == runs[-1].basis]
    return shown, own, await _counted_engines(session, own)


async def _counted_engines(
    session: AsyncSession, runs: list[cells.RunRow]
) -> set[tuple[UUID, str]]:
    """The engines that count in each of these runs of one basis."""
    return cells.fit(await cells.cells(session, runs, runs[-1].basis)) if runs else set()


async def admitted_by_plan(
    session: AsyncSession, brand_id: UUID, wanted: AnswerFilter, days: Days
) -> AnswerFilter | None:
    """The filter with its days as times and limited to what the plan shows; None if nothing.

    Raises the same as `answer_list`.
    """
    await get_brand(session, brand_id)
    if days != (None, None):
        start, end = moments(*days, await workspace_zone(session))
        wanted = replace(wanted, start=start, end=end)
    if (await current_plan(session)).limits.allows("analytics.full"):
        return wanted
    shown = await shown_runs(session, brand_id)
    if shown is None:
        return None
    run = shown.imported if set(wanted.bases or ()) == {IMPORTED} else shown.content
    return None if run is None or wanted.run not in {None, run} else replace(wanted, run=run)


async def count_answers(
    session: AsyncSession,
    brand_id: UUID,
    wanted: AnswerFilter,
    days: Days,
    counted_at: datetime | None = None,
) -> int:
    """How many answers `answer_batch` returns in total. Raises the same as `answer_list`."""
    admitted = await _admitted(session, brand_id, wanted, days, counted_at)
    return 0 if admitted is None else await queries.count(session, brand_id, admitted)


async def answer_batch(
    session: AsyncSession,
    brand_id: UUID,
    wanted: AnswerFilter,
    days: Days,
    after: UUID | None,
    limit: int,
    counted_at: datetime | None = None,
) -> list[FullAnswer]:
    """The next answers with their full text, newest first; for files.

    Raises the same as `answer_list`.
    """
    admitted = await _admitted(session, brand_id, wanted, days, counted_at)
    if admitted is None:
        return []
    return await queries.batch(session, brand_id, admitted, after, limit)


async def raw_answer(session: AsyncSession, answer_id: UUID) -> str:
    """The provider's own payload as it was stored. Raises NotFound for a foreign answer."""
    row = await queries.raw(session, answer_id)
    if row is None:
        raise NotFound("We could not find that answer.")
    return row.raw or "null"


async def sources(
    session: AsyncSession,
    brand_id: UUID,
    span: Days,
    now: datetime,
    **wanted: Any,
) -> SourcesOut:
    """Pages or domains cited by a span's answers.

    Raises PlanLimitReached without full analytics.
    """
    profile = await brand_profile(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    shown, own, counted = await counted_runs(session, brand_id, span, now, limits.analytics_days)
    names = {"brand": profile.name, **{c.id: c.name for c in profile.competitors}}
    rows = await queries.sources(session, counted, **wanted)
    shares = await queries.citation_shares(session, counted)
    return SourcesOut(
        range=SpanOut(from_=shown.first, to=shown.last, time_zone=str(shown.zone)),
        basis=own[-1].basis if own else None,
        runs=len(own),
        citations=rows[0].all_cited if rows else 0,
        total=rows[0].total if rows else 0,
        stability=_stability([shares[run.id] for run in own if run.id in shares]),
        data=[_source(row, names) for row in rows],
    )


def _stability(shares: list[dict[str, float]]) -> StabilityOut:
    """How similar the sources of consecutive runs are, once there are enough runs."""
    found = stability_over(shares)
    return StabilityOut(
        value=None if found is None else found.value,
        low=None if found is None else found.low,
        high=None if found is None else found.high,
        runs=len(shares),
        shown_from_runs=SHOWN_FROM_RUNS,
        early=found is not None and found.early,
    )


def _source(row: Any, names: dict[str, str]) -> SourceOut:
    return SourceOut.from_row(
        row,
        title=row.title or "",
        owner=names.get(row.owner) if row.owner else None,
        gap=row.cited > 0
        and row.source_class != "owned"
        and row.without_brand >= GAP_SHARE * row.cited,
    )
