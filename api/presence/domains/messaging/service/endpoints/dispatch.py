"""Passes an event to every endpoint that subscribes to it, in the transaction that reports it.

Invariant: an event reported twice is one message per endpoint.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid5

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.db.tenancy import binding_of
from presence.domains.billing.service import current_plan
from presence.domains.messaging.queries import endpoints as queries
from presence.domains.messaging.service.endpoints.events import is_allowed
from presence.domains.messaging.service.endpoints.messages import Payload, notice_payload
from presence.domains.messaging.service.notifications.notices import Notice

_MESSAGES = UUID("5b0f6f0e-6e5c-4d5b-9a52-0d3c1f5b7a11")


def message_id(kind: str, subject: UUID | str) -> UUID:
    """A message id that is the same for the same event, so that duplicates can be recognised."""
    return uuid5(_MESSAGES, f"{kind}:{subject}")


async def dispatch(
    session: AsyncSession, settings: Settings, notice: Notice, subject_id: UUID, now: datetime
) -> None:
    """Queue the notice for endpoints that subscribe to it and that the plan allows."""
    wanting = await queries.listening(session, notice.kind)
    if notice.channels is not None:
        wanting = [one for one in wanting if one.kind in notice.channels]
    if not wanting:
        return
    limits = (await current_plan(session)).limits
    workspace_id = binding_of(session).workspace_id
    payload = notice_payload(settings, workspace_id, notice, subject_id, now)
    for endpoint in wanting:
        if is_allowed(limits, endpoint.kind):  # guard: webhooks.plan-when-told -> True
            message = message_id(notice.kind, subject_id)
            await put(session, endpoint.id, message, notice.kind, payload, now)


async def put(
    session: AsyncSession,
    endpoint_id: UUID,
    message: UUID,
    kind: str,
    payload: Payload,
    now: datetime,
) -> UUID | None:
    """The new delivery; None if this endpoint already has that message."""
    return await queries.add_delivery(
        session,
        endpoint_id=endpoint_id,
        message_id=message,
        kind=kind,
        payload=payload,
        next_at=now,
    )
