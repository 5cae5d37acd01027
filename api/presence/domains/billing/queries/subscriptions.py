"""SQL statements for subscriptions, their events and payments; row security sets the workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Row, Select, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.ordering import Column, after_key, ordered
from presence.domains.billing.models import Payment, Subscription, SubscriptionEvent

# One row always: overrides of a workspace without subscription come with the same statement.
_CURRENT = text(
    "SELECT s.id, s.plan_id, p.name AS plan_name, p.features AS plan_features, s.status,"
    " s.billing_frequency, s.current_period_start, s.current_period_end, s.trial_end, s.end_date,"
    " s.cancel_at_period_end, s.processor, s.processor_subscription_id,"
    " (s.metadata ->> 'pastDueSince')::timestamptz AS past_due_since,"
    " CASE s.processor WHEN 'stripe' THEN EXISTS (SELECT FROM payments b"
    " WHERE b.workspace_id = s.workspace_id AND b.subscription_id = s.id"
    " AND b.status = 'paid' AND b.amount > 0) ELSE s.status <> 'trialing' END AS paid,"
    " (SELECT jsonb_object_agg(feature, value) FROM limit_override WHERE expires_at > :now)"
    " AS overrides"
    " FROM (SELECT 1) one LEFT JOIN current_subscription(:now) s ON true"
    " LEFT JOIN plans p ON p.id = s.plan_id"
)

# Sort keys of a list of invoices, by the names of its API call.
BILL_SORTS: Final[Mapping[str, Column]] = {
    "date": Payment.created_at,
    "amount": Payment.amount,
    "status": Payment.status,
}


async def current_subscription(session: AsyncSession, now: datetime) -> Row[Any]:
    """The bound workspace's subscription that counts now, with its plan; null without one."""
    return (await session.execute(_CURRENT, {"now": now})).one()


async def live(session: AsyncSession) -> Subscription | None:
    """The one subscription that is not expired; its row is locked until the transaction ends."""
    statement = select(Subscription).where(Subscription.status != "expired")
    return await session.scalar(_fresh(statement))


async def of_processor(session: AsyncSession) -> dict[str, Subscription]:
    """Every subscription of the payment provider by its id there."""
    statement = select(Subscription).where(Subscription.processor_subscription_id.is_not(None))
    rows = await session.scalars(_fresh(statement))
    return {str(row.processor_subscription_id): row for row in rows}


async def expire_subscriptions(session: AsyncSession, now: datetime) -> None:
    """End any running subscription of the bound workspace, so that a new one can start."""
    await session.execute(
        update(Subscription)
        .where(Subscription.status != "expired")
        .values(status="expired", access_until=now)
    )


async def insert_subscription(session: AsyncSession, subscription: Subscription) -> None:
    """Store a subscription; the database fills the workspace."""
    session.add(subscription)
    await session.flush()


async def insert_event(
    session: AsyncSession, subscription_id: UUID, event_type: str, data: Mapping[str, Any]
) -> UUID:
    """Append an event to a subscription's history; returns its id."""
    event_id = new_id()
    session.add(
        SubscriptionEvent(
            id=event_id,
            subscription_id=subscription_id,
            event_type=event_type,
            event_data=dict(data),
        )
    )
    await session.flush()
    return event_id


async def events(session: AsyncSession, limit: int) -> Sequence[SubscriptionEvent]:
    """The newest events of the bound workspace."""
    statement = select(SubscriptionEvent).order_by(SubscriptionEvent.id.desc()).limit(limit)
    return (await session.scalars(statement)).all()


_PLAN_HISTORY = text("""
SELECT e.created_at, e.event_type, e.event_data ->> 'status' AS status, p.name AS plan
  FROM subscription_events e JOIN plans p ON p.id::text = e.event_data ->> 'planId'
 WHERE e.created_at < :end ORDER BY e.id
""")


async def plan_history(session: AsyncSession, end: datetime) -> Sequence[Any]:
    """Events of the bound workspace that name a plan, oldest first."""
    return (await session.execute(_PLAN_HISTORY, {"end": end})).all()


async def event(session: AsyncSession, event_id: UUID) -> SubscriptionEvent | None:
    """One event of the bound workspace."""
    return await session.get(SubscriptionEvent, event_id)


async def stored_payments(session: AsyncSession) -> dict[str, tuple[str, Decimal, Any]]:
    """The changeable fields of payments (status, amount, details), by id at the provider."""
    columns = (Payment.processor_payment_id, Payment.status, Payment.amount, Payment.details)
    rows = await session.execute(select(*columns))
    return {str(row[0]): (row[1], row[2], row[3]) for row in rows}


async def store_payment(session: AsyncSession, values: Mapping[str, Any]) -> None:
    """Insert a payment, or update the one with the same id at the provider."""
    statement = insert(Payment).values(id=new_id(), **values)
    columns = [Payment.__mapper__.columns[name].name for name in values]
    fresh = {name: statement.excluded[name] for name in columns if name != "subscription_id"}
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[Payment.workspace_id, Payment.processor_payment_id],
            index_where=Payment.processor_payment_id.is_not(None),
            set_=fresh,
        )
    )


async def payments(
    session: AsyncSession, sort: str, after: UUID | None, limit: int
) -> Sequence[Payment]:
    """Payments of the bound workspace after a key; `sort` is a key of BILL_SORTS, "-" descends."""
    column, down = BILL_SORTS[sort.removeprefix("-")], sort.startswith("-")
    statement = ordered(select(Payment).limit(limit), column, Payment.id, down=down)
    if after is not None:
        statement = statement.where(after_key(column, Payment.id, after, down=down))
    return (await session.scalars(statement)).all()


async def count_payments(session: AsyncSession) -> int:
    """How many payments the bound workspace has."""
    return await session.scalar(select(func.count()).select_from(Payment)) or 0


def _fresh(statement: Select[Subscription]) -> Select[Subscription]:
    """Locks and reads the row anew: a session outlives the transaction that first read it."""
    return statement.with_for_update().execution_options(populate_existing=True)
