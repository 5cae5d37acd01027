"""Experiments with controls: what was promised before, and what came of it.

Invariant: `registration` and `hash` are never changed; a verdict is given once, when `status`
leaves `running`.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import Json, belongs, blank, in_workspace, jsonb


class Experiment(Identified, Tenant, Base):
    """One experiment; `difference`, `low` and `high` are points (0..100).

    `advice` is the kind of advice it tests, such as `gap:pricing`; empty if nobody advised it.
    `prediction` is what a what-if expected, copied when the experiment was registered.
    """

    __tablename__ = "experiment"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="SET NULL"),
        CheckConstraint("status IN ('running', 'ended', 'stopped')", name="status"),
        CheckConstraint(
            "verdict IN ('worked', 'did not work', 'too early', 'spoiled')", name="verdict"
        ),
        CheckConstraint("ends_at > starts_at", name="window"),
        Index("ix_experiment_brand", "workspace_id", "brand_id", "id"),
        Index("ix_experiment_due", "ends_at", postgresql_where=text("status = 'running'")),
    )

    brand_id: Mapped[UUID]
    label: Mapped[str] = blank()
    source_kind: Mapped[str] = mapped_column(String(16))
    source_key: Mapped[str | None]
    advice: Mapped[str] = blank()
    what_if_id: Mapped[UUID | None]
    registration: Mapped[Json] = jsonb()
    hash: Mapped[str] = mapped_column(String(64))
    prediction: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    registered_late: Mapped[bool]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    status: Mapped[str] = mapped_column(String(16), server_default="running")
    verdict: Mapped[str] = mapped_column(String(16), server_default="too early")
    reason: Mapped[str] = mapped_column(String(32), server_default="window-open")
    difference: Mapped[float | None]
    low: Mapped[float | None]
    high: Mapped[float | None]
    result: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    evaluated_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    user_id: Mapped[UUID | None]
