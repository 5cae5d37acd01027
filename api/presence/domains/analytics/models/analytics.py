"""Sums of a run's answers, so that charts read only hundreds of rows, and people's corrections.

Invariant: sums are always those of the newest extraction of the run's answers, replaced as a whole.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import belongs, blank, in_workspace


class AnswerCorrection(Identified, Tenant, Base):
    """What a person marked as wrong in an extraction; `start_at`/`end_at` are text offsets."""

    __tablename__ = "answer_correction"
    __table_args__ = (
        in_workspace(),
        belongs("answer_id", "answer"),
        ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="SET NULL"),
        UniqueConstraint(
            "workspace_id",
            "answer_id",
            "entity",
            "start_at",
            "end_at",
            name="uq_answer_correction_span",
        ),
        CheckConstraint(
            "kind IN ('not-this-brand', 'missed', 'wrong-stance', 'wrong-sentiment')", name="kind"
        ),
        CheckConstraint("start_at >= 0 AND end_at > start_at", name="span"),
    )

    answer_id: Mapped[UUID]
    kind: Mapped[str]
    entity: Mapped[str]
    start_at: Mapped[int]
    end_at: Mapped[int]
    note: Mapped[str] = blank()
    user_id: Mapped[UUID | None]


class MentionReview(Identified, Tenant, Base):
    """An ordinary word that may be a name; it counts once a person has confirmed it."""

    __tablename__ = "mention_review"
    __table_args__ = (
        in_workspace(),
        belongs("answer_id", "answer"),
        belongs("brand_id", "brand"),
        ForeignKeyConstraint(["decided_by"], ["users.id"], ondelete="SET NULL"),
        UniqueConstraint("workspace_id", "id", name="uq_mention_review_id"),
        UniqueConstraint(
            "workspace_id", "answer_id", "entity", "start_at", "end_at",
            name="uq_mention_review_span",
        ),
        Index(
            "ix_mention_review_open", "workspace_id", "brand_id", "id",
            postgresql_where=text("is_brand IS NULL"),
        ),
    )  # fmt: skip

    answer_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    entity: Mapped[str]
    start_at: Mapped[int]
    end_at: Mapped[int]
    matched: Mapped[str]
    reason: Mapped[str] = blank()
    is_brand: Mapped[bool | None]
    decided_by: Mapped[UUID | None]
    decided_at: Mapped[datetime | None]
