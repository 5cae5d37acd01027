"""The four tiles above the analytics charts.

Invariant: a tile without data is null with a reason, never a number that could be taken for data.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.scoring.formulas import Metric
from presence.analysis.scoring.technical_change import compare_technical
from presence.analysis.types import Score
from presence.domains.analytics.schemas.analytics import (
    GrowthOut,
    GrowthVerdict,
    ResponseTimeOut,
    TileScoreOut,
    TilesOut,
)
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.results.queries import cells as queries
from presence.domains.results.queries.cells import RunRow
from presence.domains.results.service.ranges import history_start, moments
from presence.domains.results.service.span_changes import changes_over
from presence.domains.workspaces.service import workspace_zone

MONTH = timedelta(days=28)
HISTORY = timedelta(days=120)
_MOMENT = timedelta(microseconds=1)
_NO_INTERVAL = "None"
LEAST_BASE = 5.0  # below this, a percentage is meaningless: "New"
TILE_METRICS = (
    Metric(
        "monthlyGrowth", "Monthly Growth",
        f"(AI Visibility now ÷ AI Visibility {MONTH.days} days or more ago − 1) × 100, only where"
        f" the change of the content score is more than chance; “New” below {LEAST_BASE:g} or"
        " without a score from then.",
        "percent", "None: the verdict on the content score decides whether it is shown",
    ),
    Metric(
        "audienceReach", "Audience Reach",
        "100 × Σ (demand of a question × its mention rate) ÷ Σ demand. Needs a source of demand;"
        " without one no number is shown.",
        "percent", _NO_INTERVAL,
    ),
    Metric(
        "responseTime", "Response Time",
        "Median time to the first byte of the brand's pages, fetched by our crawler in the newest"
        " analysis",
        "ms", _NO_INTERVAL,
    ),
)  # fmt: skip


async def tiles(
    session: AsyncSession, brand_id: UUID, days: tuple[date | None, date | None], now: datetime
) -> TilesOut:
    """Overall score, growth over a month, audience reach and response time.

    They are those of the newest run of the days, without days of the newest run of all. Raises
    PlanLimitReached, NotFound, and ValidationFailed for days in the wrong order.
    """
    await get_brand(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    zone = await workspace_zone(session)
    first, end = _span(days, zone, now)
    kept = max(first - HISTORY, history_start(now, zone, limits.analytics_days))
    runs = await queries.headline_runs(session, brand_id, kept, now + timedelta(days=1))
    shown = [run for run in runs if run.at < end]
    ever = runs[-1].at if runs else None
    if not shown or shown[-1].at < first:
        return TilesOut(
            as_of=None,
            run_id=None,
            newest_at=ever,
            basis=None,
            overall=None,
            growth=None,
            response_time=None,
        )
    newest = shown[-1]
    found = await queries.scores(session, shown, ["overall"])
    row = found.get((newest.id, "overall"))
    median, pages = await queries.first_byte_ms(session, newest.id)
    overall = {run_id: score.value for (run_id, _), score in found.items()}
    return TilesOut(
        as_of=newest.at,
        run_id=newest.id,
        newest_at=ever,
        basis=newest.basis,
        overall=None if row is None else TileScoreOut.model_validate(row),
        growth=None if row is None else await _growth(session, brand_id, shown, overall),
        response_time=None if median is None else ResponseTimeOut(value=median, pages=pages),
    )


def _span(
    days: tuple[date | None, date | None], zone: ZoneInfo, now: datetime
) -> tuple[datetime, datetime]:
    """[start, end) in which the newest run counts."""
    start, end = moments(*days, zone)
    return start or now - HISTORY, end or now + timedelta(days=1)


async def _growth(
    session: AsyncSession, brand_id: UUID, runs: list[RunRow], overall: dict[UUID, float]
) -> GrowthOut:
    """(now / a month ago - 1) x 100 of the newest run, with the verdict on the change behind it."""
    newest = runs[-1]
    older = [
        run
        for run in runs
        if run.basis == newest.basis and run.at <= newest.at - MONTH and run.id in overall
    ]
    base = overall[older[-1].id] if older else None
    if base is None or base < LEAST_BASE:
        return GrowthOut(value=None, verdict="new", since=older[-1].at if older else None)
    then = older[-1]
    asked = await queries.scored_runs(session, brand_id, runs[0].at, newest.at + _MOMENT)
    own = [run for run in asked if run.basis == newest.basis]
    since = [run for run in own if run.at > then.at]
    if own and not since:  # only the site was read anew
        verdict = await _verdict_of_audits(session, then, newest)
    else:
        verdict = await _verdict(session, since)
    value = 100.0 * (overall[newest.id] / base - 1.0) if verdict == "moved" else None
    return GrowthOut(value=value, verdict=verdict, since=then.at)


async def _verdict(session: AsyncSession, since: list[RunRow]) -> GrowthVerdict:
    """What the runs since a month ago were told about the content score."""
    found = (await changes_over(session, since, ["content"]))["content"]
    return "not enough data" if found is None else found.verdict


async def _verdict_of_audits(session: AsyncSession, then: RunRow, newest: RunRow) -> GrowthVerdict:
    """Whether the technical score changed between two runs with the same answers."""
    found = await queries.scores(session, [then, newest], ["technical"])
    rows = [found.get((run.id, "technical")) for run in (then, newest)]
    scores = [Score(row.value, row.low, row.high, row.n, "pages", "") for row in rows if row]
    if len(scores) < len(rows):
        return "not enough data"
    before, after = scores
    return compare_technical(before, after, None, newest.seed).verdict
