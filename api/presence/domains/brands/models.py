"""Tables of the brands slice; they mirror the migrations, which are authoritative.

Invariant: a partial unique index allows at most one primary brand per workspace among those not
deleted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.dialects.postgresql import UUID as PG_UUID
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant

_TONES = "tone IN ('Friendly', 'Formal', 'Expert', 'Playful', 'Plain')"
_INTENTS = "intent IN ('discovery', 'comparison', 'problem', 'how-to', 'branded')"
_STATES = (
    "status IN ('active', 'paused', 'suggested', 'dismissed', 'superseded', 'deleted',"
    " 'answers-only')"
)
_ORIGINS = "origin IN ('generated', 'added', 'imported', 'tracked')"
_CAUSES = "cause IN ('first', 'generated', 'edited', 'accepted', 'restored', 'filled', 'shared')"
_SLOTS = "slot IN ('kind', 'category', 'more_categories', 'place', 'jobs', 'qualities')"


def _texts() -> Mapped[list[str]]:
    return mapped_column(ARRAY(Text), server_default=sql("'{}'"))


class Brand(Identified, Tenant, Base):
    """A brand that is measured; its scores and their basis come from its latest scored run."""

    __tablename__ = "brand"
    __table_args__ = (
        UniqueConstraint("workspace_id", "id", name="uq_brand_workspace_id_id"),
        ForeignKeyConstraint(
            ["workspace_id"], ["workspace.id"], ondelete="CASCADE", name="fk_brand_workspace_id"
        ),
        CheckConstraint("status IN ('active', 'paused', 'deleted')", name="status"),
        CheckConstraint("source IN ('website', 'document', 'description')", name="source"),
        CheckConstraint(_TONES, name="tone"),
        CheckConstraint("basis IN ('assistants', 'simulator')", name="basis"),
        CheckConstraint("pause_reason IN ('customer', 'plan')", name="pause_reason"),
        CheckConstraint(
            "overall_score BETWEEN 0 AND 100 AND audience_score BETWEEN 0 AND 100", name="scores"
        ),
        Index(
            "uq_brand_workspace_id_primary",
            "workspace_id",
            unique=True,
            postgresql_where=sql("is_primary AND status <> 'deleted'"),
        ),
    )

    name: Mapped[str] = mapped_column(String(120))
    aliases: Mapped[list[str]] = _texts()
    website_url: Mapped[str | None] = mapped_column(String(2048))
    owned_prefixes: Mapped[list[str]] = _texts()
    description: Mapped[str] = mapped_column(String(5000), server_default="")
    target_audience: Mapped[str] = mapped_column(String(1000), server_default="")
    market: Mapped[str] = mapped_column(String(2), server_default="US")
    language: Mapped[str] = mapped_column(String(35), server_default="en")
    tone: Mapped[str | None] = mapped_column(String(16))
    is_common_word: Mapped[bool | None] = mapped_column(Boolean)
    is_primary: Mapped[bool] = mapped_column(Boolean, server_default=sql("false"))
    status: Mapped[str] = mapped_column(String(16), server_default="active")
    source: Mapped[str] = mapped_column(String(16))
    tag_lines: Mapped[list[str]] = _texts()
    pause_reason: Mapped[str | None] = mapped_column(String(16))
    basis: Mapped[str | None] = mapped_column(String(16))
    overall_score: Mapped[int | None] = mapped_column(SmallInteger)
    audience_score: Mapped[int | None] = mapped_column(SmallInteger)
    scored_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]


class BrandCompetitor(Identified, Tenant, Base):
    """A competitor of one brand, tracked by the customer or suggested from answers.

    `answers`, `prompts`, `engines` and the example record where a suggestion appeared in its latest
    run; `prefixes_derived` is true if the prefixes were derived from the website.
    """

    __tablename__ = "competitor"
    __table_args__ = (
        UniqueConstraint(
            "workspace_id", "brand_id", "name", name="uq_competitor_workspace_id_brand_id_name"
        ),
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
            name="fk_competitor_workspace_id_brand_id",
        ),
        CheckConstraint(
            "status IN ('tracked', 'suggested', 'dismissed', 'removed')", name="status"
        ),
    )

    brand_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(120))
    aliases: Mapped[list[str]] = _texts()
    website_url: Mapped[str | None] = mapped_column(String(2048))
    prefixes: Mapped[list[str]] = _texts()
    prefixes_derived: Mapped[bool] = mapped_column(Boolean, server_default=sql("true"))
    is_common_word: Mapped[bool | None] = mapped_column(Boolean)
    status: Mapped[str] = mapped_column(String(16), server_default="tracked")
    answers: Mapped[int] = mapped_column(Integer, server_default=sql("0"))
    prompts: Mapped[int] = mapped_column(Integer, server_default=sql("0"))
    engines: Mapped[int] = mapped_column(Integer, server_default=sql("0"))
    example_answer_id: Mapped[UUID | None]
    example_start: Mapped[int | None] = mapped_column(Integer)
    example_end: Mapped[int | None] = mapped_column(Integer)
    found_in_run_id: Mapped[UUID | None]


class Prompt(Identified, Tenant, Base):
    """A question about one brand; `key` is its stable id in the panel, `position` its place there.

    A question without a position is no longer in the panel; `status` is what the customer decided
    about it. Editing a question creates a new row with the same lineage, which is the id of the
    first version (null in the first version itself). `folded` is the normalised text by which
    duplicates are recognised; `interpretation` marks the one neutral question about the brand,
    which is not part of the panel.
    """

    __tablename__ = "prompt"
    __table_args__ = (
        UniqueConstraint("workspace_id", "id", name="uq_prompt_workspace_id_id"),
        UniqueConstraint(
            "workspace_id", "brand_id", "key", name="uq_prompt_workspace_id_brand_id_key"
        ),
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
            name="fk_prompt_workspace_id_brand_id",
        ),
        CheckConstraint(_INTENTS, name="intent"),
        CheckConstraint(_STATES, name="status"),
        CheckConstraint(_ORIGINS, name="origin"),
        Index("ix_prompt_panel", "workspace_id", "brand_id", "status", "id"),
        Index(
            "uq_prompt_interpretation",
            "workspace_id",
            "brand_id",
            unique=True,
            postgresql_where=sql("interpretation AND status = 'active'"),
        ),
    )

    brand_id: Mapped[UUID]
    key: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(String(500))
    intent: Mapped[str] = mapped_column(String(16))
    topic: Mapped[str] = mapped_column(String(200))
    locale: Mapped[str] = mapped_column(String(35))
    branded: Mapped[bool] = mapped_column(Boolean, server_default=sql("false"))
    status: Mapped[str] = mapped_column(String(16), server_default="active")
    version: Mapped[int] = mapped_column(Integer, server_default=sql("1"))
    position: Mapped[int | None] = mapped_column(Integer)
    origin: Mapped[str] = mapped_column(String(16), server_default="generated")
    interpretation: Mapped[bool] = mapped_column(Boolean, server_default=sql("false"))
    lineage_id: Mapped[UUID | None]
    folded: Mapped[str] = mapped_column(Text, server_default="")


def _of_workspace() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE")


def _of_brand(table: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", "brand_id"],
        ["brand.workspace_id", "brand.id"],
        ondelete="CASCADE",
        name=f"fk_{table}_workspace_id_brand_id",
    )


class OfferReading(Identified, Tenant, Base):
    """What a brand offers, as last extracted from its own texts; never edited by a person."""

    __tablename__ = "offer_reading"
    __table_args__ = (
        UniqueConstraint("workspace_id", "brand_id", name="uq_offer_reading_workspace_id_brand_id"),
        _of_workspace(),
        _of_brand("offer_reading"),
    )

    brand_id: Mapped[UUID]
    offer: Mapped[dict[str, Any]] = mapped_column(JSONB)
    read_at: Mapped[datetime]


class OfferCorrection(Identified, Tenant, Base):
    """A person's correction of one slot of the offer; an empty value means there is none.

    `in_catalogue` is false for a category outside our catalogue, worded in `language`.
    """

    __tablename__ = "offer_correction"
    __table_args__ = (
        UniqueConstraint(
            "workspace_id",
            "brand_id",
            "slot",
            name="uq_offer_correction_workspace_id_brand_id_slot",
        ),
        _of_workspace(),
        _of_brand("offer_correction"),
        CheckConstraint(_SLOTS, name="slot"),
    )

    brand_id: Mapped[UUID]
    slot: Mapped[str] = mapped_column(String(24))
    value: Mapped[Any] = mapped_column(JSONB)
    language: Mapped[str] = mapped_column(String(35))
    in_catalogue: Mapped[bool] = mapped_column(Boolean, server_default=sql("true"))


def _ids() -> Mapped[list[UUID]]:
    return mapped_column(ARRAY(PG_UUID(as_uuid=True)), server_default=sql("'{}'"))


class PanelRevision(Identified, Tenant, Base):
    """The questions asked about a brand from a point in time on, with what changed.

    `basis` is what was known about the brand when its questions were written, null for revisions
    that predate this record; `kept` is the basis for which a person was offered new questions and
    kept the existing ones. `restored` is the number of the revision whose questions were restored.
    `suggested` are the suggestions that were added with this revision, `withdrawn` those pending
    until then.
    """

    __tablename__ = "panel_revision"
    __table_args__ = (
        UniqueConstraint(
            "workspace_id",
            "brand_id",
            "number",
            name="uq_panel_revision_workspace_id_brand_id_number",
        ),
        _of_workspace(),
        _of_brand("panel_revision"),
        ForeignKeyConstraint(
            ["changed_by"],
            ["users.id"],
            ondelete="SET NULL",
            name="fk_panel_revision_changed_by",
        ),
        CheckConstraint(_CAUSES, name="cause"),
        Index("ix_panel_revision_changed_by", "changed_by"),
    )

    brand_id: Mapped[UUID]
    number: Mapped[int] = mapped_column(Integer)
    cause: Mapped[str] = mapped_column(String(16))
    prompts: Mapped[list[UUID]] = mapped_column(ARRAY(PG_UUID(as_uuid=True)))
    added: Mapped[list[UUID]] = _ids()
    removed: Mapped[list[UUID]] = _ids()
    suggested: Mapped[list[UUID]] = _ids()
    withdrawn: Mapped[list[UUID]] = _ids()
    reasons: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=sql("'[]'"))
    basis: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    kept: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    restored: Mapped[int | None] = mapped_column(Integer)
    changed_by: Mapped[UUID | None]
