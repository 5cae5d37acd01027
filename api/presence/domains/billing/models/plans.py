"""The price list, which is the same for everybody."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid4

from sqlalchemy import CheckConstraint, ForeignKey, Numeric, String, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base

FREQUENCY = "billing_frequency IN ('monthly', 'yearly')"


class Plan(Base):
    """One tier of the price list; ids rise with the tier."""

    __tablename__ = "plans"
    __table_args__ = (
        CheckConstraint("name <> ''", name="name"),
        CheckConstraint("price >= 0", name="price"),
        CheckConstraint(FREQUENCY, name="billing_frequency"),
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
