"""All versions of a run's scores, and the job of making a new one.

Invariant: a revision is written once, in the transaction that stores its scores, and never changed;
older ones are kept.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import Json, Unkeyed, belongs, in_workspace, jsonb, zero


class RunRevision(Unkeyed, Base):
    """One version of a run's scores: how answers were extracted, for whom, with which formulas."""

    __tablename__ = "run_revision"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "run_id", "number"),
    )

    run_id: Mapped[UUID]
    number: Mapped[int]
    reason: Mapped[str]
    reading: Mapped[str]
    score_model: Mapped[str]
    versions: Mapped[Json] = jsonb()
    profile: Mapped[Json] = jsonb()
    inputs_hash: Mapped[str]
    answers: Mapped[int]


class Rescore(Identified, Tenant, Base):
    """Re-scoring of a brand's runs; `lease` fences out a superseded worker."""

    __tablename__ = "rescore"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        CheckConstraint("status IN ('queued', 'running', 'completed', 'failed')", name="status"),
        Index(
            "uq_rescore_active", "workspace_id", "brand_id",
            unique=True, postgresql_where=text("status IN ('queued', 'running')"),
        ),
        Index("ix_rescore_brand", "workspace_id", "brand_id", text("created_at DESC")),
    )  # fmt: skip

    brand_id: Mapped[UUID]
    status: Mapped[str] = mapped_column(server_default="queued")
    done: Mapped[int] = zero()
    total: Mapped[int] = zero()
    lease: Mapped[int] = zero()
    failure: Mapped[str | None]
    finished_at: Mapped[datetime | None]
