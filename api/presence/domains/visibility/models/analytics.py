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
    PrimaryKeyConstraint,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped

from presence.db.base import Base, Identified, Tenant
from presence.domains.visibility.models.columns import Unkeyed, belongs, blank, in_workspace, zero


class RunCell(Unkeyed, Base):
    """Valid answers of one engine to one prompt in one run, in counts."""

    __tablename__ = "run_cell"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("prompt_id", "prompt"),
        PrimaryKeyConstraint("workspace_id", "run_id", "prompt_id", "engine"),
    )

    run_id: Mapped[UUID]
    prompt_id: Mapped[UUID]
    engine: Mapped[str]
    basis: Mapped[str]
    answers: Mapped[int] = zero()
    failed: Mapped[int] = zero()
    mentions: Mapped[int] = zero()
    position_sum: Mapped[int] = zero()
    visibility_sum: Mapped[float]
    informative: Mapped[int] = zero()
    recommended: Mapped[int] = zero()
    cited_known: Mapped[int] = zero()
    cited_owned: Mapped[int] = zero()
    ghosts: Mapped[int] = zero()
    positive: Mapped[int] = zero()
    neutral: Mapped[int] = zero()
    negative: Mapped[int] = zero()


class RunEntity(Unkeyed, Base):
    """How many of those answers name an entity ("brand" or a competitor id), and where."""

    __tablename__ = "run_entity"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("prompt_id", "prompt"),
        PrimaryKeyConstraint("workspace_id", "run_id", "prompt_id", "engine", "entity"),
    )

    run_id: Mapped[UUID]
    prompt_id: Mapped[UUID]
    engine: Mapped[str]
    entity: Mapped[str]
    mentions: Mapped[int] = zero()
    position_sum: Mapped[int] = zero()
    recommended: Mapped[int] = zero()


class RunSource(Unkeyed, Base):
    """A page that one engine's answers cite or retrieved; counts are numbers of answers."""

    __tablename__ = "run_source"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "run_id", "engine", "url"),
        Index("ix_run_source_domain", "workspace_id", "run_id", "domain"),
    )

    run_id: Mapped[UUID]
    engine: Mapped[str]
    url: Mapped[str]
    domain: Mapped[str]
    title: Mapped[str] = blank()
    source_class: Mapped[str | None]
    owner: Mapped[str | None]
    cited: Mapped[int] = zero()
    retrieved: Mapped[int] = zero()
    without_brand: Mapped[int] = zero()


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
