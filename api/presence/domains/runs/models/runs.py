"""A run, what it was computed from, and the event log it writes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Index,
    PrimaryKeyConstraint,
    UniqueConstraint,
    text,
)
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


class Run(Identified, Tenant, Base):
    """One pass over a panel with a fixed configuration; `lease` fences out a superseded worker.

    `round` counts how often its failed answers were retried; `ended_as` is how the run had ended
    before that, and `job_id` the job that takes it to its end. `panel_number` is the version of the
    brand's questions it measured.
    """

    __tablename__ = "run"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        UniqueConstraint("workspace_id", "id"),
        CheckConstraint(
            "status IN ('queued', 'running', 'completed', 'partial', 'failed', 'canceled')",
            name="status",
        ),
        Index(
            "uq_run_active", "workspace_id", "brand_id", "kind",
            unique=True,
            postgresql_where=text("status IN ('queued', 'running') AND kind <> 'imported'"),
        ),
        CheckConstraint(
            "kind IN ('full', 'content', 'technical', 'prompt', 'imported')", name="kind"
        ),
        Index(
            "ix_run_active", "created_at",
            postgresql_where=text("status IN ('queued', 'running')"),
        ),
        Index("ix_run_brand", "workspace_id", "brand_id", text("created_at DESC")),
        Index("ix_run_created_at", "created_at", postgresql_using="brin"),
    )  # fmt: skip

    brand_id: Mapped[UUID]
    kind: Mapped[str]
    trigger: Mapped[str]
    status: Mapped[str] = mapped_column(server_default="queued")
    stage: Mapped[str | None]
    done: Mapped[int] = zero()
    total: Mapped[int] = zero()
    stages: Mapped[Json] = jsonb("[]")
    engines: Mapped[Json] = jsonb("[]")
    seed: Mapped[int] = mapped_column(BigInteger)
    panel_size: Mapped[int]
    samples: Mapped[int]
    panel_version: Mapped[str | None]
    panel_number: Mapped[int | None]
    versions: Mapped[Json] = jsonb("{}")
    failure: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    valid_answers: Mapped[int] = zero()
    total_answers: Mapped[int] = zero()
    basis: Mapped[str | None]
    verdict: Mapped[str] = blank()
    changes: Mapped[Json] = jsonb("[]")
    lease: Mapped[int] = zero()
    round: Mapped[int] = zero()
    ended_as: Mapped[Json | None] = mapped_column(JSONB(none_as_null=True))
    job_id: Mapped[int | None] = mapped_column(BigInteger)
    revision: Mapped[int] = mapped_column(server_default="1")
    reading: Mapped[str | None]
    advised: Mapped[str | None]
    started_at: Mapped[datetime | None]
    first_score_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]


class RunSchedule(Unkeyed, Base):
    """When a brand is analysed next; `anchor_at` gives a monthly schedule its day and hour.

    `skipped_reason` is one sentence about the latest date if no analysis was started on it.
    `held_until` is the latest time at which the engines held back by the first analysis are asked;
    None once they were asked, or if none were held back.
    """

    __tablename__ = "run_schedule"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        PrimaryKeyConstraint("workspace_id", "brand_id"),
        CheckConstraint("cadence IN ('weekly', 'monthly')", name="cadence"),
        Index("ix_run_schedule_next_run_at", "next_run_at"),
        Index(
            "ix_run_schedule_held_until", "held_until",
            postgresql_where=text("held_until IS NOT NULL"),
        ),
    )  # fmt: skip

    brand_id: Mapped[UUID]
    cadence: Mapped[str]
    anchor_at: Mapped[datetime]
    next_run_at: Mapped[datetime]
    skipped_reason: Mapped[str | None]
    skipped_at: Mapped[datetime | None]
    last_started_at: Mapped[datetime | None]
    held_until: Mapped[datetime | None]


class RunInput(Unkeyed, Base):
    """An input of a run: `kind` is profile, panel, topics, documents, audit, other-part or
    looked-for.
    """

    __tablename__ = "run_input"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "run_id", "kind"),
    )

    run_id: Mapped[UUID]
    kind: Mapped[str]
    data: Mapped[Json] = jsonb()


class RunEvent(Unkeyed, Base):
    """The event log of a workspace; `id` grows by one in commit order."""

    __tablename__ = "run_event"
    __table_args__ = (
        in_workspace(),
        belongs("run_id", "run"),
        PrimaryKeyConstraint("workspace_id", "id"),
        Index("ix_run_event_created_at", "created_at"),
    )

    id: Mapped[int] = mapped_column(BigInteger, autoincrement=False)
    run_id: Mapped[UUID | None]
    event: Mapped[str]
    data: Mapped[Json] = jsonb()
