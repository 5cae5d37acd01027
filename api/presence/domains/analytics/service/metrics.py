"""Computes the document of GET …/metrics.

Invariant: one basis at a time (the newest run's), so assistants, simulator and imported answers are
never averaged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.changes import JUDGED_METRICS
from presence.analysis.extraction import BRAND
from presence.domains.analytics.schemas.analytics import MetricsOut, SpanOut
from presence.domains.analytics.service.loaded import SCORES, Loaded, MetricsQuery, Side
from presence.domains.analytics.service.series import series_of
from presence.domains.analytics.service.share_of_voice import ShareOfVoice
from presence.domains.analytics.service.tables import groups_of
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import brand_profile
from presence.domains.results.queries import cells as queries
from presence.domains.results.queries.cells import PromptRow, RunCellRow, RunRow
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.results.service.ranges import Comparison, DaySpan, Ranges, resolve
from presence.domains.results.service.span_changes import changes_over
from presence.domains.runs.schemas.runs import RunBasis
from presence.domains.workspaces.service import workspace_zone


async def metrics(
    session: AsyncSession, brand_id: UUID, asked: MetricsQuery, now: datetime
) -> MetricsOut:
    """The document of GET …/metrics. Raises PlanLimitReached, NotFound, ValidationFailed."""
    profile = await brand_profile(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    zone = await workspace_zone(session)
    compare = Comparison(asked.compare, asked.compared, asked.match)
    ranges = resolve(*asked.ranges, compare, zone, now, limits.analytics_days)
    prompts = await queries.prompts(session, brand_id)
    runs = await _runs(session, brand_id, ranges.shown)
    basis = runs[-1].basis if runs else None
    names = {BRAND: profile.name, **{c.id: c.name for c in profile.competitors}}
    shown = await _side(session, runs, basis, asked, prompts, names)
    before = None
    if ranges.compared is not None:
        old = await _runs(session, brand_id, ranges.compared)
        before = await _side(session, old, basis, asked, prompts, names)
    stored = [name for name in asked.metrics if name in SCORES]
    headline: tuple[RunRow, ...] = ()
    if stored:
        span = ranges.shown
        headline = tuple(await queries.headline_runs(session, brand_id, span.start, span.end))
    scores = await queries.scores(session, headline, stored)
    changes: Mapping[str, DeltaOut | None] = {}
    if before is not None and before.cells and asked.whole:
        changes = await _headline_changes(session, brand_id, ranges, basis, asked)
    loaded = Loaded(
        asked, ranges, basis, shown, before, prompts, names, scores, headline, now, changes
    )
    return await asyncio.to_thread(lambda: _document(loaded))


async def _runs(session: AsyncSession, brand_id: UUID, span: DaySpan) -> list[RunRow]:
    return await queries.scored_runs(session, brand_id, span.start, span.end)


async def _headline_changes(
    session: AsyncSession,
    brand_id: UUID,
    ranges: Ranges,
    basis: RunBasis | None,
    asked: MetricsQuery,
) -> dict[str, DeltaOut | None]:
    """What was told of the headline numbers after the compared span."""
    judged = [name for name in asked.metrics if name in JUDGED_METRICS]
    start = ranges.compared.end if ranges.compared else ranges.shown.start
    runs = await queries.scored_runs(session, brand_id, start, ranges.shown.end)
    return await changes_over(session, [run for run in runs if run.basis == basis], judged)


async def _side(
    session: AsyncSession,
    runs: Sequence[RunRow],
    basis: RunBasis | None,
    asked: MetricsQuery,
    prompts: Mapping[str, PromptRow],
    names: Collection[str],
) -> Side:
    own = tuple(run for run in runs if run.basis == basis)
    if basis is None or not own:
        return Side((), (), ShareOfVoice(()))
    rows = await queries.cells(session, own, basis)
    panel = tuple(
        row
        for row in rows
        if row.cell.prompt_id in prompts and (not asked.engines or row.cell.engine in asked.engines)
    )
    kept = tuple(row for row in panel if _admits(asked, row, prompts))
    share_of_voice = ShareOfVoice(())
    if asked.rivals or asked.group_by == "competitor" or "shareOfVoice" in asked.metrics:
        keys = {row.cell.prompt_id for row in kept}
        found = await queries.entities(session, {(r.run_id, r.cell.engine) for r in kept})
        share_of_voice = ShareOfVoice(
            tuple(pair for pair in found if pair[1].prompt_id in keys),
            await queries.not_counted(session, [run.id for run in own], {*names} - {BRAND}),
        )
    return Side(own, kept, share_of_voice, panel)


def _admits(asked: MetricsQuery, row: RunCellRow, prompts: Mapping[str, PromptRow]) -> bool:
    prompt = prompts[row.cell.prompt_id]
    return (
        (not asked.topics or prompt.topic in asked.topics)
        and (not asked.intents or prompt.intent in asked.intents)
        and (not asked.markets or prompt.locale in asked.markets)
        and (not asked.prompts or prompt.id in asked.prompts)
    )


def _document(loaded: Loaded) -> MetricsOut:
    asked = loaded.asked
    groups = groups_of(loaded)
    runs = loaded.shown.runs
    return MetricsOut(
        range=_span(loaded.ranges.shown),
        compare=_span(loaded.ranges.compared) if loaded.ranges.compared else None,
        clipped=loaded.ranges.clipped,
        compare_clipped=loaded.ranges.compare_clipped,
        history_from=loaded.ranges.history_from,
        as_of=runs[-1].at if runs else loaded.as_of,
        basis=loaded.basis,
        runs=len(runs),
        group_by=asked.group_by,
        metrics=list(asked.metrics),
        groups=groups,
        series=series_of(loaded, [group.key for group in groups]),
    )


def _span(span: DaySpan) -> SpanOut:
    return SpanOut(from_=span.first, to=span.last, time_zone=str(span.zone))
