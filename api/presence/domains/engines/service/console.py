"""Engines as staff see and switch them, across all tenants.

Invariant: staff's decisions apply to everybody from the next run on, also to customers' keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.domains.engines.models import Switch
from presence.domains.engines.queries import engine_decisions, gates, trials
from presence.domains.engines.records import Ceiling
from presence.domains.engines.registry import ASSISTANTS, spec
from presence.domains.engines.service import spending
from presence.domains.engines.service.connections import connection_settings, deployment_gate

_RECENT = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class EngineState:
    """How an engine is connected, switched and performing.

    `ceiling_used` and `all_ceiling_used` are the percentages of the day's ceilings that are spent
    or reserved, for this engine and for all together.
    """

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
    error_rate_1h: float | None
    p95_latency_ms: float | None
    asked_today: int
    cost_today: float
    cost_month: float
    changed_at: datetime | None
    monthly_cap: float | None
    cap_used: float | None
    daily_ceiling: float
    ceiling_used: float
    all_ceiling_used: float
    last_test_at: datetime | None
    last_test_state: str | None
    last_test_message: str | None
    last_test_latency_ms: int | None
    last_test_cost: float | None


async def engine_states(
    session: AsyncSession, settings: Settings, now: datetime
) -> list[EngineState]:
    """Every engine that needs a connection, in registry order."""
    decided = await engine_decisions.all_switches(session)
    faring = await engine_decisions.faring(session, now)
    tests = await trials.newest(session)
    latency = await engine_decisions.latency(session, _id_at(now - _RECENT))
    ours = {name: deployment_gate(settings, name) for name in ASSISTANTS}
    health = await gates.health(session, [gate for gate in ours.values() if gate], now)
    today = await spending.todays_ceilings(session, settings, now)
    found = []
    for assistant in ASSISTANTS.values():
        group, switch = connection_settings(settings, assistant.id), decided.get(assistant.id)
        fares, gate = faring.get(assistant.id), ours[assistant.id]
        circuit = health.get(gate) if gate else None
        model = (switch.model if switch else "") or group.model or assistant.model
        asked, failed = (fares.asked_1h, fares.failed_1h) if fares else (0, 0)
        shown = spec(assistant.access("", model, group.base_url, group.timeout_s, typed=False))
        found.append(
            EngineState(
                id=assistant.id,
                name=shown.name,
                provider=shown.provider,
                model=model,
                configured=gate is not None,
                enabled=group.enabled and (switch is None or switch.enabled),
                circuit=circuit.state if circuit else ("ok" if gate else "not-connected"),
                circuit_until=circuit.until if circuit else None,
                last_error=circuit.last_error if circuit else "",
                asked_1h=asked,
                failed_1h=failed,
                error_rate_1h=100 * failed / asked if asked else None,
                p95_latency_ms=latency.get(assistant.id),
                asked_today=fares.asked_today if fares else 0,
                cost_today=fares.cost_today if fares else 0.0,
                cost_month=fares.cost_month if fares else 0.0,
                changed_at=switch.changed_at if switch else None,
                daily_ceiling=float(group.daily_ceiling_usd),
                ceiling_used=_percent(today.get(assistant.id)),
                all_ceiling_used=_percent(today[spending.ALL]),
                **_spending(switch, fares),
                **_trial(tests.get(assistant.id)),
            )
        )
    return found


async def switch_engine(
    session: AsyncSession,
    engine: str,
    now: datetime,
    *,
    enabled: bool | None = None,
    model: str | None = None,
    **caps: Decimal | None,
) -> None:
    """Change an engine's settings; `monthly_cap_usd` may be None for no cap. Raises NotFound."""
    if engine not in ASSISTANTS:
        raise NotFound("We could not find that engine.")
    values = {"enabled": enabled, "model": model}
    decided = {name: value for name, value in values.items() if value is not None} | caps
    await engine_decisions.set_switch(session, engine, {**decided, "changed_at": now})


def _spending(switch: Switch | None, fares: Row[Any] | None) -> dict[str, Any]:
    """The cap on our own keys, and the percentage used this month."""
    cap = float(switch.monthly_cap_usd) if switch and switch.monthly_cap_usd is not None else None
    spent = fares.own_month if fares else 0.0
    used = None if cap is None else 100.0 if cap == 0 else 100 * spent / cap
    return {"monthly_cap": cap, "cap_used": used}


def _percent(ceiling: Ceiling | None) -> float:
    """The percentage of a day's ceiling that is spent or reserved."""
    if ceiling is None:
        return 0.0
    if ceiling.limit == 0:
        return 100.0
    return float(100 * (ceiling.used + ceiling.reserved) / ceiling.limit)


def _trial(row: Row[Any] | None) -> dict[str, Any]:
    named = {"at": "asked_at"} | {n: n for n in ("state", "message", "latency_ms", "cost")}
    return {f"last_test_{name}": getattr(row, source, None) for name, source in named.items()}


def _id_at(moment: datetime) -> UUID:
    """The smallest id that could have been created then: ids begin with their time."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)
