"""Keys that a workspace brings itself: storing, deleting and testing them.

Invariant: a key goes in and never comes out; moving a stored key to another server requires
entering it again, so nobody can have it sent to a place where they could read it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import EngineAccess, Probe
from presence.core.errors import RateLimited, ValidationFailed
from presence.core.ids import new_id
from presence.core.masking import masked_address
from presence.core.secrets import SecretsUnusable, Unreadable, open_vault
from presence.core.settings import Settings
from presence.domains.audit.service import is_shown_addresses, record
from presence.domains.engines.errors import no_such_engine, not_connected
from presence.domains.engines.models import Credential
from presence.domains.engines.queries import gates, keys
from presence.domains.engines.records import Check, CredentialChange, CredentialView
from presence.domains.engines.registry import ASSISTANTS, Assistant
from presence.domains.engines.service.addresses import refusal_as_found, refusal_as_typed
from presence.domains.engines.service.allowances import name_of
from presence.domains.engines.service.connections import (
    access_of,
    cap_of,
    connections,
    gate_of,
    place_of,
)
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

JOB = "engines.check_key"
CHECK_WINDOW = timedelta(hours=1)
_SHOWN_FROM = 12  # of a shorter key, four characters would reveal too much
# Failures caused by the key itself; anything else may be over in a minute.
_HOPELESS = frozenset({"unauthorized", "no-credit", "bad-request"})
_UNTRIED = "switched-off"  # says nothing about the key: the previous result stands
_SWITCHED_OFF = "{name} is switched off at the moment. Your key was kept and not tried."


@runtime_checkable
class Probing(Protocol):
    """Tests an access without asking a question."""

    async def probe(self, access: EngineAccess) -> Probe:
        """Whether key, address and model work."""
        ...


async def read_credential(session: AsyncSession, engine_id: str) -> CredentialView:
    """What may be shown of a key; `connected` is False without one. Raises NotFound."""
    _assistant(engine_id)
    view = _view(engine_id, await keys.credential(session, engine_id))
    if view.base_url and not is_shown_addresses():  # guard: engines.masked-address
        return replace(view, base_url=masked_address(view.base_url))
    return view


async def write_credential(
    session: AsyncSession,
    settings: Settings,
    workspace_id: UUID,
    engine_id: str,
    change: CredentialChange,
) -> CredentialView:
    """Store a key or change its settings, and queue a test. Raises ValidationFailed."""
    assistant = _assistant(engine_id)
    _require_valid(settings, assistant, change)
    before = await keys.credential(session, engine_id, lock=True)
    shown_before = _view(engine_id, before)
    values: dict[str, Any] = {
        "base_url": change.base_url,
        "model": change.model,
        "cap_unit": change.cap.unit if change.cap else None,
        "monthly_cap": change.cap.value if change.cap else None,
    }
    if before is None or change.api_key is not None:
        key = _entered(assistant, change)
        values |= await _sealed(settings, workspace_id, engine_id, key, change.base_url)
    elif change.base_url != before.base_url and before.last4:
        raise ValidationFailed.at(
            "/apiKey", "Enter the key again when you change the server address."
        )
    elif change.base_url != before.base_url:
        values |= await _sealed(settings, workspace_id, engine_id, "", change.base_url)
    else:
        values |= {"secret": before.secret, "gate": before.gate, "last4": before.last4}
    other = before is None or values["gate"] != before.gate or change.model != before.model
    if other:
        values |= {"checked_at": None, "check_ok": None, "check_message": ""}
    stored = await keys.put_credential(session, engine_id, values)
    if other:
        await enqueue(session, JOB, {"credential_id": stored}, workspace_id=workspace_id)
    after = _view(engine_id, await _fresh(session, engine_id))
    await record(
        session,
        "engine.key_set",
        f"engine:{engine_id}",
        before=_recorded(shown_before) if before else None,
        after={**_recorded(after), "keyEntered": change.api_key is not None},
    )
    return after


async def remove_credential(session: AsyncSession, engine_id: str) -> None:
    """Delete the workspace's key; does nothing without one. Raises NotFound."""
    _assistant(engine_id)
    shown = _view(engine_id, await keys.credential(session, engine_id))
    if await keys.delete_credential(session, engine_id):
        await record(session, "engine.key_removed", f"engine:{engine_id}", before=_recorded(shown))


async def request_check(
    session: AsyncSession, settings: Settings, workspace_id: UUID, engine_id: str
) -> CredentialView:
    """Queue a test of the key by a worker. Raises NotFound, Conflict without a key, RateLimited."""
    _assistant(engine_id)
    row = await keys.credential(session, engine_id, lock=True)
    if row is None:
        raise not_connected(name_of(engine_id))
    if await keys.count_check(session, row, CHECK_WINDOW) > settings.engines.tests_per_hour:
        raise RateLimited(
            "This key was tried very often. Please wait an hour.",
            headers={"Retry-After": str(int(CHECK_WINDOW.total_seconds()))},
        )
    await enqueue(session, JOB, {"credential_id": row.id}, workspace_id=workspace_id)
    return _view(engine_id, row)


async def check_credential(context: JobContext, credential_id: UUID) -> None:
    """Job: test a key and store the result. A key replaced meanwhile is left alone."""
    resources = context.resources
    async with context.transaction() as session:
        row = await keys.credential_by_id(session, credential_id)
        if row is None:
            return
        engine_id, gate, base_url = row.engine, row.gate, row.base_url
        connection = (await connections(session, resources.settings)).get(engine_id)
        access = None
        if connection is not None:
            with suppress(Unreadable, SecretsUnusable):
                access = await access_of(
                    session, resources.settings, context.workspace_id, connection
                )
    refusal = await refusal_as_found(resources.settings, base_url) if base_url else None
    if connection is None:
        probe = Probe(False, _SWITCHED_OFF.format(name=name_of(engine_id)), _UNTRIED)
    elif access is None:
        probe = Probe(False, f"Enter your {name_of(engine_id)} key again.", "unauthorized")
    elif refusal is not None:
        probe = Probe(False, refusal, "bad-request")
    elif isinstance(resources.assistants, Probing):
        probe = await resources.assistants.probe(access)
    else:
        return
    await _store_check(context, credential_id, engine_id, gate, probe)


async def _store_check(
    context: JobContext, credential_id: UUID, engine_id: str, gate: bytes, probe: Probe
) -> None:
    """A working key also closes the circuit that its failures opened."""
    now = context.resources.clock.now()
    hopeless = probe.code in _HOPELESS
    async with context.transaction() as session:
        row = await keys.credential_by_id(session, credential_id)
        if row is not None:
            row.checked_at = now
            if probe.code != _UNTRIED:  # guard: engines.untried-key
                row.check_ok = True if probe.ok else False if hopeless else None
            row.check_message = probe.message[:500]
    if probe.ok:
        await gates.finish(
            context.resources.database,
            gate,
            new_id(),
            now,
            "ok",
            code="",
            tokens=0,
            pause_s=0.0,
            threshold=1,
            open_s=0.0,
        )


async def _sealed(
    settings: Settings, workspace_id: UUID, engine_id: str, key: str, base_url: str
) -> dict[str, Any]:
    vault = await asyncio.to_thread(open_vault, settings)
    return {
        "secret": vault.seal(key, place_of(workspace_id, engine_id)),
        "gate": gate_of(engine_id, base_url, key),
        "last4": key[-4:] if len(key) >= _SHOWN_FROM else "",
    }


async def _fresh(session: AsyncSession, engine_id: str) -> Credential | None:
    session.expire_all()
    return await keys.credential(session, engine_id)


def _assistant(engine_id: str) -> Assistant:
    if engine_id not in ASSISTANTS:
        raise no_such_engine()
    return ASSISTANTS[engine_id]


def _entered(assistant: Assistant, change: CredentialChange) -> str:
    key = (change.api_key or "").strip()
    if not key and not assistant.keyless:
        raise ValidationFailed.at("/apiKey", "Enter the key.")
    if not all(33 <= ord(character) <= 126 for character in key):
        raise ValidationFailed.at(
            "/apiKey", "A key holds only letters, digits and signs, without spaces."
        )
    return key


def _require_valid(settings: Settings, assistant: Assistant, change: CredentialChange) -> None:
    if not assistant.keyless:
        if change.base_url:
            raise ValidationFailed.at(
                "/baseUrl", "Only an OpenAI-compatible server has an address."
            )
    else:
        if not change.base_url:
            raise ValidationFailed.at("/baseUrl", "Enter the address of the server.")
        refusal = refusal_as_typed(settings, change.base_url)
        if refusal is not None:
            raise ValidationFailed.at("/baseUrl", refusal)
        if not change.model:
            raise ValidationFailed.at("/model", "Enter the model to ask.")
    cap = change.cap
    if cap is not None and cap.unit == "answers" and cap.value != cap.value.to_integral_value():
        raise ValidationFailed.at("/monthlyCap/value", "A number of answers is a whole number.")
    if cap is not None and not Decimal(0) <= cap.value <= Decimal(1_000_000):
        raise ValidationFailed.at("/monthlyCap/value", "The cap must be from 0 to 1,000,000.")


def _view(engine_id: str, row: Credential | None) -> CredentialView:
    if row is None:
        return CredentialView(engine_id, False, "", "", "", None, None)
    check = Check(row.check_ok, row.check_message, row.checked_at) if row.checked_at else None
    return CredentialView(engine_id, True, row.last4, row.base_url, row.model, cap_of(row), check)


def _recorded(view: CredentialView) -> dict[str, Any]:
    """What the audit log says of a key: everything but the key."""
    cap = {"unit": view.cap.unit, "value": str(view.cap.value)} if view.cap else None
    server = view.base_url and masked_address(view.base_url)
    return {"model": view.model, "baseUrl": server, "monthlyCap": cap}
