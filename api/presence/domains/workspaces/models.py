"""Tables of the tenant itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE


class Workspace(Identified, Base):
    """One business with its members, brands and subscription."""

    __tablename__ = "workspace"

    name: Mapped[str] = mapped_column(String(120), server_default="")
    time_zone: Mapped[str] = mapped_column(String(64), server_default="UTC")
    deleted_at: Mapped[datetime | None]


class Membership(Base):
    """A user's role in a workspace."""

    __tablename__ = "membership"
    __table_args__ = (
        CheckConstraint("role IN ('owner', 'admin', 'editor', 'viewer', 'billing')", name="role"),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        primary_key=True,
        server_default=CURRENT_WORKSPACE,
    )
    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class BusinessInfo(Identified, Base):
    """What the owner says about the business; one row per workspace."""

    __tablename__ = "business_info"
    __table_args__ = (
        CheckConstraint(
            "business_type IN ('Technology', 'Healthcare', 'Real Estate', 'Remodeling', 'Other')",
            name="business_type",
        ),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        unique=True,
        server_default=CURRENT_WORKSPACE,
    )
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    business_name: Mapped[str | None] = mapped_column(String(120))
    business_type: Mapped[str | None] = mapped_column(String(16))
    business_description: Mapped[str | None]
    website_url: Mapped[str | None] = mapped_column(String(2048))
    target_audience: Mapped[str | None] = mapped_column(String(1000))
    wizard_completed: Mapped[bool] = mapped_column(server_default=text("false"))
    location: Mapped[str | None] = mapped_column(String(200))
    language: Mapped[str | None] = mapped_column(String(35))
    phone: Mapped[str | None] = mapped_column(String(32))
    email: Mapped[str | None] = mapped_column(String(254))
    address1: Mapped[str | None] = mapped_column(String(200))
    address2: Mapped[str | None] = mapped_column(String(200))
    city: Mapped[str | None] = mapped_column(String(200))
    postal_code: Mapped[str | None] = mapped_column(String(16))
    draft: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())
