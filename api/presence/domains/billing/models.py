"""Tables of plans (global) and of subscriptions, payments and their events (tenant)."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

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

_FREQUENCY = "billing_frequency IN ('monthly', 'yearly')"
_PROCESSOR = "processor IN ('stripe', 'manual')"


class Plan(Base):
    """One tier of the price list; ids rise with the tier."""

    __tablename__ = "plans"
    __table_args__ = (
        CheckConstraint("name <> ''", name="name"),
        CheckConstraint("price >= 0", name="price"),
        CheckConstraint(_FREQUENCY, name="billing_frequency"),
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(100))
    description: Mapped[str] = mapped_column(server_default="")
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    billing_frequency: Mapped[str] = mapped_column(String(8), server_default="monthly")
    features: Mapped[list[str]] = mapped_column(JSONB, server_default="[]")
    is_active: Mapped[bool] = mapped_column(server_default=text("true"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class PlanFeature(Base):
    """A named value of a plan: annual unit price, rank, badge, payment provider's price ids."""

    __tablename__ = "plan_features"
    __table_args__ = (
        UniqueConstraint("plan_id", "feature_name"),
        CheckConstraint("feature_name <> ''", name="feature_name"),
    )

    id: Mapped[UUID] = mapped_column(
        primary_key=True, default=uuid4, server_default=text("gen_random_uuid()")
    )
    plan_id: Mapped[int] = mapped_column(ForeignKey("plans.id"))
    feature_name: Mapped[str] = mapped_column(String(100))
    feature_value: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Subscription(Identified, Base):
    """A workspace's plan over time; at most one row is not expired."""

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
        CheckConstraint(_FREQUENCY, name="billing_frequency"),
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
    details: Mapped[dict[str, Any]] = mapped_column("metadata", JSONB, server_default="{}")
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


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
