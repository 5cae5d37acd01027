"""Estimating a run before it starts."""

from __future__ import annotations

from decimal import Decimal
from uuid import UUID

from presence.domains.results.service.estimating import (
    HIGH,
    LOW,
    EngineEstimate,
    Estimate,
    Goal,
    estimate_run,
)
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.runs.schemas.runs import (
    EngineEstimateOut,
    EstimateIn,
    EstimateOut,
    GoalOut,
    SmallerRunOut,
)
from presence.domains.runs.service import Order
from presence.domains.runs.service.smaller_runs import SmallerRun
from presence.domains.workspaces.context import TenantSession
from presence.http.session import NowDep, SettingsDep

router = slice_router("runs")


@router.post("/api/v1/brands/{brand_id}/runs/estimate", dependencies=VIEW)
async def estimate(
    brand_id: UUID,
    session: TenantSession,
    settings: SettingsDep,
    now: NowDep,
    body: EstimateIn | None = None,
) -> EstimateOut:
    """Estimate the answers, the cost and the precision of a run.

    Nothing is started or reserved. With `detectPoints`, also returns what it takes to see a
    change of that size with four chances in five.
    """
    wanted = body or EstimateIn()
    order = Order(
        wanted.kind, wanted.prompt_ids, questions=wanted.questions, engines=wanted.engines
    )
    found = await estimate_run(session, settings, brand_id, order, now, wanted.detect_points)
    return _estimate(found)


def _estimate(found: Estimate) -> EstimateOut:
    return EstimateOut(
        kind=found.order.kind,
        prompts=found.plan.questions,
        samples=found.plan.samples,
        answers=found.answers,
        engines=[_engine(item) for item in found.engines],
        **_range(found.cost),
        affordable=found.refusal is None,
        refusal=found.refusal,
        plan_helps=found.plan_helps,
        smaller=[_smaller(run) for run in found.smaller],
        allowance=found.usage.allowance,
        budget=found.budget,
        detectable_points=found.detectable,
        goal=None if found.goal is None else _goal(found.goal),
        sentence=found.sentence,
    )


def _smaller(run: SmallerRun) -> SmallerRunOut:
    return SmallerRunOut(
        means=run.means,
        kind=run.order.kind,
        questions=run.order.questions,
        engines=list(run.order.engines),
        prompts=run.plan.questions,
        answers=sum(run.plan.wanted.values()),
    )


def _goal(goal: Goal) -> GoalOut:
    interval = goal.look.interval
    return GoalOut(
        points=goal.points,
        samples=goal.samples,
        prompts=goal.prompts,
        engines=goal.engines,
        answers=goal.answers,
        cost_usd=None if goal.cost is None else float(goal.cost),
        sentence=goal.sentence,
        mention_rate_low=None if interval is None else 100.0 * interval.low,
        mention_rate_high=None if interval is None else 100.0 * interval.high,
        sampling=goal.look.reason,
    )


def _engine(item: EngineEstimate) -> EngineEstimateOut:
    entry = item.entry
    return EngineEstimateOut(
        id=entry["id"],
        name=entry["name"],
        surface=entry["surface"],
        model=entry["model"],
        answers=entry["planned"],
        reason=entry["reason"],
        **_range(item.expected),
    )


def _range(cost: Decimal) -> dict[str, float]:
    return {
        "cost_usd": float(cost),
        "cost_low_usd": float(cost * LOW),
        "cost_high_usd": float(cost * HIGH),
    }
