"""Webhook events: stored once on arrival, processed by a job, retried until they succeed.

Invariant: the content of an event is never applied. It only says whose state to query, so a forged,
old, repeated or reordered event can at worst cause a query.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import AppError, NotFound, Unavailable, ValidationFailed
from presence.core.payment_events import HANDLED
from presence.core.payments import PaymentGateway
from presence.db.tenancy import TenantBinding, bind
from presence.domains.billing.queries import stripe_sync
from presence.domains.billing.service.subscription_sync import sync_subscription
from presence.jobs.queue import enqueue

log = logging.getLogger(__name__)

DELIVER = "billing.deliver"
MOST_ATTEMPTS = 60
_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=15), timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Incoming:
    """The few members of an event that are used."""

    id: str
    type: str
    customer_id: str | None
    happened_at: datetime


def read_event(body: bytes) -> Incoming:
    """The members of a verified body. Raises ValidationFailed for one that is not an event."""
    try:
        data = json.loads(body)
        subject = data["data"]["object"]
        happened = datetime.fromtimestamp(int(data["created"]), UTC)
        return Incoming(_text(data["id"]), _text(data["type"], 100), _customer(subject), happened)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ValidationFailed("This is not an event.") from error


def _text(value: Any, most: int = 255) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= most or "\x00" in value:
        raise ValueError("not a short text")
    return value


def _customer(subject: Mapping[str, Any]) -> str | None:
    value = subject.get("id") if subject.get("object") == "customer" else subject.get("customer")
    if isinstance(value, Mapping):
        value = value.get("id")
    return _text(value) if value is not None else None


async def receive(session: AsyncSession, event: Incoming, now: datetime) -> bool:
    """Store an event and queue its processing; False if it had arrived before."""
    delivery_id, workspace_id = await stripe_sync.receive(
        session,
        {
            "event": event.id,
            "type": event.type,
            "customer": event.customer_id,
            "wanted": event.type in HANDLED,
            "happened": event.happened_at,
            "now": now,
        },
    )
    if delivery_id is None:
        return False
    if workspace_id is not None and event.type in HANDLED:
        await bind(session, TenantBinding(workspace_id))
        await _hand_over(session, workspace_id, delivery_id)
    return True


async def deliver(
    session: AsyncSession, gateway: PaymentGateway | None, delivery_id: UUID, now: datetime
) -> None:
    """Process a stored webhook event. A failure is recorded and retried at growing intervals.

    All other events that had arrived before Stripe was queried are marked as processed too.
    """
    # guard: billing.delivery-done
    if await stripe_sync.delivery_state(session, delivery_id) != "pending":
        return
    try:
        if gateway is None:
            raise NotFound("Online payment is not configured.")
        if (await sync_subscription(session, gateway, now)).surplus:
            raise Unavailable("A second subscription could not be ended.")
    except AppError as error:
        attempts = await stripe_sync.delivery_attempts(session, delivery_id)
        wait = min(_FIRST_WAIT * 2 ** min(attempts, 10), _LONGEST_WAIT)
        log.warning("Delivery %s failed, attempt %d: %s", delivery_id, attempts + 1, error)
        await stripe_sync.delivery_failed(
            session, delivery_id, f"{error.code}: {error}", now + wait, MOST_ATTEMPTS
        )


async def replay_delivery(session: AsyncSession, event_id: str, now: datetime) -> UUID:
    """Process a stored event again; returns the workspace it concerns.

    Raises NotFound for an event that never arrived or that concerns nobody we know. The caller
    records who requested it.
    """
    delivery_id, workspace_id = await stripe_sync.replay(session, event_id, now)
    if delivery_id is None or workspace_id is None:
        raise NotFound("We could not find an event of one of our customers under that id.")
    await bind(session, TenantBinding(workspace_id))
    await _hand_over(session, workspace_id, delivery_id)
    return workspace_id


async def _hand_over(session: AsyncSession, workspace_id: UUID, delivery_id: UUID) -> None:
    await enqueue(
        session,
        DELIVER,
        {"delivery_id": delivery_id},
        workspace_id=workspace_id,
        unique=f"{DELIVER}:{delivery_id}",
    )
