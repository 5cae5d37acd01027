"""Tables of what an analysis found: gaps, recommendations and technical findings."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import Json, belongs, blank, in_workspace, jsonb, zero


class _Result(Identified, Tenant):
    """A numbered conclusion of a run; `number` is its rank, from 1.

    `key` is the same for the same cause in every run of the brand.
    """

    run_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    number: Mapped[int]
    status: Mapped[str] = mapped_column(server_default="open")
    key: Mapped[str] = blank()


class TechnicalFinding(_Result, Base):
    """A technical problem, listed once per cause, with every affected page."""

    __tablename__ = "technical_finding"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "id"),
        UniqueConstraint("workspace_id", "run_id", "number"),
        Index("ix_technical_finding_brand_key", "workspace_id", "brand_id", "key"),
    )

    code: Mapped[str]
    group: Mapped[str]
    page: Mapped[str]
    pages: Mapped[Json] = jsonb()
    issue: Mapped[str]
    type: Mapped[str]
    impact: Mapped[str]
    impact_value: Mapped[float]
    action: Mapped[str]
    fix: Mapped[str]
    effort: Mapped[str]
    evidence: Mapped[Json] = jsonb()
    bots: Mapped[Json] = jsonb()
    policy_choice: Mapped[bool]
    checked_at: Mapped[datetime | None]


class StoredGap(_Result, Base):
    """A prompt for which a competitor is ahead, or that no passage of the brand answers."""

    __tablename__ = "content_gap"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("brand_id", "brand"),
        belongs("prompt_id", "prompt"),
        belongs("answer_id", "answer"),
        UniqueConstraint("workspace_id", "run_id", "number"),
        Index("ix_content_gap_brand_key", "workspace_id", "brand_id", "key"),
    )

    category: Mapped[str]
    prompt_id: Mapped[UUID | None]
    answer_id: Mapped[UUID | None]
    prompt: Mapped[str]
    ai_response: Mapped[str]
    gap_type: Mapped[str]
    competitor: Mapped[str]
    attack_move: Mapped[str]
    kind: Mapped[str]
    n: Mapped[int]
    few_answers: Mapped[bool]
    topic: Mapped[str] = blank()
    competitors: Mapped[Json] = jsonb("[]")
    won_by: Mapped[str] = blank()
    brand_answers: Mapped[int] = zero()
    rival_answers: Mapped[int] = zero()
    sources: Mapped[Json] = jsonb("[]")
    engines: Mapped[Json] = jsonb("[]")


class StoredRecommendation(_Result, Base):
    """One thing to do, with its evidence and grade; ordered by expected gain over effort."""

    __tablename__ = "recommendation"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "run_id", "number"),
        Index("ix_recommendation_brand_key", "workspace_id", "brand_id", "key"),
    )

    category: Mapped[str]
    priority: Mapped[str]
    title: Mapped[str]
    description: Mapped[str]
    grade: Mapped[str]
    effort: Mapped[str]
    evidence: Mapped[Json] = jsonb()
    expected_gain: Mapped[float]
    source_kind: Mapped[str]
    source_ref: Mapped[str]
    why: Mapped[str] = blank()
    fix: Mapped[str] = blank()
    effect: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
