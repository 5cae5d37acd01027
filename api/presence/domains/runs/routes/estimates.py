"""Estimating a run before it starts, and importing answers collected elsewhere."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import UUID

from fastapi import Request, Response

from presence.domains.brands.service import get_brand
from presence.domains.runs.context import RUN, VIEW, ready_json, slice_router
from presence.domains.runs.import_forms import FILE_FIELD, read_import
from presence.domains.runs.schemas.runs import (
    AnswersIn,
    EngineEstimateOut,
    EstimateIn,
    EstimateOut,
    GoalOut,
    ImportPreviewOut,
    RunOut,
    SmallerRunOut,
)
from presence.domains.runs.service import Order, run_views
from presence.domains.runs.service.answers import importing, previewing
from presence.domains.runs.service.estimating import (
    HIGH,
    LOW,
    EngineEstimate,
    Estimate,
    Goal,
    estimate_run,
)
from presence.domains.runs.service.smaller_runs import SmallerRun
from presence.domains.workspaces.context import LongCallDep, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import SettingsDep

router = slice_router("runs")


@router.post("/api/v1/brands/{brand_id}/runs/estimate", dependencies=VIEW)
async def estimate(
    brand_id: UUID, session: TenantSession, settings: SettingsDep, body: EstimateIn | None = None
) -> EstimateOut:
    """Estimate the answers, the cost and the precision of a run.

    Nothing is started or reserved. With `detectPoints`, also returns what it takes to detect a
    change of that size.
    """
    wanted = body or EstimateIn()
    order = Order(
        wanted.kind, wanted.prompt_ids, questions=wanted.questions, engines=wanted.engines
    )
    found = await estimate_run(session, settings, brand_id, order, wanted.detect_points)
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
    plan, interval = goal.plan, goal.look.interval
    return GoalOut(
        points=plan.points,
        samples=plan.samples,
        prompts=plan.prompts,
        engines=plan.engines,
        answers=plan.answers,
        cost_usd=None if plan.cost is None else float(plan.cost),
        sentence=plan.sentence,
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


def _bodies() -> dict[str, Any]:
    """Both request bodies for the API description; the route reads them itself."""
    form = {
        "type": "object",
        "required": [FILE_FIELD],
        "properties": {FILE_FIELD: {"type": "string", "format": "binary"}},
    }
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": AnswersIn.model_json_schema()},
                "multipart/form-data": {"schema": form},
            },
        }
    }


@router.post(
    "/api/v1/brands/{brand_id}/answers/import",
    status_code=202,
    response_model=RunOut,
    dependencies=RUN,
    openapi_extra=_bodies(),
    responses=documented(409, 413, 415),
)
@idempotent
async def import_answers(
    brand_id: UUID,
    session: TenantSession,
    settings: SettingsDep,
    request: Request,
    call: LongCallDep,
    repeatable: RepeatableDep,
) -> Response:
    """Import answers collected elsewhere.

    Accepts pasted text, CSV or JSON. Imported answers are listed but never part of a score. Either
    all answers are imported or none.
    """
    items = await call.wait_for(read_import(request))
    run_id = await importing.import_answers(session, settings, brand_id, items)
    document = await run_views.run_document(session, run_id)
    return ready_json(document, 202, Location=f"/api/v1/runs/{run_id}")


@router.post(
    "/api/v1/brands/{brand_id}/answers/import/preview",
    dependencies=RUN,
    openapi_extra=_bodies(),
    responses=documented(413, 415),
)
async def preview_import(
    brand_id: UUID, session: TenantSession, request: Request, call: LongCallDep
) -> ImportPreviewOut:
    """Preview an import of answers.

    Returns what an import of the same body would add, or every problem found. Nothing is stored.
    """
    await get_brand(session, brand_id)
    return previewing.preview_of(await call.wait_for(read_import(request)))
