"""Tables of the engine watch: days, the answers to canary questions, and breaks.

Invariant: they hold what the deployment's own keys were answered, and nothing of any tenant.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    Double,
    ForeignKey,
    Index,
    Numeric,
    SmallInteger,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified

_ZERO = text("0")


class WatchDay(Identified, Base):
    """A day (UTC) of an engine in a language: how asking goes, then the verdict.

    `passes` counts how often its questions were put; the next time is `next_at`.
    """

    __tablename__ = "engine_watch_day"
    __table_args__ = (
        UniqueConstraint("engine", "language", "day"),
        CheckConstraint(
            "state IN ('asking', 'learning', 'no answers', 'steady', 'doubtful', 'changed')",
            name="state",
        ),
        CheckConstraint("cost_usd >= 0", name="cost"),
        Index("ix_engine_watch_day_asking", "next_at", postgresql_where=text("state = 'asking'")),
    )

    engine: Mapped[str] = mapped_column(String(16))
    language: Mapped[str] = mapped_column(String(8))
    day: Mapped[date]
    model: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(16), server_default="asking")
    passes: Mapped[int] = mapped_column(SmallInteger, server_default=_ZERO)
    next_at: Mapped[datetime]
    answers: Mapped[int] = mapped_column(SmallInteger, server_default=_ZERO)
    cost_usd: Mapped[Decimal] = mapped_column(Numeric(14, 6), server_default=_ZERO)
    evidence: Mapped[float] = mapped_column(Double, server_default=_ZERO)
    distance: Mapped[float | None] = mapped_column(Double)
    p: Mapped[float | None] = mapped_column(Double)
    since: Mapped[int | None] = mapped_column(SmallInteger)
    reference_days: Mapped[int] = mapped_column(SmallInteger, server_default=_ZERO)
    judged_at: Mapped[datetime | None]


class WatchAnswer(Base):
    """The answer to one canary question; its text is kept for a while, what was measured longer."""

    __tablename__ = "engine_watch_answer"

    watch_id: Mapped[UUID] = mapped_column(
        ForeignKey("engine_watch_day.id", ondelete="CASCADE"), primary_key=True
    )
    canary: Mapped[str] = mapped_column(String(60), primary_key=True)
    model: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(server_default="")
    features: Mapped[list[float]] = mapped_column(ARRAY(Double))
    domains: Mapped[list[str] | None] = mapped_column(ARRAY(String(255)))
    asked_at: Mapped[datetime] = mapped_column(index=True)


class WatchBreak(Identified, Base):
    """The `number`-th time an engine began to answer differently, as `language` showed first.

    `estimate` lists what changed most of its answers.
    """

    __tablename__ = "engine_watch_break"
    __table_args__ = (UniqueConstraint("engine", "number"),)

    engine: Mapped[str] = mapped_column(String(16))
    number: Mapped[int]
    language: Mapped[str] = mapped_column(String(8))
    began_on: Mapped[date]
    declared_on: Mapped[date]
    models: Mapped[list[str]] = mapped_column(ARRAY(String(200)))
    distance: Mapped[float] = mapped_column(Double)
    evidence: Mapped[float] = mapped_column(Double)
    estimate: Mapped[list[Any]] = mapped_column(JSONB)
