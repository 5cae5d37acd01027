"""What a run concluded.

Invariant: never changed after the run ended, except for the `status` a person gives a conclusion.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, PrimaryKeyConstraint, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.visibility.models.columns import (
    Json,
    Unkeyed,
    belongs,
    blank,
    in_workspace,
    jsonb,
    zero,
)


class StoredScore(Identified, Tenant, Base):
    """One metric of one revision of a run, with interval, n and a hash of its inputs.

    `engine` is empty for the headline's basis, else the score is that engine's alone; `reading` is
    the version of extraction used.
    """

    __tablename__ = "score"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "run_id", "revision", "metric", "engine"),
        Index("ix_score_brand", "workspace_id", "brand_id"),
    )

    run_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    metric: Mapped[str]
    engine: Mapped[str] = blank()
    revision: Mapped[int] = mapped_column(server_default="1")
    reading: Mapped[str] = blank()
    value: Mapped[float]
    low: Mapped[float]
    high: Mapped[float]
    band: Mapped[str]
    n: Mapped[int]
    unit: Mapped[str]
    model: Mapped[str]
    exploratory: Mapped[bool]
    provisional: Mapped[bool]
    inputs_hash: Mapped[str]
    detail: Mapped[Json] = jsonb("{}")
    delta: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))


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
    """A prompt for which somebody else is ahead, or which no own passage answers."""

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


class StoredBrandResults(Unkeyed, Base):
    """What the dashboard shows of a brand's runs, as JSON text ready to send."""

    __tablename__ = "brand_results"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        PrimaryKeyConstraint("workspace_id", "brand_id"),
    )

    brand_id: Mapped[UUID]
    document: Mapped[str]
    last_run_at: Mapped[datetime | None]
