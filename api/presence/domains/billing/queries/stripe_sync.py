"""SQL statements for Stripe customers, checkouts, plan state, overrides and webhook deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.billing.models import AppliedPlan, Checkout, LimitOverride, StripeCustomer

_LIVE = ("starting", "open")
_TICKET = text(
    "UPDATE stripe_customer SET asked = asked + 1"
    " RETURNING id, customer_id, asked, clock_timestamp() AS asked_at"
)
_RECEIVE = text(
    "SELECT delivery, workspace FROM"
    " stripe_receive(:event, :type, :customer, :wanted, :happened, :now)"
)
_STATE = text("SELECT stripe_delivery_state(:id)")
_ATTEMPTS = text("SELECT stripe_delivery_attempts(:id)")
_SETTLED = text("SELECT stripe_settled(:asked_at, :now)")
_FAILED = text("SELECT stripe_delivery_failed(:id, :error, :next, :most)")
_REPLAY = text("SELECT delivery, workspace FROM stripe_replay(:event, :now)")
_HEALTH = text("SELECT * FROM billing_health(:since)")
PENDING = text("SELECT workspace, delivery FROM stripe_pending(:now, :limit)")
DUE = text("SELECT workspace, subscription FROM billing_due(:now, :limit)")
RECONCILABLE = text("SELECT workspace, customer FROM billing_reconcilable(:before, :limit)")


@dataclass(frozen=True, slots=True)
class Ticket:
    """The right to query the provider about a customer; a later ticket's response is newer."""

    row_id: UUID
    customer_id: str
    number: int
    asked_at: datetime


async def take_ticket(session: AsyncSession) -> Ticket | None:
    """A ticket for the bound workspace's customer; None if the provider does not know it."""
    row = (await session.execute(_TICKET)).one_or_none()
    return Ticket(row.id, row.customer_id, row.asked, row.asked_at) if row else None


async def customer(session: AsyncSession) -> StripeCustomer | None:
    """The bound workspace's customer at the provider."""
    statement = select(StripeCustomer).execution_options(populate_existing=True)
    return await session.scalar(statement)


async def store_customer(session: AsyncSession, customer_id: str, replaced: int) -> str:
    """Store the customer id; returns the id in force if another request was first."""
    statement = insert(StripeCustomer).values(
        id=new_id(), customer_id=customer_id, replaced=replaced
    )
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[StripeCustomer.workspace_id],
            set_={"customer_id": customer_id, "replaced": replaced},
            where=StripeCustomer.replaced < replaced,
        )
    )
    return str(await session.scalar(select(StripeCustomer.customer_id)))


async def live_checkout(session: AsyncSession) -> Checkout | None:
    """The checkout that can still be paid, if there is one."""
    return await session.scalar(_fresh(select(Checkout).where(Checkout.status.in_(_LIVE))))


async def checkout(session: AsyncSession, checkout_id: UUID) -> Checkout | None:
    """A checkout by our own id, freshly read from the database."""
    return await session.get(Checkout, checkout_id, populate_existing=True)


async def checkout_of_session(session: AsyncSession, session_id: str) -> Checkout | None:
    """The checkout with this session id at the provider."""
    return await session.scalar(_fresh(select(Checkout).where(Checkout.session_id == session_id)))


async def last_checkout(session: AsyncSession, user_id: UUID, since: datetime) -> Checkout | None:
    """The user's newest checkout since a given time."""
    statement = (
        select(Checkout)
        .where(Checkout.user_id == user_id, Checkout.created_at >= since)
        .order_by(Checkout.id.desc())
        .limit(1)
    )
    return await session.scalar(_fresh(statement))


async def last_visitor(session: AsyncSession) -> UUID | None:
    """Who last opened a checkout for the bound workspace."""
    return await session.scalar(select(Checkout.user_id).order_by(Checkout.id.desc()).limit(1))


async def open_ended(session: AsyncSession, since: datetime) -> Sequence[Checkout]:
    """Checkouts since a moment without an outcome; a superseded one may still be paid."""
    statement = select(Checkout).where(
        Checkout.status.not_in(("completed", "failed")), Checkout.created_at >= since
    )
    return (await session.scalars(_fresh(statement))).all()


async def insert_checkout(session: AsyncSession, row: Checkout) -> None:
    """Store a checkout, replacing the one that could still be paid."""
    await session.execute(
        update(Checkout).where(Checkout.status.in_(_LIVE)).values(status="superseded")
    )
    session.add(row)
    await session.flush()


async def applied_plan(session: AsyncSession) -> int | None:
    """The plan last applied to the workspace; None if none was."""
    return await session.scalar(select(AppliedPlan.plan_id))


async def set_applied_plan(session: AsyncSession, plan_id: int, since: datetime) -> None:
    """Record the plan applied to the workspace."""
    statement = insert(AppliedPlan).values(plan_id=plan_id, since=since)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[AppliedPlan.workspace_id],
            set_={"plan_id": plan_id, "since": since},
        )
    )


async def set_override(
    session: AsyncSession, feature: str, value: int | None, expires_at: datetime, reason: str
) -> None:
    """Set one limit of the bound workspace until a moment, replacing an earlier override."""
    values: dict[str, Any] = {"value": value, "expires_at": expires_at, "reason": reason}
    statement = insert(LimitOverride).values(id=new_id(), feature=feature, **values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[LimitOverride.workspace_id, LimitOverride.feature], set_=values
        )
    )


async def remove_override(session: AsyncSession, feature: str) -> bool:
    """Delete an override; returns whether there was one."""
    found = await session.execute(
        delete(LimitOverride).where(LimitOverride.feature == feature).returning(LimitOverride.id)
    )
    return found.first() is not None


async def end_overrides(session: AsyncSession, now: datetime) -> bool:
    """Delete the bound workspace's expired overrides; returns whether there were any."""
    found = await session.execute(
        delete(LimitOverride).where(LimitOverride.expires_at <= now).returning(LimitOverride.id)
    )
    return found.first() is not None


async def receive(session: AsyncSession, values: dict[str, Any]) -> tuple[UUID | None, UUID | None]:
    """Store an event once; returns (id of the delivery or None if already stored, workspace)."""
    row = (await session.execute(_RECEIVE, values)).one()
    return row.delivery, row.workspace


async def delivery_state(session: AsyncSession, delivery_id: UUID) -> str | None:
    """The state of a delivery of the bound workspace."""
    found: str | None = await session.scalar(_STATE, {"id": delivery_id})
    return found


async def delivery_attempts(session: AsyncSession, delivery_id: UUID) -> int:
    """How often a delivery of the bound workspace was attempted."""
    return await session.scalar(_ATTEMPTS, {"id": delivery_id}) or 0


async def delivery_failed(
    session: AsyncSession, delivery_id: UUID, error: str, again_at: datetime, most: int
) -> None:
    """Record a failed attempt; after `most` attempts there is no further automatic retry."""
    await session.execute(
        _FAILED, {"id": delivery_id, "error": error, "next": again_at, "most": most}
    )


async def claim_ticket(session: AsyncSession, ticket: Ticket, now: datetime) -> bool:
    """Claim the right to store a ticket's response; False if a newer one is already stored."""
    statement = (
        update(StripeCustomer)
        .where(StripeCustomer.id == ticket.row_id, StripeCustomer.settled < ticket.number)
        .where(StripeCustomer.customer_id == ticket.customer_id)
        .values(settled=ticket.number, settled_at=now)
        .returning(StripeCustomer.id)
    )
    return (await session.execute(statement)).first() is not None


async def work_off(session: AsyncSession, ticket: Ticket, now: datetime) -> None:
    """Mark everything that arrived before the ticket was taken as done."""
    await session.execute(_SETTLED, {"asked_at": ticket.asked_at, "now": now})


async def reconciled(session: AsyncSession, drift: list[str], now: datetime) -> None:
    """Record what a reconciliation had to repair."""
    await session.execute(update(StripeCustomer).values(drift=drift, reconciled_at=now))


async def replay(
    session: AsyncSession, event_id: str, now: datetime
) -> tuple[UUID | None, UUID | None]:
    """Mark a stored event as pending again; returns (delivery, workspace), or None for both."""
    row = (await session.execute(_REPLAY, {"event": event_id, "now": now})).one()
    return row.delivery, row.workspace


async def health(session: AsyncSession, since: datetime) -> Row[Any]:
    """Counts across all workspaces."""
    return (await session.execute(_HEALTH, {"since": since})).one()


def _fresh(statement: Select[Checkout]) -> Select[Checkout]:
    """Reads the row anew: a session outlives the transaction in which it first read it."""
    return statement.execution_options(populate_existing=True)
