"""What a run stored on its way: crawled pages, answers and their extractions.

Invariant: an answer and its extraction are never changed; a new extraction is a new row.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, PrimaryKeyConstraint, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import (
    Json,
    Unkeyed,
    belongs,
    blank,
    in_workspace,
    jsonb,
    zero,
)


class Crawl(Identified, Tenant, Base):
    """The crawled site of the brand ("brand") or of a competitor (its id).

    `data` is a SiteCrawl without its pages.
    """

    __tablename__ = "crawl"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        UniqueConstraint("workspace_id", "id"),
        UniqueConstraint("workspace_id", "run_id", "owner"),
    )

    run_id: Mapped[UUID]
    owner: Mapped[str]
    data: Mapped[Json] = jsonb()


class PageSnapshot(Identified, Tenant, Base):
    """The facts of one fetched page, in crawl order."""

    __tablename__ = "page_snapshot"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("crawl_id", "crawl"),
        UniqueConstraint("workspace_id", "crawl_id", "number"),
        Index("ix_page_snapshot_run", "workspace_id", "run_id"),
    )

    run_id: Mapped[UUID]
    crawl_id: Mapped[UUID]
    number: Mapped[int]
    url: Mapped[str]
    facts: Mapped[Json] = jsonb()


class StoredAnswer(Identified, Tenant, Base):
    """One engine's reply, verbatim; unique per (run, prompt, engine, sample), so asked once."""

    __tablename__ = "answer"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        belongs("run_id", "run"),
        belongs("prompt_id", "prompt"),
        UniqueConstraint("workspace_id", "id"),
        UniqueConstraint(
            "workspace_id", "run_id", "prompt_id", "engine", "sample", name="uq_answer_idempotency"
        ),
        Index("ix_answer_workspace_id_brand_id_id", "workspace_id", "brand_id", "id"),
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
    text: Mapped[str] = blank()
    citations: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    search_queries: Mapped[Json] = jsonb("[]")
    passages: Mapped[Json] = jsonb("[]")
    raw: Mapped[str] = blank()
    error: Mapped[str] = blank()
    error_code: Mapped[str] = blank()
    round: Mapped[int] = zero()
    latency_ms: Mapped[float] = mapped_column(server_default="0")
    input_tokens: Mapped[int | None]
    output_tokens: Mapped[int | None]
    cost_usd: Mapped[float | None]
    answered_at: Mapped[datetime]


class AnswerAttempt(Identified, Tenant, Base):
    """A failed answer that was replaced by a retry: kept as history, never counted."""

    __tablename__ = "answer_attempt"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        belongs("prompt_id", "prompt"),
        Index("ix_answer_attempt_run", "workspace_id", "run_id"),
    )

    run_id: Mapped[UUID]
    prompt_id: Mapped[UUID]
    engine: Mapped[str]
    model: Mapped[str]
    sample: Mapped[int]
    round: Mapped[int]
    status: Mapped[str]
    error: Mapped[str]
    error_code: Mapped[str]
    raw: Mapped[str]
    cost_usd: Mapped[float | None]
    answered_at: Mapped[datetime]


class StoredExtraction(Unkeyed, Base):
    """What one answer says, as extracted by one extractor version."""

    __tablename__ = "extraction"
    __table_args__ = (
        in_workspace(),
        belongs("answer_id", "answer"),
        PrimaryKeyConstraint("workspace_id", "answer_id", "version"),
    )

    answer_id: Mapped[UUID]
    version: Mapped[str]
    data: Mapped[Json] = jsonb()
    brand_named: Mapped[bool]
    position: Mapped[int | None]
