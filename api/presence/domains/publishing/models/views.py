"""Views of a screen saved under a name, and the one each member starts with.

Invariant: a personal view is deleted with its owner's membership and visible to nobody else; the
workspace's views stay when their author leaves. A removed view can be restored until it is purged.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    func,
)
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.rls import CURRENT_WORKSPACE


def _of_member(column: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", column],
        ["membership.workspace_id", "membership.user_id"],
        ondelete="CASCADE",
    )


def _of_brand() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["workspace_id", "brand_id"], ["brand.workspace_id", "brand.id"], ondelete="CASCADE"
    )


class SavedView(Identified, Tenant, Base):
    """The query string of a screen's address; a view without an owner is the workspace's."""

    __tablename__ = "saved_view"
    __table_args__ = (
        _of_brand(),
        _of_member("owner_id"),
        UniqueConstraint("workspace_id", "id"),
        Index("ix_saved_view_workspace_id_brand_id", "workspace_id", "brand_id"),
        Index("ix_saved_view_workspace_id_owner_id", "workspace_id", "owner_id"),
    )

    brand_id: Mapped[UUID]
    owner_id: Mapped[UUID | None]
    author_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    screen: Mapped[str] = mapped_column(String(24))
    name: Mapped[str] = mapped_column(String(80))
    query: Mapped[str] = mapped_column(String(2_000))
    removed_at: Mapped[datetime | None]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class FirstView(Base):
    """The view that a member's screen of a brand opens with."""

    __tablename__ = "first_view"
    __table_args__ = (
        PrimaryKeyConstraint("workspace_id", "user_id", "brand_id", "screen"),
        _of_member("user_id"),
        _of_brand(),
        ForeignKeyConstraint(
            ["workspace_id", "view_id"],
            ["saved_view.workspace_id", "saved_view.id"],
            ondelete="CASCADE",
        ),
        Index("ix_first_view_workspace_id_brand_id", "workspace_id", "brand_id"),
        Index("ix_first_view_workspace_id_view_id", "workspace_id", "view_id"),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE)
    user_id: Mapped[UUID]
    brand_id: Mapped[UUID]
    screen: Mapped[str] = mapped_column(String(24))
    view_id: Mapped[UUID]
