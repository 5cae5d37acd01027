"""What-if experiments: an edit, what the simulator expects of it, and what happened.

Invariant: a prediction is never changed once made; `actual` is added once.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import Json, belongs, blank, in_workspace, jsonb


class WhatIf(Identified, Tenant, Base):
    """One experiment based on the newest analysis `run_id`; scores and points are 0..100."""

    __tablename__ = "what_if"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        belongs("run_id", "run"),
        ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="SET NULL"),
        UniqueConstraint("workspace_id", "id", name="uq_what_if_id"),
        CheckConstraint("status IN ('queued', 'running', 'done', 'failed')", name="status"),
        Index("ix_what_if_brand", "workspace_id", "brand_id", "id"),
    )

    brand_id: Mapped[UUID]
    run_id: Mapped[UUID]
    label: Mapped[str] = blank()
    edits: Mapped[Json] = jsonb()
    recommendation_key: Mapped[str | None]
    status: Mapped[str] = mapped_column(server_default="queued")
    failure: Mapped[str] = blank()
    verdict: Mapped[str | None]
    before: Mapped[float | None]
    after: Mapped[float | None]
    points: Mapped[float | None]
    low: Mapped[float | None]
    high: Mapped[float | None]
    result: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    actual: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    verified_at: Mapped[datetime | None]
    user_id: Mapped[UUID | None]
    finished_at: Mapped[datetime | None]
