"""Readings of a brand's recorded searches, and the queries each found.

Invariant: a reading is never changed after it is done; the newest done one is shown.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant


class TrendReading(Identified, Tenant, Base):
    """One reading: of how many answers, on which basis, by which version."""

    __tablename__ = "trend_reading"
    __table_args__ = (
        ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"], ["brand.workspace_id", "brand.id"], ondelete="CASCADE"
        ),
        UniqueConstraint("workspace_id", "id", name="uq_trend_reading_id"),
        CheckConstraint("status IN ('queued', 'done', 'failed')", name="status"),
        Index("ix_trend_reading_brand", "workspace_id", "brand_id", "id"),
    )

    brand_id: Mapped[UUID]
    status: Mapped[str] = mapped_column(server_default="queued")
    failure: Mapped[str] = mapped_column(server_default="")
    version: Mapped[str] = mapped_column(server_default="")
    basis: Mapped[str | None]
    answers: Mapped[int] = mapped_column(server_default="0")
    finished_at: Mapped[datetime | None]


class TrendQuery(Identified, Tenant, Base):
    """One query of a reading; `number` is its rank, from 1. Shares are ratios, demand 0..100."""

    __tablename__ = "trend_query"
    __table_args__ = (
        ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(
            ["workspace_id", "reading_id"],
            ["trend_reading.workspace_id", "trend_reading.id"],
            ondelete="CASCADE",
        ),
        UniqueConstraint("workspace_id", "id", name="uq_trend_query_id"),
        UniqueConstraint("workspace_id", "reading_id", "number", name="uq_trend_query_number"),
    )

    reading_id: Mapped[UUID]
    number: Mapped[int]
    query: Mapped[str]
    demand: Mapped[float | None]
    growth: Mapped[float | None]
    saturation: Mapped[str | None]
    effective_domains: Mapped[float | None]
    difficulty: Mapped[str | None]
    top_three_share: Mapped[float | None]
    authority_share: Mapped[float | None]
    simulated: Mapped[bool]
    seen: Mapped[int]
    n: Mapped[int]
    answers: Mapped[Any] = mapped_column(JSONB)
    cited: Mapped[Any] = mapped_column(JSONB)
