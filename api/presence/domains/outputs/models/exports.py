"""Copies of a person's data, made on request and kept for a while."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified


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
