"""Tables of the slice: a run, what it stored on its way, and what it concluded.

Invariant: everything below `run` belongs to exactly one run and is never changed after that run
ended, except the `status` a person gives a conclusion.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.rls import CURRENT_WORKSPACE

Json = Any


def _belongs(column: str, table: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE"
    )


def _workspace() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE")


def _jsonb(default: str | None = None) -> Mapped[Json]:
    return mapped_column(JSONB, server_default=text(f"'{default}'::jsonb") if default else None)


def _zero() -> Mapped[int]:
    return mapped_column(server_default="0")


def _blank() -> Mapped[str]:
    return mapped_column(server_default="")


class _Unkeyed:
    """A tenant row whose workspace is part of its own primary key."""

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE, nullable=False)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Run(Identified, Tenant, Base):
    """One pass over a panel with a fixed configuration; `lease` fences out a superseded worker."""

    __tablename__ = "run"
    __table_args__ = (
        _workspace(),
        _belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "id"),
        CheckConstraint(
            "status IN ('queued', 'running', 'completed', 'partial', 'failed', 'canceled')",
            name="status",
        ),
        Index(
            "uq_run_active", "workspace_id", "brand_id", "kind",
            unique=True, postgresql_where=text("status IN ('queued', 'running')"),
        ),
        Index("ix_run_brand", "workspace_id", "brand_id", text("created_at DESC")),
    )  # fmt: skip

    brand_id: Mapped[UUID]
    kind: Mapped[str]
    trigger: Mapped[str]
    status: Mapped[str] = mapped_column(server_default="queued")
    stage: Mapped[str | None]
    done: Mapped[int] = _zero()
    total: Mapped[int] = _zero()
    stages: Mapped[Json] = _jsonb("[]")
    engines: Mapped[Json] = _jsonb("[]")
    seed: Mapped[int] = mapped_column(BigInteger)
    panel_size: Mapped[int]
    samples: Mapped[int]
    panel_version: Mapped[str | None]
    versions: Mapped[Json] = _jsonb("{}")
    failure: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    valid_answers: Mapped[int] = _zero()
    total_answers: Mapped[int] = _zero()
    basis: Mapped[str | None]
    verdict: Mapped[str] = _blank()
    changes: Mapped[Json] = _jsonb("[]")
    lease: Mapped[int] = _zero()
    started_at: Mapped[datetime | None]
    first_score_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]


class RunInput(_Unkeyed, Base):
    """What a run was computed from: `kind` is profile, panel, topics, documents or audit."""

    __tablename__ = "run_input"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "run_id", "kind"),
    )

    run_id: Mapped[UUID]
    kind: Mapped[str]
    data: Mapped[Json] = _jsonb()


class Crawl(Identified, Tenant, Base):
    """One crawled site of "brand" or a competitor id; `data` is a SiteCrawl less its pages."""

    __tablename__ = "crawl"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        UniqueConstraint("workspace_id", "id"),
        UniqueConstraint("workspace_id", "run_id", "owner"),
    )

    run_id: Mapped[UUID]
    owner: Mapped[str]
    data: Mapped[Json] = _jsonb()


class PageSnapshot(Identified, Tenant, Base):
    """The facts of one fetched page, in crawl order."""

    __tablename__ = "page_snapshot"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        _belongs("crawl_id", "crawl"),
        UniqueConstraint("workspace_id", "crawl_id", "number"),
        Index("ix_page_snapshot_run", "workspace_id", "run_id"),
    )

    run_id: Mapped[UUID]
    crawl_id: Mapped[UUID]
    number: Mapped[int]
    url: Mapped[str]
    facts: Mapped[Json] = _jsonb()


class StoredAnswer(Identified, Tenant, Base):
    """One engine's reply, verbatim; unique per (run, prompt, engine, sample), so asked once."""

    __tablename__ = "answer"
    __table_args__ = (
        _workspace(),
        _belongs("brand_id", "brand"),
        _belongs("run_id", "run"),
        _belongs("prompt_id", "prompt"),
        UniqueConstraint("workspace_id", "id"),
        UniqueConstraint(
            "workspace_id", "run_id", "prompt_id", "engine", "sample", name="uq_answer_idempotency"
        ),
    )

    brand_id: Mapped[UUID]
    run_id: Mapped[UUID]
    prompt_id: Mapped[UUID]
    prompt_key: Mapped[str]
    engine: Mapped[str]
    engine_name: Mapped[str]
    model: Mapped[str]
    surface: Mapped[str]
    basis: Mapped[str]
    sample: Mapped[int]
    question: Mapped[str]
    status: Mapped[str]
    text: Mapped[str] = _blank()
    citations: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    search_queries: Mapped[Json] = _jsonb("[]")
    passages: Mapped[Json] = _jsonb("[]")
    raw: Mapped[str] = _blank()
    error: Mapped[str] = _blank()
    latency_ms: Mapped[float] = mapped_column(server_default="0")
    input_tokens: Mapped[int | None]
    output_tokens: Mapped[int | None]
    cost_usd: Mapped[float | None]
    answered_at: Mapped[datetime]


class StoredExtraction(_Unkeyed, Base):
    """What one answer says, as read by one extractor version."""

    __tablename__ = "extraction"
    __table_args__ = (
        _workspace(),
        _belongs("answer_id", "answer"),
        PrimaryKeyConstraint("workspace_id", "answer_id", "version"),
    )

    answer_id: Mapped[UUID]
    version: Mapped[str]
    data: Mapped[Json] = _jsonb()
    brand_named: Mapped[bool]
    position: Mapped[int | None]


class StoredScore(Identified, Tenant, Base):
    """One metric of one run by one model version, with interval, n and a hash of its inputs."""

    __tablename__ = "score"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        _belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "run_id", "metric", "model", "inputs_hash"),
        Index("ix_score_brand", "workspace_id", "brand_id"),
    )

    run_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    metric: Mapped[str]
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
    detail: Mapped[Json] = _jsonb("{}")
    delta: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))


class _Result(Identified, Tenant):
    """A numbered conclusion of a run; `number` is its rank, from 1."""

    run_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    number: Mapped[int]
    status: Mapped[str] = mapped_column(server_default="open")


class TechnicalFinding(_Result, Base):
    """A technical problem named once by its cause, with every affected page."""

    __tablename__ = "technical_finding"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        _belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "run_id", "number"),
    )

    code: Mapped[str]
    group: Mapped[str]
    page: Mapped[str]
    pages: Mapped[Json] = _jsonb()
    issue: Mapped[str]
    type: Mapped[str]
    impact: Mapped[str]
    impact_value: Mapped[float]
    action: Mapped[str]
    fix: Mapped[str]
    effort: Mapped[str]
    evidence: Mapped[Json] = _jsonb()
    bots: Mapped[Json] = _jsonb()
    policy_choice: Mapped[bool]


class StoredGap(_Result, Base):
    """A prompt where somebody else is ahead, or where no own passage answers."""

    __tablename__ = "content_gap"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        _belongs("brand_id", "brand"),
        _belongs("prompt_id", "prompt"),
        _belongs("answer_id", "answer"),
        UniqueConstraint("workspace_id", "run_id", "number"),
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


class StoredRecommendation(_Result, Base):
    """One thing to do, with its evidence and grade; ordered by expected gain over effort."""

    __tablename__ = "recommendation"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        _belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "run_id", "number"),
    )

    category: Mapped[str]
    priority: Mapped[str]
    title: Mapped[str]
    description: Mapped[str]
    grade: Mapped[str]
    effort: Mapped[str]
    evidence: Mapped[Json] = _jsonb()
    expected_gain: Mapped[float]
    source_kind: Mapped[str]
    source_ref: Mapped[str]


class BrandResults(_Unkeyed, Base):
    """What the dashboard shows of a brand's runs, as JSON text ready to send."""

    __tablename__ = "brand_results"
    __table_args__ = (
        _workspace(),
        _belongs("brand_id", "brand"),
        PrimaryKeyConstraint("workspace_id", "brand_id"),
    )

    brand_id: Mapped[UUID]
    document: Mapped[str]
    last_run_at: Mapped[datetime | None]


class RunEvent(_Unkeyed, Base):
    """The event log of a workspace; `id` grows by one in commit order."""

    __tablename__ = "run_event"
    __table_args__ = (
        _workspace(),
        _belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "id"),
        Index("ix_run_event_created_at", "created_at"),
    )

    id: Mapped[int] = mapped_column(BigInteger, autoincrement=False)
    run_id: Mapped[UUID | None]
    event: Mapped[str]
    data: Mapped[Json] = _jsonb()
