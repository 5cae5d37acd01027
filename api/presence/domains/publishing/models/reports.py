"""Reports that were requested, and the files kept for download.

Invariant: a file does not know what it was made for, and is deleted when it expires; a report
stays, so that the plan's monthly count is correct.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.rls import CURRENT_WORKSPACE


class MadeFile(Identified, Base):
    """One file of a workspace; `presence.adapters.objects` reads and writes it.

    The content of a large file is in `parts` rows of `made_file_part`.
    """

    __tablename__ = "made_file"
    __table_args__ = (
        CheckConstraint("size BETWEEN 0 AND 536870912", name="size"),
        UniqueConstraint("workspace_id", "id"),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        index=True,
        sort_order=-1,
    )
    name: Mapped[str] = mapped_column(String(200))
    media_type: Mapped[str] = mapped_column(String(120))
    size: Mapped[int]
    content: Mapped[bytes]
    parts: Mapped[int] = mapped_column(server_default=text("0"))
    expires_at: Mapped[datetime] = mapped_column(index=True)


class MadeFilePart(Base):
    """A piece of a large file, numbered from 0."""

    __tablename__ = "made_file_part"
    __table_args__ = (
        PrimaryKeyConstraint("workspace_id", "file_id", "number"),
        ForeignKeyConstraint(
            ["workspace_id", "file_id"],
            ["made_file.workspace_id", "made_file.id"],
            ondelete="CASCADE",
        ),
        CheckConstraint("octet_length(content) BETWEEN 1 AND 1048576", name="size"),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE)
    file_id: Mapped[UUID]
    number: Mapped[int]
    content: Mapped[bytes]


class Report(Identified, Tenant, Base):
    """One report; `first` and `last` are inclusive days of the workspace, None as on the screens.

    With a `gap_id` it is the brief for that content gap, and has neither days nor sections.
    """

    __tablename__ = "report"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
        ),
        CheckConstraint(
            "status IN ('queued', 'running', 'ready', 'failed', 'canceled')", name="status"
        ),
        Index("ix_report_workspace_id_brand_id", "workspace_id", "brand_id"),
    )

    brand_id: Mapped[UUID]
    user_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    format: Mapped[str] = mapped_column(String(8))
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    sections: Mapped[list[Any]] = mapped_column(JSONB)
    locale: Mapped[str] = mapped_column(String(16))
    first: Mapped[date | None]
    last: Mapped[date | None]
    gap_id: Mapped[UUID | None]
    file_id: Mapped[UUID | None]
    size: Mapped[int | None]
    failure: Mapped[str] = mapped_column(String(400), server_default=text("''"))
    started_at: Mapped[datetime | None]
    ready_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
