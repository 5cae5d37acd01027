"""SQL statements for endpoints, their deliveries and attempts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, delete, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import load_only

from presence.core.ids import new_id
from presence.domains.messaging.models import Delivery, DeliveryAttempt, Endpoint

DUE = text("SELECT workspace_id, delivery_id, endpoint_id FROM due_deliveries(:now, :limit)")
DUE_DIGESTS = text("SELECT workspace_id, endpoint_id FROM due_endpoint_digests(:now, :limit)")


async def due(session: AsyncSession, now: datetime, limit: int) -> list[tuple[UUID, UUID, UUID]]:
    """(workspace, delivery, endpoint) of messages to send, a few per endpoint."""
    rows = await session.execute(DUE, {"now": now, "limit": limit})
    return [(row[0], row[1], row[2]) for row in rows]


async def of_kind(session: AsyncSession, kind: str) -> Sequence[Endpoint]:
    """Endpoints of a kind, newest first."""
    statement = select(Endpoint).where(Endpoint.kind == kind).order_by(Endpoint.id.desc())
    return (await session.scalars(statement)).all()


async def find_endpoint(
    session: AsyncSession, endpoint_id: UUID, *, lock: bool = False
) -> Endpoint | None:
    """One endpoint, freshly read."""
    statement = select(Endpoint).where(Endpoint.id == endpoint_id)
    if lock:
        statement = statement.with_for_update()
    found = await session.execute(statement.execution_options(populate_existing=True))
    return found.scalar_one_or_none()


async def listening(session: AsyncSession, event: str) -> Sequence[Endpoint]:
    """Active endpoints that subscribe to an event."""
    statement = select(Endpoint).where(
        Endpoint.status == "active", Endpoint.events.contains([event])
    )
    return (await session.scalars(statement)).all()


async def insert(session: AsyncSession, row: Endpoint) -> None:
    """Store a new endpoint."""
    session.add(row)
    await session.flush()
    await session.refresh(row)


async def update_endpoint(session: AsyncSession, endpoint_id: UUID, **values: Any) -> None:
    """Update columns of an endpoint."""
    await session.execute(update(Endpoint).where(Endpoint.id == endpoint_id).values(**values))


async def active_of(
    session: AsyncSession, user_id: UUID, changed: Collection[UUID]
) -> Sequence[Endpoint]:
    """Active endpoints created by a person or listed in `changed`: ids, kinds and names."""
    theirs = or_(Endpoint.created_by == user_id, Endpoint.id.in_(changed))
    named = load_only(Endpoint.id, Endpoint.kind, Endpoint.name, raiseload=True)
    statement = select(Endpoint).where(theirs, Endpoint.status == "active").options(named)
    return (await session.scalars(statement.order_by(Endpoint.id.desc()))).all()


async def switch_off_all(session: AsyncSession) -> Sequence[UUID]:
    """Switch off every endpoint of the bound workspace; returns those that were on."""
    statement = update(Endpoint).where(Endpoint.status == "active").values(status="off")
    return (await session.scalars(statement.returning(Endpoint.id))).all()


async def remove(session: AsyncSession, endpoint_id: UUID) -> bool:
    """Delete an endpoint with its deliveries; returns whether it existed."""
    statement = delete(Endpoint).where(Endpoint.id == endpoint_id).returning(Endpoint.id)
    return (await session.execute(statement)).scalar_one_or_none() is not None


async def add_delivery(session: AsyncSession, **values: Any) -> UUID | None:
    """Store the delivery of a message; None if this endpoint already has that message."""
    statement = upsert(Delivery).values(id=new_id(), **values).on_conflict_do_nothing()
    return (await session.execute(statement.returning(Delivery.id))).scalar_one_or_none()


async def claim(session: AsyncSession, delivery_id: UUID, now: datetime, lease: timedelta) -> bool:
    """Claim a delivery for an attempt now; no other worker can before the lease ends."""
    statement = (
        update(Delivery)
        .where(Delivery.id == delivery_id, Delivery.status == "waiting", Delivery.next_at <= now)
        .values(next_at=now + lease, attempts=Delivery.attempts + 1, round=Delivery.round + 1)
        .returning(Delivery.id)
    )
    return (await session.execute(statement)).scalar_one_or_none() is not None


async def delivery(session: AsyncSession, delivery_id: UUID) -> Delivery | None:
    """One delivery, freshly read."""
    statement = select(Delivery).where(Delivery.id == delivery_id)
    found = await session.execute(statement.execution_options(populate_existing=True))
    return found.scalar_one_or_none()


async def change_delivery(session: AsyncSession, delivery_id: UUID, **values: Any) -> None:
    """Update columns of a delivery."""
    await session.execute(update(Delivery).where(Delivery.id == delivery_id).values(**values))


async def fail_waiting(session: AsyncSession, endpoint_id: UUID) -> None:
    """Mark everything still waiting for this endpoint as failed."""
    await session.execute(
        update(Delivery)
        .where(Delivery.endpoint_id == endpoint_id, Delivery.status == "waiting")
        .values(status="failed")
    )


async def add_attempt(session: AsyncSession, **values: Any) -> None:
    """Record one attempt."""
    session.add(DeliveryAttempt(**values))
    await session.flush()


async def attempts(session: AsyncSession, delivery_id: UUID) -> Sequence[DeliveryAttempt]:
    """Attempts of a delivery, newest first."""
    statement = select(DeliveryAttempt).where(DeliveryAttempt.delivery_id == delivery_id)
    return (await session.scalars(statement.order_by(DeliveryAttempt.id.desc()))).all()


async def newest(
    session: AsyncSession, endpoint_id: UUID, limit: int, after: UUID | None
) -> Sequence[Row[Delivery, int | None, str | None]]:
    """(delivery, its last status code, its last error), newest first, older than `after`."""
    statement = _with_last().where(Delivery.endpoint_id == endpoint_id)
    if after is not None:
        statement = statement.where(Delivery.id < after)
    return (await session.execute(statement.order_by(Delivery.id.desc()).limit(limit))).all()


async def one(
    session: AsyncSession, endpoint_id: UUID, delivery_id: UUID
) -> Row[Delivery, int | None, str | None] | None:
    """Like `newest`, for one delivery of an endpoint."""
    statement = _with_last().where(Delivery.endpoint_id == endpoint_id, Delivery.id == delivery_id)
    return (await session.execute(statement)).one_or_none()


async def forget(session: AsyncSession, endpoint_id: UUID, before: datetime) -> None:
    """Remove deliveries that ended before a given time."""
    await session.execute(
        delete(Delivery).where(
            Delivery.endpoint_id == endpoint_id,
            Delivery.status != "waiting",
            Delivery.created_at < before,
        )
    )


def _with_last() -> Select[Delivery, int | None, str | None]:
    newest_try = (
        select(DeliveryAttempt.status_code, DeliveryAttempt.error)
        .where(DeliveryAttempt.delivery_id == Delivery.id)
        .order_by(DeliveryAttempt.id.desc())
        .limit(1)
        .lateral()
    )
    return (
        select(Delivery, newest_try.c.status_code, newest_try.c.error)
        .outerjoin(newest_try, text("true"))
        .execution_options(populate_existing=True)
    )
