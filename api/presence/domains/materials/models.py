"""Tables of the materials slice. The migration is the authority; these mirror it.

Invariant: a material is a website with an address or a document with a stored file, never both; a
brand has at most one primary material, the one it was made from.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict
from uuid import UUID

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    UniqueConstraint,
    func,
)
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant

_KIND = (
    "(kind = 'website' AND url IS NOT NULL AND stored_file_id IS NULL)"
    " OR (kind = 'document' AND url IS NULL AND stored_file_id IS NOT NULL)"
)
_STATUS = "status IN ('queued', 'fetching', 'analysing', 'ready', 'failed')"


class StoredFile(Identified, Tenant, Base):
    """An uploaded file, once per content and workspace."""

    __tablename__ = "stored_file"
    __table_args__ = (
        UniqueConstraint("workspace_id", "id", name="uq_stored_file_workspace_id_id"),
        UniqueConstraint("workspace_id", "sha256", name="uq_stored_file_workspace_id_sha256"),
        ForeignKeyConstraint(
            ["workspace_id"],
            ["workspace.id"],
            ondelete="CASCADE",
            name="fk_stored_file_workspace_id",
        ),
        CheckConstraint(
            "size = octet_length(data) AND size BETWEEN 1 AND 26214400",
            name="size",
        ),
    )

    name: Mapped[str] = mapped_column(String(200))
    content_type: Mapped[str] = mapped_column(String(120))
    size: Mapped[int] = mapped_column(Integer)
    sha256: Mapped[bytes] = mapped_column(LargeBinary)
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class StoredText(TypedDict):
    """A document as its row keeps it; `blocks` are pairs of heading level and text."""

    name: str
    title: str
    url: str | None
    blocks: list[tuple[int, str]]


class Material(Identified, Tenant, Base):
    """A website or a document of one brand.

    `text` holds the blocks of a document or of a single page; the primary website is read by runs
    and has none. `fit` is the audience fit with its evidence, `audience_fit` its rounded value.
    """

    __tablename__ = "material"
    __table_args__ = (
        UniqueConstraint("workspace_id", "id", name="uq_material_workspace_id_id"),
        UniqueConstraint(
            "workspace_id", "brand_id", "url", name="uq_material_workspace_id_brand_id_url"
        ),
        UniqueConstraint(
            "workspace_id",
            "brand_id",
            "stored_file_id",
            name="uq_material_workspace_id_brand_id_file",
        ),
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
            name="fk_material_workspace_id_brand_id",
        ),
        ForeignKeyConstraint(
            ["workspace_id", "stored_file_id"],
            ["stored_file.workspace_id", "stored_file.id"],
            name="fk_material_workspace_id_stored_file_id",
        ),
        CheckConstraint(_KIND, name="kind"),
        CheckConstraint(_STATUS, name="status"),
        CheckConstraint("audience_fit BETWEEN 0 AND 100", name="audience_fit"),
        Index(
            "uq_material_workspace_id_brand_id_primary",
            "workspace_id",
            "brand_id",
            unique=True,
            postgresql_where=sql("is_primary"),
        ),
    )

    brand_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(String(16))
    title: Mapped[str] = mapped_column(String(200), server_default="")
    url: Mapped[str | None] = mapped_column(String(2048))
    description: Mapped[str] = mapped_column(String(2000), server_default="")
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    failure: Mapped[str | None] = mapped_column(String(500))
    stored_file_id: Mapped[UUID | None]
    text: Mapped[StoredText | None] = mapped_column(JSONB(none_as_null=True))
    word_count: Mapped[int] = mapped_column(Integer, server_default=sql("0"))
    audience_fit: Mapped[int | None] = mapped_column(SmallInteger)
    analysed_at: Mapped[datetime | None]
    is_primary: Mapped[bool] = mapped_column(Boolean, server_default=sql("false"))
    language: Mapped[str] = mapped_column(String(35), server_default="")
    fit: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    deleted_at: Mapped[datetime | None]


class SiteCheck(Identified, Tenant, Base):
    """One look at an address somebody typed; `result` is null until the job has looked."""

    __tablename__ = "site_check"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id"],
            ["workspace.id"],
            ondelete="CASCADE",
            name="fk_site_check_workspace_id",
        ),
        Index("ix_site_check_workspace_id_created_at", "workspace_id", "created_at"),
    )

    url: Mapped[str] = mapped_column(String(2048))
    result: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
