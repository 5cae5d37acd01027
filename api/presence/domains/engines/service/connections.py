"""Whose key is used for an engine: the workspace's own if there is one, else the deployment's.

Invariant: a key is decrypted only by `access_of`, for the caller that uses it; everything else
works with its hash and its public properties.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import EngineAccess
from presence.core.secrets import open_vault
from presence.core.settings import EngineConnection, Settings
from presence.db.sealed import sealed_to
from presence.domains.engines.models import Credential
from presence.domains.engines.queries import engine_decisions, keys
from presence.domains.engines.records import PLAN, Cap, KeySource
from presence.domains.engines.registry import ASSISTANTS, Assistant


@dataclass(frozen=True, slots=True)
class Connection:
    """An engine that can be asked; `gate` identifies its key at its provider, not revealing it."""

    assistant: Assistant
    source: KeySource
    model: str
    base_url: str
    gate: bytes
    cap: Cap | None
    refused: bool

    @property
    def account(self) -> str:
        """The budget that pays."""
        return PLAN if self.source == "deployment" else self.assistant.id


def connection_settings(settings: Settings, engine_id: str) -> EngineConnection:
    """The settings group of an engine."""
    group: EngineConnection = getattr(settings.engines, engine_id)
    return group


def gate_of(engine_id: str, base_url: str, api_key: str) -> bytes:
    """SHA-256 that identifies a key at a provider; equal keys share limits across workspaces."""
    return hashlib.sha256("\0".join((engine_id, base_url, api_key)).encode()).digest()


def deployment_gate(settings: Settings, engine_id: str) -> bytes | None:
    """The gate of our own key at the provider; None without one."""
    assistant, group = ASSISTANTS[engine_id], connection_settings(settings, engine_id)
    key = group.api_key.get_secret_value()
    configured = group.base_url if assistant.keyless else key
    return gate_of(engine_id, group.base_url, key) if configured else None


def place_of(workspace_id: UUID, engine_id: str) -> str:
    """The place that a key's ciphertext is bound to."""
    return sealed_to(Credential.secret, workspace_id=workspace_id, engine=engine_id)


async def connections(session: AsyncSession, settings: Settings) -> dict[str, Connection]:
    """Every engine that has a key (or needs none) and is not switched off by staff, by id."""
    own = {row.engine: row for row in await keys.credentials(session)}
    switched = await engine_decisions.all_switches(session)
    found = {}
    for assistant in ASSISTANTS.values():
        group = connection_settings(settings, assistant.id)
        switch = switched.get(assistant.id)
        if switch is not None and not switch.enabled:  # guard: engines.staff-switch
            continue
        if assistant.id in own:
            found[assistant.id] = _own(assistant, own[assistant.id])
        elif group.base_url if assistant.keyless else group.api_key.get_secret_value():
            found[assistant.id] = _deployment(assistant, group, switch.model if switch else "")
    return found


def _own(assistant: Assistant, row: Credential) -> Connection:
    return Connection(
        assistant,
        "workspace",
        row.model or assistant.model,
        row.base_url,
        row.gate,
        cap_of(row),
        row.check_ok is False,
    )


def _deployment(assistant: Assistant, group: EngineConnection, chosen: str) -> Connection:
    key = group.api_key.get_secret_value()
    gate = gate_of(assistant.id, group.base_url, key)
    model = chosen or group.model or assistant.model
    return Connection(assistant, "deployment", model, group.base_url, gate, None, False)


def cap_of(row: Credential) -> Cap | None:
    """The monthly cap that a person set for a key."""
    if row.monthly_cap is None or row.cap_unit is None:
        return None
    return Cap("usd" if row.cap_unit == "usd" else "answers", row.monthly_cap)


async def access_of(
    session: AsyncSession, settings: Settings, workspace_id: UUID, connection: Connection
) -> EngineAccess:
    """Everything needed to ask, including the key. Raises `core.secrets.Unreadable`."""
    group = connection_settings(settings, connection.assistant.id)
    key = group.api_key.get_secret_value()
    if connection.source == "workspace":
        key = await _open_own(session, settings, workspace_id, connection.assistant.id)
    typed = connection.source == "workspace" and bool(connection.base_url)
    return connection.assistant.access(
        key, connection.model, connection.base_url, group.timeout_s, typed=typed
    )


async def _open_own(
    session: AsyncSession, settings: Settings, workspace_id: UUID, engine_id: str
) -> str:
    row = await keys.credential(session, engine_id)
    if row is None:
        return ""
    vault = await asyncio.to_thread(open_vault, settings)
    place = place_of(workspace_id, engine_id)
    return vault.open(row.secret, place)
