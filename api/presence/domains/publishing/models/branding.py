"""The branding of a workspace's reports.

Invariant: at most one row per workspace; what the plan does not include is stored but not used.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base
from presence.db.rls import CURRENT_WORKSPACE


class ReportBranding(Base):
    """Name and colour of reports, empty for the product's own; a logo as PNG or JPEG."""

    __tablename__ = "report_branding"
    __table_args__ = (
        CheckConstraint("colour ~ '^(#[0-9a-f]{6})?$'", name="colour"),
        CheckConstraint("octet_length(logo) BETWEEN 1 AND 204800", name="logo"),
        CheckConstraint("logo_type IN ('image/png', 'image/jpeg')", name="logo_type"),
        CheckConstraint("(logo IS NULL) = (logo_type IS NULL)", name="whole"),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        primary_key=True,
        server_default=CURRENT_WORKSPACE,
    )
    name: Mapped[str] = mapped_column(String(80), server_default=text("''"))
    colour: Mapped[str] = mapped_column(String(7), server_default=text("''"))
    logo: Mapped[bytes | None]
    logo_type: Mapped[str | None] = mapped_column(String(16))
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
