"""Subscriptions, their payments and their events."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Numeric,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE
from presence.domains.billing.models.plans import FREQUENCY

_PROCESSOR = "processor IN ('stripe', 'manual')"


class Subscription(Identified, Base):
    """A workspace's plan over time; at most one row is not expired.

    `access_until` is when the features close unless something changes, None if there is no such
    date.
    """

    __tablename__ = "subscriptions"
    __table_args__ = (
        UniqueConstraint("workspace_id", "id"),
        Index(
            "uq_subscriptions_workspace_id_live",
            "workspace_id",
            unique=True,
            postgresql_where=text("status <> 'expired'"),
        ),
        CheckConstraint(
            "status IN ('active', 'trialing', 'past_due', 'canceled', 'unpaid', 'expired')",
            name="status",
        ),
        Index(None, "workspace_id", "processor_subscription_id"),
        CheckConstraint(FREQUENCY, name="billing_frequency"),
        CheckConstraint(_PROCESSOR, name="processor"),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"), server_default=CURRENT_WORKSPACE
    )
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    plan_id: Mapped[int] = mapped_column(ForeignKey("plans.id"))
    status: Mapped[str] = mapped_column(String(16))
    billing_frequency: Mapped[str] = mapped_column(String(8), server_default="yearly")
    start_date: Mapped[datetime] = mapped_column(server_default=func.now())
    end_date: Mapped[datetime | None]
    current_period_start: Mapped[datetime | None]
    current_period_end: Mapped[datetime | None]
    cancel_at_period_end: Mapped[bool] = mapped_column(server_default=text("false"))
    trial_start: Mapped[datetime | None]
    trial_end: Mapped[datetime | None]
    processor: Mapped[str] = mapped_column(String(16))
    processor_subscription_id: Mapped[str | None] = mapped_column(String(255))
    processor_customer_id: Mapped[str | None] = mapped_column(String(255))
    access_until: Mapped[datetime | None]
    details: Mapped[dict[str, Any]] = mapped_column("metadata", JSONB, server_default="{}")
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())

    @property
    def past_due_since(self) -> datetime | None:
        """When the first of the payments now owed was due."""
        since = (self.details or {}).get("pastDueSince")
        return datetime.fromisoformat(since) if since else None


class Payment(Identified, Base):
    """Money received for a subscription."""

    __tablename__ = "payments"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "subscription_id"],
            ["subscriptions.workspace_id", "subscriptions.id"],
            ondelete="CASCADE",
        ),
        Index(None, "workspace_id", "subscription_id"),
        Index(
            "uq_payments_workspace_id_processor_payment_id",
            "workspace_id",
            "processor_payment_id",
            unique=True,
            postgresql_where=text("processor_payment_id IS NOT NULL"),
        ),
        CheckConstraint("amount >= 0", name="amount"),
        CheckConstraint(_PROCESSOR, name="processor"),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE)
    subscription_id: Mapped[UUID]
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    amount: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    currency: Mapped[str] = mapped_column(CHAR(3), server_default="USD")
    status: Mapped[str] = mapped_column(String(32))
    processor: Mapped[str] = mapped_column(String(16))
    processor_payment_id: Mapped[str | None] = mapped_column(String(255))
    processor_payment_method_id: Mapped[str | None] = mapped_column(String(255))
    paid_at: Mapped[datetime | None]
    details: Mapped[dict[str, Any]] = mapped_column("metadata", JSONB, server_default="{}")


class SubscriptionEvent(Identified, Base):
    """Something that happened to a subscription; append-only by grant."""

    __tablename__ = "subscription_events"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "subscription_id"],
            ["subscriptions.workspace_id", "subscriptions.id"],
            ondelete="CASCADE",
        ),
        Index(None, "workspace_id", "subscription_id"),
        CheckConstraint("event_type <> ''", name="event_type"),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE)
    subscription_id: Mapped[UUID]
    event_type: Mapped[str] = mapped_column(String(50))
    event_data: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
