"""The audit log's table. Append-only by grant: nobody but the owner may update or delete."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant


class AuditEntry(Identified, Tenant, Base):
    """One action on one target, with what was there before and after."""

    __tablename__ = "audit_log"
    __table_args__ = (Index(None, "workspace_id", "created_at"),)

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=Tenant.workspace_id.column.server_default,
    )
    actor_id: Mapped[UUID | None]
    on_behalf_of: Mapped[UUID | None]
    action: Mapped[str] = mapped_column(String(80))
    target: Mapped[str] = mapped_column(String(200))
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    actor_name: Mapped[str | None] = mapped_column(String(210))
    via: Mapped[str | None] = mapped_column(String(80))
