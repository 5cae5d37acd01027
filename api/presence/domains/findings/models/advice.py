"""People's decisions on conclusions, and the re-checks they requested.

Invariant: a decision belongs to a cause (brand, kind, key), not to a run, so the next run finds it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import Json, belongs, in_workspace


def _member(column: str) -> ForeignKeyConstraint:
    """A member of the workspace; the row outlives the membership."""
    return ForeignKeyConstraint(
        ["workspace_id", column],
        ["membership.workspace_id", "membership.user_id"],
        ondelete=f"SET NULL ({column})",
    )


class Decision(Identified, Tenant, Base):
    """A person's decision on a cause; `before` is what undo restores, `verified` the next run's."""

    __tablename__ = "conclusion_decision"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        _member("assignee_id"),
        _member("decided_by"),
        ForeignKeyConstraint(
            ["workspace_id", "verified_run_id"],
            ["run.workspace_id", "run.id"],
            ondelete="SET NULL (verified_run_id)",
        ),
        UniqueConstraint(
            "workspace_id", "brand_id", "kind", "key", name="uq_conclusion_decision_key"
        ),
        CheckConstraint("kind IN ('gap', 'finding', 'recommendation')", name="kind"),
        CheckConstraint(
            "status IN ('open', 'planned', 'in-progress', 'done', 'dismissed')", name="status"
        ),
        CheckConstraint("verified IN ('closed', 'open')", name="verified"),
    )

    brand_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(String(16))
    key: Mapped[str] = mapped_column(String(400))
    status: Mapped[str] = mapped_column(String(16), server_default="open")
    assignee_id: Mapped[UUID | None]
    note: Mapped[str] = mapped_column(String(2000), server_default="")
    reason: Mapped[str] = mapped_column(String(500), server_default="")
    decided_at: Mapped[datetime] = mapped_column(server_default=func.now())
    decided_by: Mapped[UUID | None]
    before: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    verified: Mapped[str | None] = mapped_column(String(8))
    verified_text: Mapped[str] = mapped_column(String(200), server_default="")
    verified_at: Mapped[datetime | None]
    verified_run_id: Mapped[UUID | None]


class Recheck(Identified, Tenant, Base):
    """One "Re-check now" of a finding, requested at `created_at`."""

    __tablename__ = "finding_recheck"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        belongs("finding_id", "technical_finding"),
        _member("requested_by"),
        CheckConstraint("status IN ('queued', 'done')", name="status"),
        CheckConstraint(
            "outcome IN ('closed', 'still-open', 'unreachable', 'outdated')", name="outcome"
        ),
        Index("ix_finding_recheck_brand", "workspace_id", "brand_id", "created_at"),
    )

    brand_id: Mapped[UUID]
    finding_id: Mapped[UUID]
    status: Mapped[str] = mapped_column(String(8), server_default="queued")
    outcome: Mapped[str | None] = mapped_column(String(16))
    detail: Mapped[str] = mapped_column(String(300), server_default="")
    requested_by: Mapped[UUID | None]
    finished_at: Mapped[datetime | None]
