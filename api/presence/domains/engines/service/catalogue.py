"""What a workspace sees of the engine registry, and what its next run may ask.

Invariant: an engine without a key is listed with instructions for connecting it, never left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters.assistants import locale_hint
from presence.analysis.ports import EngineAccess
from presence.analysis.types import EngineSpec
from presence.core.settings import Settings
from presence.domains.billing.service import current_plan
from presence.domains.engines.queries import gates, trials
from presence.domains.engines.queries.engine_decisions import all_switches
from presence.domains.engines.records import Engine, Health, Recipient, Status
from presence.domains.engines.registry import (
    ASSISTANTS,
    FREE,
    FREE_HINTS,
    SIMULATOR,
    Assistant,
    spec,
)
from presence.domains.engines.service.connections import (
    Connection,
    connection_settings,
    connections,
)


async def list_engines(session: AsyncSession, settings: Settings) -> tuple[Engine, ...]:
    """The whole registry in its order; free engines last."""
    known = await connections(session, settings)
    off = {name for name, row in (await all_switches(session)).items() if not row.enabled}
    limit = (await current_plan(session)).limits.value("engines.max")
    health = await _health(session, known)
    listed, connected = [], 0
    for assistant in ASSISTANTS.values():
        connection = known.get(assistant.id)
        status = "disabled" if assistant.id in off else _status(settings, assistant, connection)
        fits = limit is None or connected < int(limit)
        listed.append(
            _engine(settings, assistant, connection, status, fits, health.get(assistant.id))
        )
        connected += status == "connected"
    return (*listed, *(_free(item) for item in FREE.values()))


def recipients() -> tuple[Recipient, ...]:
    """Every external engine, in registry order, with what it receives when asked."""
    shown = [
        (assistant, spec(EngineAccess(assistant.id, assistant.model, "", "")))
        for assistant in ASSISTANTS.values()
    ]
    return tuple(
        Recipient(engine.name, engine.provider, assistant.web_search, locale_hint(assistant.id))
        for assistant, engine in shown
    )


async def engines_for_run(session: AsyncSession, settings: Settings) -> tuple[EngineSpec, ...]:
    """Engines that are connected, in the plan and within staff's cap, in registry order.

    The simulator is always last.
    """
    capped = await trials.capped(session, datetime.now(UTC))
    chosen = [
        EngineSpec(e.id, e.name, e.provider, e.model, e.surface, e.basis)
        for e in await list_engines(session, settings)
        if e.id in ASSISTANTS
        and e.status == "connected"
        and e.enabled_on_plan
        and not (e.id in capped and e.key == "deployment")
    ]
    return (*chosen, SIMULATOR)


def _status(settings: Settings, assistant: Assistant, connection: Connection | None) -> Status:
    if not connection_settings(settings, assistant.id).enabled:
        return "disabled"
    if connection is None:
        return "not-connected"
    return "suspended" if connection.refused else "connected"


def _engine(
    settings: Settings,
    assistant: Assistant,
    connection: Connection | None,
    status: Status,
    fits: bool,
    health: Health | None,
) -> Engine:
    group = connection_settings(settings, assistant.id)
    model = connection.model if connection else group.model or assistant.model
    base_url = connection.base_url if connection else group.base_url
    shown = spec(EngineAccess(assistant.id, model, "", base_url))
    return Engine(
        id=assistant.id,
        name=shown.name,
        provider=shown.provider,
        surface=shown.surface,
        model=model,
        web_search=assistant.web_search,
        basis=shown.basis,
        status=status,
        key=connection.source if connection else None,
        enabled_on_plan=fits,
        how_to_connect=assistant.how_to_connect,
        health=health,
    )


def _free(item: EngineSpec) -> Engine:
    return Engine(
        id=item.id,
        name=item.name,
        provider=item.provider,
        surface=item.surface,
        model=item.model,
        web_search=False,
        basis=item.basis,
        status="connected",
        key=None,
        enabled_on_plan=True,
        how_to_connect=FREE_HINTS[item.id],
        health=None,
    )


async def _health(session: AsyncSession, known: Mapping[str, Connection]) -> dict[str, Health]:
    by_gate = {connection.gate: name for name, connection in known.items()}
    if not by_gate:
        return {}
    rows = await gates.health(session, by_gate.keys(), datetime.now(UTC))
    return {
        by_gate[gate]: Health(row.state, row.until, row.last_error) for gate, row in rows.items()
    }
