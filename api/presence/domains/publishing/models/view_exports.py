"""Exports of a screen's contents: requested, created by a job, downloaded within a day.

Invariant: an export holds what the requester could see when it was created; the file is stored in
`made_file` and deleted after a day, while the row records the outcome.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant


class ViewExport(Identified, Tenant, Base):
    """One export; `done` of `total` rows are written (total is None until known)."""

    __tablename__ = "view_export"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
        ),
        CheckConstraint(
            "status IN ('queued', 'running', 'ready', 'failed', 'canceled')", name="status"
        ),
        Index("ix_view_export_workspace_id_brand_id", "workspace_id", "brand_id"),
    )

    brand_id: Mapped[UUID]
    user_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    resource: Mapped[str] = mapped_column(String(24))
    format: Mapped[str] = mapped_column(String(8))
    filters: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'::jsonb"))
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    done: Mapped[int] = mapped_column(server_default=text("0"))
    total: Mapped[int | None]
    file_id: Mapped[UUID | None]
    size: Mapped[int | None]
    failure: Mapped[str] = mapped_column(String(400), server_default=text("''"))
    started_at: Mapped[datetime | None]
    ready_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
