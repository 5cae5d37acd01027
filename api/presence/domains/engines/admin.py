"""The console's routes about engines and what they cost."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from fastapi import Request
from pydantic import Field, StringConstraints
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from presence.core.settings import Settings
from presence.domains.engines.queries.engine_decisions import COSTS, MARGINS
from presence.domains.engines.queries.trials import ENGINE_TESTS
from presence.domains.engines.service.console import engine_states, switch_engine
from presence.domains.engines.service.trials import request_test
from presence.domains.operators.context import (
    CurrentOperator,
    May,
    OperatorCallDep,
    console,
    current_operation,
    operation,
)
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.resources import Resource, add_resource
from presence.domains.operators.schemas import ReasonIn
from presence.http.adminlists import AdminListOut, PageInfoOut
from presence.http.conditional import answer
from presence.http.schemas import ApiOut, unit
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("engines")


class EngineRecordOut(ApiOut):
    """An engine across all workspaces; circuit is ok, unsteady, slowed, down or not-connected."""

    id: str
    name: str
    provider: str
    model: str
    configured: bool
    enabled: bool
    circuit: str
    circuit_until: datetime | None
    last_error: str
    asked_1h: int
    failed_1h: int
    error_rate_1h: float | None = unit("percent")
    p95_latency_ms: float | None = unit("ms")
    asked_today: int
    cost_today: float = unit("usd")
    cost_month: float = unit("usd")
    changed_at: datetime | None
    monthly_cap: float | None = unit("usd")
    cap_used: float | None = unit("percent")
    daily_ceiling: float = unit("usd")
    ceiling_used: float = unit("percent")
    all_ceiling_used: float = unit("percent")
    last_test_at: datetime | None
    last_test_state: Literal["waiting", "ok", "failed"] | None
    last_test_message: str | None
    last_test_latency_ms: int | None = unit("ms")
    last_test_cost: float | None = unit("usd")


class ModelIn(ReasonIn):
    """The model to ask with the deployment's key; empty for the configured one."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "model": "Model is required"}

    model: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]


class DeploymentCapIn(ReasonIn):
    """The monthly cap of the deployment's key; null means no cap."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "monthly_cap": "Cap must be non-negative",
    }

    monthly_cap: Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)] | None


class EngineTestRecordOut(ApiOut):
    """A test question, with the answer and its cost."""

    id: UUID
    engine: str
    model: str
    state: Literal["waiting", "ok", "failed"]
    error_code: str
    message: str
    answer: str
    latency_ms: int | None = unit("ms")
    input_tokens: int | None = unit("count")
    output_tokens: int | None = unit("count")
    cost: float = unit("usd")
    staff_id: UUID
    staff_name: str
    asked_at: datetime
    finished_at: datetime | None
    created_at: datetime


class MarginRecordOut(ApiOut):
    """What a plan's workspaces pay per month, and what they cost this month on the deployment's
    keys.
    """

    id: int
    plan_name: str
    workspaces: int = unit("count")
    mrr: float = unit("usd")
    cost_month: float = unit("usd")
    margin: float = unit("usd")
    margin_percent: float | None = unit("percent")


class CostRecordOut(ApiOut):
    """The cost of one engine for one workspace and day; without a workspace, of staff's test
    questions or of the engine watch.
    """

    id: str
    workspace_id: UUID | None
    workspace_name: str | None
    day: date
    engine: str
    key_source: str
    answers: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: float = unit("usd")


add_resource(router, Resource("costs", COSTS, CostRecordOut))
add_resource(router, Resource("margins", MARGINS, MarginRecordOut))
add_resource(router, Resource("engine-tests", ENGINE_TESTS, EngineTestRecordOut))


@router.get("/engines", name="list_engines", dependencies=[May("engines", "list")])
async def engines(
    session: SessionDep, settings: SettingsDep, now: NowDep
) -> AdminListOut[EngineRecordOut]:
    """List the engines that need a connection."""
    states = await engine_states(session, settings, now)
    return AdminListOut(
        data=[EngineRecordOut.model_validate(state) for state in states],
        total=len(states),
        page_info=PageInfoOut(has_next_page=False, has_previous_page=False),
    )


@router.get(
    "/engines/{key}",
    name="show_engines",
    response_model=EngineRecordOut,
    dependencies=[May("engines", "show")],
)
async def engine(
    request: Request, key: str, session: SessionDep, settings: SettingsDep, now: NowDep
) -> Response:
    """Get an engine."""
    return answer(request, await _state(session, settings, key, now))


async def _state(
    session: AsyncSession, settings: Settings, key: str, now: datetime
) -> EngineRecordOut:
    for state in await engine_states(session, settings, now):
        if state.id == key:
            return EngineRecordOut.model_validate(state)
    raise nothing_there()


async def _switch(
    key: str, session: AsyncSession, settings: Settings, now: datetime, **decided: Any
) -> EngineRecordOut:
    before = await _state(session, settings, key, now)
    shown = {"enabled": before.enabled, "model": before.model, "monthlyCap": before.monthly_cap}
    current_operation().before.update(shown)
    current_operation().after.update(
        {k: str(v) if isinstance(v, Decimal) else v for k, v in decided.items()}
    )
    await switch_engine(session, key, now, **decided)
    return await _state(session, settings, key, now)


@router.post("/engines/{key}/enable", dependencies=[May("engines", "enable")])
@operation("engines", "enable")
async def enable_engines(
    key: str,
    body: ReasonIn,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> EngineRecordOut:
    """Enable an engine."""
    return await _switch(key, session, settings, now, enabled=True)


@router.post("/engines/{key}/disable", dependencies=[May("engines", "disable")])
@operation("engines", "disable")
async def disable_engines(
    key: str,
    body: ReasonIn,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> EngineRecordOut:
    """Disable an engine.

    No run asks it from the next one on.
    """
    return await _switch(key, session, settings, now, enabled=False)


@router.post("/engines/{key}/set-model", dependencies=[May("engines", "set-model")])
@operation("engines", "set-model")
async def set_model_engines(
    key: str,
    body: ModelIn,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> EngineRecordOut:
    """Set the model to ask with the deployment's key.

    It applies from the next run.
    """
    return await _switch(key, session, settings, now, model=body.model)


@router.post("/engines/{key}/set-cap", dependencies=[May("engines", "set-cap")])
@operation("engines", "set-cap")
async def set_cap_engines(
    key: str,
    body: DeploymentCapIn,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> EngineRecordOut:
    """Set the monthly cap of the deployment's key for an engine.

    Once the cap is reached, runs leave the engine out.
    """
    return await _switch(key, session, settings, now, monthly_cap_usd=body.monthly_cap)


@router.post("/engines/{key}/test-call", dependencies=[May("engines", "test-call")])
@operation("engines", "test-call")
async def test_call_engines(
    key: str,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> EngineRecordOut:
    """Ask an engine a test question with the deployment's key.

    The question runs in the background and costs as much as any other.
    """
    await _state(session, settings, key, now)
    test_id = await request_test(session, settings, key, who.id, now)
    current_operation().after["testId"] = str(test_id)
    return await _state(session, settings, key, now)
