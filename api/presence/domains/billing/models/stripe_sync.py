"""The state shared with the payment provider, and deviations from the plan's limits.

`stripe_delivery` is accessed through functions only, because a webhook arrives before its workspace
is known.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE
from presence.domains.billing.models.plans import FREQUENCY

_PENDING = text("state = 'pending'")


def _tenant(*, key: bool = False) -> Mapped[UUID]:
    return mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        primary_key=key,
        server_default=CURRENT_WORKSPACE,
    )


class StripeCustomer(Identified, Base):
    """The workspace's customer at Stripe.

    `asked` counts queries about it, `settled` is the latest one whose response was stored: an older
    response never overwrites a newer one. `drift` is what the last reconciliation repaired.
    """

    __tablename__ = "stripe_customer"
    __table_args__ = (UniqueConstraint("workspace_id"), Index(None, "customer_id"))

    workspace_id: Mapped[UUID] = _tenant()
    customer_id: Mapped[str] = mapped_column(String(255))
    replaced: Mapped[int] = mapped_column(server_default=text("0"))
    asked: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    settled: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    settled_at: Mapped[datetime | None]
    reconciled_at: Mapped[datetime | None]
    drift: Mapped[list[Any]] = mapped_column(JSONB, server_default="[]")


class Checkout(Identified, Base):
    """One checkout; at most one of a workspace's can still be paid."""

    __tablename__ = "checkout"
    __table_args__ = (
        Index(None, "workspace_id", "created_at"),
        Index(
            "uq_checkout_workspace_id_live",
            "workspace_id",
            unique=True,
            postgresql_where=text("status IN ('starting', 'open')"),
        ),
        CheckConstraint(FREQUENCY, name="billing_frequency"),
        CheckConstraint("kind IN ('purchase', 'change')", name="kind"),
        CheckConstraint(
            "status IN ('starting', 'open', 'completed', 'expired', 'superseded', 'failed')",
            name="status",
        ),
    )

    workspace_id: Mapped[UUID] = _tenant()
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    plan_id: Mapped[int] = mapped_column(ForeignKey("plans.id"))
    billing_frequency: Mapped[str] = mapped_column(String(8))
    kind: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16), server_default="starting")
    session_id: Mapped[str | None] = mapped_column(String(255))
    was_upgrade: Mapped[bool] = mapped_column(server_default=text("false"))


class AppliedPlan(Base):
    """The plan last applied to a workspace; 0 is the free plan."""

    __tablename__ = "plan_standing"

    workspace_id: Mapped[UUID] = _tenant(key=True)
    plan_id: Mapped[int]
    since: Mapped[datetime]


class LimitOverride(Identified, Base):
    """A limit that support set for one workspace for a while; no value means unlimited."""

    __tablename__ = "limit_override"
    __table_args__ = (
        UniqueConstraint("workspace_id", "feature"),
        Index(None, "expires_at"),
        CheckConstraint("value >= 0", name="value"),
        CheckConstraint("reason <> ''", name="reason"),
    )

    workspace_id: Mapped[UUID] = _tenant()
    feature: Mapped[str] = mapped_column(String(100))
    value: Mapped[int | None]
    expires_at: Mapped[datetime]
    reason: Mapped[str]


class StripeDelivery(Base):
    """A webhook event, stored once, and its processing state."""

    __tablename__ = "stripe_delivery"
    __table_args__ = (
        UniqueConstraint("event_id"),
        Index("ix_stripe_delivery_pending", "next_attempt_at", postgresql_where=_PENDING),
        Index(None, "workspace_id", "received_at"),
        CheckConstraint(
            "state IN ('pending', 'processed', 'ignored', 'unmatched', 'failed', 'handled')",
            name="state",
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=text("gen_random_uuid()"))
    event_id: Mapped[str] = mapped_column(String(255))
    event_type: Mapped[str] = mapped_column(String(100))
    customer_id: Mapped[str | None] = mapped_column(String(255))
    workspace_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE")
    )
    state: Mapped[str] = mapped_column(String(16))
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    error: Mapped[str | None]
    happened_at: Mapped[datetime]
    received_at: Mapped[datetime] = mapped_column(server_default=text("clock_timestamp()"))
    next_attempt_at: Mapped[datetime]
    processed_at: Mapped[datetime | None]
