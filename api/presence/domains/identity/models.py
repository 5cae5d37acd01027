"""Tables of users, their sessions, known browsers and log-in attempts."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.core.ids import new_id
from presence.db.base import Base, Identified


class User(Identified, Base):
    """A person; `hashed_password`, `is_verified`, `is_superuser` are fastapi_users' names."""

    __tablename__ = "users"
    __table_args__ = (CheckConstraint("email = lower(email)", name="email_folded"),)

    first_name: Mapped[str] = mapped_column(String(100))
    last_name: Mapped[str] = mapped_column(String(100))
    email: Mapped[str] = mapped_column(String(254), unique=True)
    password_hash: Mapped[str | None]
    is_verified: Mapped[bool] = mapped_column("email_verified", server_default=text("false"))
    phone: Mapped[str | None] = mapped_column(String(32))
    locale: Mapped[str] = mapped_column(String(35), server_default="en")
    time_zone: Mapped[str] = mapped_column(String(64), server_default="UTC")
    details: Mapped[dict[str, Any]] = mapped_column("metadata", JSONB, server_default="{}")
    is_active: Mapped[bool] = mapped_column(server_default=text("true"))

    @property
    def hashed_password(self) -> str:
        """The stored hash; empty for an account without a password, which matches nothing."""
        return self.password_hash or ""

    @hashed_password.setter
    def hashed_password(self, value: str) -> None:
        self.password_hash = value

    @property
    def is_superuser(self) -> bool:
        """No user of the product is one; staff have accounts of their own."""
        return False


class LoginSession(Identified, Base):
    """One signed-in browser; the token itself is never stored."""

    __tablename__ = "login_session"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
        ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["membership.workspace_id", "membership.user_id"],
            ondelete="SET NULL (workspace_id)",
        ),
    )

    token_hash: Mapped[bytes] = mapped_column(unique=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    workspace_id: Mapped[UUID | None]
    user_agent: Mapped[str] = mapped_column(String(400), server_default="")
    address: Mapped[str] = mapped_column(String(64), server_default="")
    last_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]


class LoginDevice(Identified, Base):
    """A browser that logged in before and so keeps its own allowance of tries."""

    __tablename__ = "login_device"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
        UniqueConstraint("token_hash", "user_id", name="uq_login_device_token_hash"),
    )

    token_hash: Mapped[bytes]
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class LoginAttempt(Base):
    """A password that was or is being checked; written by database functions only."""

    __tablename__ = "login_attempt"
    __table_args__ = (Index(None, "account", "attempted_at"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    account: Mapped[bytes]
    origin: Mapped[str] = mapped_column(String(80))
    known_device: Mapped[bool]
    attempted_at: Mapped[datetime] = mapped_column(index=True)
