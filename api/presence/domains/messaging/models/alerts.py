"""Rules about what a workspace wants to be notified of at once, and the resulting alerts.

Invariant: a rule evaluates a run once; the alert and its reason stay readable when the rule
changes.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant


def _of_brand() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", "brand_id"], ["brand.workspace_id", "brand.id"], ondelete="CASCADE"
    )


class AlertRule(Identified, Tenant, Base):
    """Metric, condition and threshold; a rule without a brand applies to all brands."""

    __tablename__ = "alert_rule"
    __table_args__ = (
        ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE"),
        _of_brand(),
        UniqueConstraint("workspace_id", "id"),
        Index("ix_alert_rule_workspace_id_brand_id", "workspace_id", "brand_id"),
    )

    brand_id: Mapped[UUID | None]
    name: Mapped[str] = mapped_column(String(80))
    metric: Mapped[str] = mapped_column(String(16))
    condition: Mapped[str] = mapped_column(String(16))
    threshold: Mapped[float]
    channels: Mapped[list[str]] = mapped_column(JSONB)
    cooldown_hours: Mapped[int]
    active: Mapped[bool] = mapped_column(server_default=text("true"))
    deleted_at: Mapped[datetime | None]
    created_by: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )


class AlertEvent(Identified, Tenant, Base):
    """A run that met a rule: sent, or suppressed because the rule had fired shortly before.

    `stands_for` is what the score represents if that differs from its name; the answers are None
    for a score without answers.
    """

    __tablename__ = "alert_event"
    __table_args__ = (
        CheckConstraint("outcome IN ('sent', 'cooling-down')", name="outcome"),
        ForeignKeyConstraint(
            ["workspace_id", "rule_id"],
            ["alert_rule.workspace_id", "alert_rule.id"],
            ondelete="CASCADE",
        ),
        _of_brand(),
        UniqueConstraint("workspace_id", "rule_id", "run_id"),
        Index("ix_alert_event_workspace_id_brand_id", "workspace_id", "brand_id"),
    )

    rule_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    run_id: Mapped[UUID]
    outcome: Mapped[str] = mapped_column(String(16))
    metric: Mapped[str] = mapped_column(String(16))
    condition: Mapped[str] = mapped_column(String(16))
    threshold: Mapped[float]
    value: Mapped[float]
    low: Mapped[float]
    high: Mapped[float]
    points: Mapped[float]
    stands_for: Mapped[str | None] = mapped_column(String(16))
    answers_valid: Mapped[int | None]
    answers_total: Mapped[int | None]
    channels: Mapped[list[str]] = mapped_column(JSONB)
