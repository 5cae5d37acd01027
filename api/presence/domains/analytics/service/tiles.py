"""The four tiles above the analytics charts.

Invariant: a tile without data is null with a reason, never a number that could be taken for data.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics import mean_change
from presence.analysis.scoring.formulas import Metric
from presence.domains.analytics.schemas.analytics import (
    GrowthOut,
    ResponseTimeOut,
    TileScoreOut,
    TilesOut,
)
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.results.queries import cells as queries
from presence.domains.results.queries.cells import RunRow

MONTH = timedelta(days=28)
HISTORY = timedelta(days=120)
_NO_INTERVAL = "None"
LEAST_BASE = 5.0  # below this, a percentage is meaningless: "New"
TILE_METRICS = (
    Metric(
        "monthlyGrowth", "Monthly Growth",
        f"(AI Visibility now ÷ AI Visibility {MONTH.days} days or more ago − 1) × 100, only where"
        f" the change of the content score is more than chance; “New” below {LEAST_BASE:g} or"
        " without a score from then.",
        "percent", "None: the paired test of the content score decides whether it is shown",
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


async def tiles(session: AsyncSession, brand_id: UUID, now: datetime) -> TilesOut:
    """Overall score, growth over a month, audience reach and response time of the newest run."""
    await get_brand(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    history = min(HISTORY, timedelta(days=limits.analytics_days))
    runs = await queries.scored_runs(session, brand_id, now - history, now + timedelta(days=1))
    if not runs:
        return TilesOut(as_of=None, basis=None, overall=None, growth=None, response_time=None)
    newest = runs[-1]
    found = await queries.scores(session, runs, ["overall"])
    row = found.get((newest.id, "overall"))
    median, pages = await queries.first_byte_ms(session, newest.id)
    return TilesOut(
        as_of=newest.at,
        basis=newest.basis,
        overall=None if row is None else TileScoreOut.model_validate(row),
        growth=await _growth(session, runs, {k[0]: v.value for k, v in found.items()}),
        response_time=None if median is None else ResponseTimeOut(value=median, pages=pages),
    )


async def _growth(
    session: AsyncSession, runs: list[RunRow], overall: dict[UUID, float]
) -> GrowthOut | None:
    """(now / a month ago - 1) x 100, with the verdict on the change behind it."""
    newest = runs[-1]
    older = [
        run
        for run in runs
        if run.basis == newest.basis and run.at <= newest.at - MONTH and run.id in overall
    ]
    if newest.id not in overall:
        return None
    base = overall[older[-1].id] if older else None
    if base is None or base < LEAST_BASE:
        return GrowthOut(value=None, verdict="new", since=older[-1].at if older else None)
    then = older[-1]
    cells = await queries.cells(session, [then, newest], newest.basis)
    sides = [[row.cell for row in cells if row.run_id == run.id] for run in (then, newest)]
    same = all(then.models[e] == newest.models[e] for e in then.models.keys() & newest.models)
    change = mean_change("content", sides[0], sides[1], newest.seed) if same else None
    verdict = change.verdict if change else "model changed"
    value = 100.0 * (overall[newest.id] / base - 1.0) if verdict == "moved" else None
    return GrowthOut(value=value, verdict=verdict, since=then.at)
