"""The console's routes about engines and what they cost."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, ClassVar
from uuid import UUID

from fastapi import Request
from pydantic import StringConstraints
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from presence.core.settings import Settings
from presence.domains.engines.queries.switches import COSTS
from presence.domains.engines.service.console import engine_states, switch_engine
from presence.domains.operators.context import May, console, operation, told
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.resources import Resource, add_resource
from presence.domains.operators.schemas import ReasonIn
from presence.http.adminlists import AdminListOut, PageInfoOut
from presence.http.conditional import answer
from presence.http.schemas import ApiOut, unit
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("engines")


class EngineRecordOut(ApiOut):
    """An engine over all tenants; circuit is ok, unsteady, slowed, down or not-connected."""

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


class ModelIn(ReasonIn):
    """Which model is asked on our own key; empty is the configured one."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "model": "Model is required"}

    model: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]


class CostRecordOut(ApiOut):
    """What one workspace's answers of one engine cost on one day."""

    id: str
    workspace_id: UUID
    workspace_name: str
    day: date
    engine: str
    key_source: str
    answers: int
    failed: int
    input_tokens: int
    output_tokens: int
    cost: float = unit("usd")


add_resource(router, Resource("costs", COSTS, CostRecordOut))


@router.get("/engines", name="list_engines", dependencies=[May("engines", "list")])
async def engines(
    session: SessionDep, settings: SettingsDep, now: NowDep
) -> AdminListOut[EngineRecordOut]:
    """Every engine that needs a connection."""
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
    """One engine."""
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
    told().before.update(enabled=before.enabled, model=before.model)
    told().after.update(decided)
    await switch_engine(session, key, now, **decided)
    return await _state(session, settings, key, now)


@router.post("/engines/{key}/enable", dependencies=[May("engines", "enable")])
@operation("engines", "enable")
async def enable_engines(
    key: str, body: ReasonIn, session: SessionDep, settings: SettingsDep, now: NowDep
) -> EngineRecordOut:
    """Let the engine be asked again."""
    return await _switch(key, session, settings, now, enabled=True)


@router.post("/engines/{key}/disable", dependencies=[May("engines", "disable")])
@operation("engines", "disable")
async def disable_engines(
    key: str, body: ReasonIn, session: SessionDep, settings: SettingsDep, now: NowDep
) -> EngineRecordOut:
    """Let nobody's next run ask the engine."""
    return await _switch(key, session, settings, now, enabled=False)


@router.post("/engines/{key}/set-model", dependencies=[May("engines", "set-model")])
@operation("engines", "set-model")
async def set_model_engines(
    key: str, body: ModelIn, session: SessionDep, settings: SettingsDep, now: NowDep
) -> EngineRecordOut:
    """Ask another model on our own key from the next run on."""
    return await _switch(key, session, settings, now, model=body.model)
