"""The history of an endpoint, test messages, and sending again.

Invariant: sending again means the same message with the same id; only its attempts start over.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.domains.messaging.models import Delivery
from presence.domains.messaging.queries import endpoints as queries
from presence.domains.messaging.schemas.endpoints import AttemptOut, DeliveryDetailOut, DeliveryOut
from presence.domains.messaging.service.endpoints.dispatch import put
from presence.domains.messaging.service.endpoints.events import TEST, type_of
from presence.domains.messaging.service.endpoints.managing import one as endpoint
from presence.domains.messaging.service.endpoints.managing import plan_allows
from presence.domains.messaging.service.endpoints.messages import trial_payload

_GONE = "We could not find that delivery."
_OFF = "Switch it on first: nothing is sent to one that is off."
_PAUSED = "The plan does not include this any more, so nothing is sent."
_WAITS = "It is waiting to be sent already."


async def deliveries(
    session: AsyncSession, endpoint_id: UUID, limit: int, after: UUID | None
) -> list[DeliveryOut]:
    """Deliveries, newest first. Raises NotFound."""
    await endpoint(session, endpoint_id)
    return [_shown(*row) for row in await queries.newest(session, endpoint_id, limit, after)]


async def detail(session: AsyncSession, endpoint_id: UUID, delivery_id: UUID) -> DeliveryDetailOut:
    """One delivery with its payload and attempts. Raises NotFound."""
    row = await queries.one(session, endpoint_id, delivery_id)
    if row is None:
        raise NotFound(_GONE)
    log = [
        AttemptOut.from_row(attempt, at=attempt.created_at)
        for attempt in await queries.attempts(session, delivery_id)
    ]
    return DeliveryDetailOut.from_row(_shown(*row), payload=row[0].payload, log=log)


async def send_test(session: AsyncSession, endpoint_id: UUID, now: datetime) -> DeliveryDetailOut:
    """Queue a test message. Raises NotFound, Conflict."""
    await _require_sending(session, endpoint_id)
    delivery_id = await put(session, endpoint_id, new_id(), TEST, trial_payload(now), now)
    if delivery_id is None:
        raise Conflict(_WAITS)
    return await detail(session, endpoint_id, delivery_id)


async def send_again(
    session: AsyncSession, endpoint_id: UUID, delivery_id: UUID, now: datetime
) -> DeliveryDetailOut:
    """Queue a message to be sent again. Raises NotFound, Conflict."""
    row = await queries.one(session, endpoint_id, delivery_id)
    if row is None:
        raise NotFound(_GONE)
    await _require_sending(session, endpoint_id)
    # guard: webhooks.again-while-waiting
    if row[0].status == "waiting" and row[0].round == 0:
        raise Conflict(_WAITS)
    await queries.change_delivery(session, delivery_id, status="waiting", round=0, next_at=now)
    return await detail(session, endpoint_id, delivery_id)


async def _require_sending(session: AsyncSession, endpoint_id: UUID) -> None:
    row = await endpoint(session, endpoint_id)
    if row.status != "active":  # guard: webhooks.off
        raise Conflict(_OFF)
    if not await plan_allows(session, row.kind):  # guard: webhooks.plan
        raise Conflict(_PAUSED)


def _shown(row: Delivery, status_code: int | None, error: str | None) -> DeliveryOut:
    return DeliveryOut.from_row(
        row,
        message_id=f"msg_{row.message_id.hex}",
        event=type_of(row.kind),
        next_at=row.next_at if row.status == "waiting" else None,
        last_status_code=status_code,
        last_error=error or "",
    )
