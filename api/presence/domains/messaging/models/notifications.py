"""What a member is notified of inside the product, and the channels they chose.

Invariant: a row belongs to one member and is deleted with the membership; there is one notification
per person, kind and subject.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.rls import CURRENT_WORKSPACE


def _of_member() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", "user_id"],
        ["membership.workspace_id", "membership.user_id"],
        ondelete="CASCADE",
    )


class Notification(Identified, Tenant, Base):
    """One line in one member's bell; `data` fills the placeholders of the reader's text."""

    __tablename__ = "notification"
    __table_args__ = (
        _of_member(),
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
        ),
        UniqueConstraint("workspace_id", "user_id", "kind", "subject_id"),
        Index("ix_notification_member", "workspace_id", "user_id", text("id DESC")),
    )

    user_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[UUID]
    brand_id: Mapped[UUID | None]
    data: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'::jsonb"))
    read_at: Mapped[datetime | None]


class NotificationChoice(Base):
    """A member's deviation from the default channels of a kind."""

    __tablename__ = "notification_choice"
    __table_args__ = (
        PrimaryKeyConstraint("workspace_id", "user_id", "kind", "channel"),
        _of_member(),
        CheckConstraint("channel IN ('in-app', 'email')", name="channel"),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE)
    user_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(String(40))
    channel: Mapped[str] = mapped_column(String(16))
    wanted: Mapped[bool]
