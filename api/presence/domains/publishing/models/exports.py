"""Copies of a person's or a workspace's data, made on request and kept for a limited time."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE


class DataExport(Identified, Base):
    """One request; `content` is the ZIP archive once it is ready."""

    __tablename__ = "data_export"
    __table_args__ = (CheckConstraint("status IN ('queued', 'ready', 'failed')", name="status"),)

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    content: Mapped[bytes | None]
    size: Mapped[int | None]
    ready_at: Mapped[datetime | None]
    expires_at: Mapped[datetime]


class WorkspaceExport(Identified, Base):
    """A workspace's data as requested by support; `made_file` holds the archive once ready."""

    __tablename__ = "workspace_export"
    __table_args__ = (CheckConstraint("status IN ('queued', 'ready', 'failed')", name="status"),)

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        index=True,
        sort_order=-1,
    )
    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id"))
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    file_id: Mapped[UUID | None]
    size: Mapped[int | None]
    ready_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
