"""Links that show one brand's results to people without an account.

Invariant: what a link shows is fixed when it is created: its brand, period, filters and sections
never change. The token is stored twice: hashed to look up the link, sealed to display it again.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.sealed import sealed


class ShareLink(Identified, Tenant, Base):
    """One link: either for the last `days` days, or for the inclusive days `first` to `last`."""

    __tablename__ = "share_link"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
        ),
        CheckConstraint("(days IS NULL) = (first IS NOT NULL AND last IS NOT NULL)", name="period"),
        Index("ix_share_link_workspace_id_brand_id", "workspace_id", "brand_id"),
        Index("ix_share_link_token_hash", "token_hash"),
    )

    brand_id: Mapped[UUID]
    user_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    name: Mapped[str] = mapped_column(String(120))
    token_hash: Mapped[bytes]
    sealed_token: Mapped[bytes] = sealed("share link {id}", "workspace")
    password_hash: Mapped[str | None] = mapped_column(String(200))
    sections: Mapped[list[Any]] = mapped_column(JSONB)
    days: Mapped[int | None]
    first: Mapped[date | None]
    last: Mapped[date | None]
    engines: Mapped[list[Any]] = mapped_column(JSONB, server_default=text("'[]'::jsonb"))
    topics: Mapped[list[Any]] = mapped_column(JSONB, server_default=text("'[]'::jsonb"))
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    views: Mapped[int] = mapped_column(server_default=text("0"))
    last_viewed_at: Mapped[datetime | None]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())

    @property
    def protected(self) -> bool:
        """Whether the link requires a password; `ShareLinkOut.from_row` reads it by its name."""
        return self.password_hash is not None
