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
from presence.domains.runs.models.columns import Json, Unkeyed, belongs, blank, in_workspace, jsonb


class StoredScore(Identified, Tenant, Base):
    """One metric of one revision of a run, with interval, n and a hash of its inputs.

    `engine` is empty for the headline's basis; otherwise the score is of that engine alone.
    `reading` is the version of extraction used.
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
