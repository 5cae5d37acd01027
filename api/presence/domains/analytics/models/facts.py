"""Key facts of brands, and how an engine's stored answer compares with them.

Invariant: a fact that a person removed stays as a removed row, so that it is never proposed again;
an interpretation belongs to one stored answer and names the versions it was made with.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped

from presence.db.base import Base, Identified, Tenant
from presence.domains.runs.models.columns import Json, belongs, blank, in_workspace, jsonb, zero


class BrandFact(Identified, Tenant, Base):
    """A fact about a brand: confirmed, proposed or removed."""

    __tablename__ = "brand_fact"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="SET NULL"),
        CheckConstraint(
            "kind IN ('category', 'offering', 'audience', 'place', 'priceRange', 'founded', 'url')",
            name="kind",
        ),
        CheckConstraint("status IN ('proposed', 'confirmed', 'removed')", name="status"),
        CheckConstraint("origin IN ('found', 'person')", name="origin"),
        CheckConstraint("char_length(value) BETWEEN 1 AND 200", name="value"),
        Index(
            "uq_brand_fact_value", "workspace_id", "brand_id", "kind", text("lower(value)"),
            unique=True,
        ),
    )  # fmt: skip

    brand_id: Mapped[UUID]
    kind: Mapped[str]
    value: Mapped[str]
    number: Mapped[int] = zero()
    status: Mapped[str]
    origin: Mapped[str]
    source: Mapped[str] = blank()
    quote: Mapped[str] = blank()
    decided_at: Mapped[datetime | None]
    user_id: Mapped[UUID | None]


class StoredInterpretation(Identified, Tenant, Base):
    """The assessment of one answer to "What is {brand}?"; `match_score`, `tone_match` 0..100."""

    __tablename__ = "interpretation"
    __table_args__ = (
        in_workspace(),
        belongs("brand_id", "brand"),
        belongs("run_id", "run"),
        belongs("answer_id", "answer"),
        UniqueConstraint("workspace_id", "answer_id", name="uq_interpretation_answer"),
        Index("ix_interpretation_brand", "workspace_id", "brand_id", "engine"),
        Index("ix_interpretation_run", "workspace_id", "run_id"),
    )

    brand_id: Mapped[UUID]
    run_id: Mapped[UUID]
    answer_id: Mapped[UUID]
    engine: Mapped[str]
    version: Mapped[str]
    recognised: Mapped[bool]
    tone: Mapped[str]
    tone_match: Mapped[float | None]
    relevance: Mapped[float | None]
    match_score: Mapped[float | None]
    facts: Mapped[Json] = jsonb()
    method: Mapped[str]
