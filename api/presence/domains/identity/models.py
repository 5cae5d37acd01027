"""Tables of users and of everything that proves their identity."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
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
from presence.db.sealed import sealed


class User(Identified, Base):
    """A person; `hashed_password`, `is_verified`, `is_superuser` are fastapi_users' names."""

    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint("email = lower(email)", name="email_folded"),
        Index(None, "deletion_at", postgresql_where=text("deletion_at IS NOT NULL")),
    )

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
    deletion_at: Mapped[datetime | None]
    # The network whose unconfirmed accounts this one is counted among.
    unconfirmed_network: Mapped[str | None] = mapped_column(String(80))

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
    """One signed-in browser; the token itself is never stored.

    With an `impersonation_id`, it is staff viewing the product as this person.
    """

    __tablename__ = "login_session"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
        ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["membership.workspace_id", "membership.user_id"],
            ondelete="SET NULL (workspace_id)",
        ),
        Index(None, "impersonation_id", postgresql_where=text("impersonation_id IS NOT NULL")),
    )

    token_hash: Mapped[bytes] = mapped_column(unique=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    workspace_id: Mapped[UUID | None]
    user_agent: Mapped[str] = mapped_column(String(400), server_default="")
    address: Mapped[str] = mapped_column(String(64), server_default="")
    last_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    impersonation_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("impersonation.id", ondelete="CASCADE")
    )


class LoginDevice(Identified, Base):
    """A browser that has signed in before and so keeps its own allowance of attempts."""

    __tablename__ = "login_device"
    __table_args__ = (
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
        UniqueConstraint("token_hash", "user_id", name="uq_login_device_token_hash"),
    )

    token_hash: Mapped[bytes]
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class LoginAttempt(Base):
    """A password attempt, checked or in progress; written only by database functions."""

    __tablename__ = "login_attempt"
    __table_args__ = (Index(None, "account", "attempted_at"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    account: Mapped[bytes]
    origin: Mapped[str] = mapped_column(String(80))
    known_device: Mapped[bool]
    attempted_at: Mapped[datetime] = mapped_column(index=True)


class LoginGuess(Base):
    """A failed guess with its origin; written only by database functions.

    `secret` is a short keyed marker of the guessed password, empty if none was guessed.
    """

    __tablename__ = "login_guess"
    __table_args__ = (
        CheckConstraint("octet_length(secret) = 3", name="short"),
        Index(None, "source", "attempted_at"),
        Index(None, "network", "attempted_at"),
        Index(None, "secret", "attempted_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    account: Mapped[bytes]
    source: Mapped[str] = mapped_column(String(80))
    network: Mapped[str] = mapped_column(String(80))
    secret: Mapped[bytes | None]
    attempted_at: Mapped[datetime] = mapped_column(index=True)


class OneTimeToken(Identified, Base):
    """A link in an e-mail.

    `token_hash` is empty until the e-mail is written; never the token itself.

    `address` is the e-mail address it proves; `previous` the one that an address change replaces.
    """

    __tablename__ = "one_time_token"
    __table_args__ = (
        CheckConstraint("purpose IN ('verify', 'email', 'reset')", name="purpose"),
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
    )

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    purpose: Mapped[str] = mapped_column(String(16))
    token_hash: Mapped[bytes | None] = mapped_column(unique=True)
    address: Mapped[str] = mapped_column(String(254))
    previous: Mapped[str | None] = mapped_column(String(254))
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class GoogleIdentity(Identified, Base):
    """The Google account a user may sign in with; `subject` is Google's own key for it."""

    __tablename__ = "google_identity"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), unique=True)
    subject: Mapped[str] = mapped_column(String(255), unique=True)
    email: Mapped[str] = mapped_column(String(254))


class LoginChallenge(Identified, Base):
    """A half-completed sign-in: a second factor or, before linking Google, a password is due."""

    __tablename__ = "login_challenge"
    __table_args__ = (
        CheckConstraint("kind IN ('second-factor', 'link-google')", name="kind"),
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
    )

    token_hash: Mapped[bytes] = mapped_column(unique=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    google_subject: Mapped[str | None] = mapped_column(String(255))
    google_email: Mapped[str | None] = mapped_column(String(254))
    expires_at: Mapped[datetime]


class SecondFactor(Base):
    """An authenticator app; `key` is encrypted, `last_step` the newest code that was used."""

    __tablename__ = "second_factor"

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[bytes] = sealed("second_factor:{user_id}", "person")
    confirmed_at: Mapped[datetime | None]
    last_step: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class RecoveryCode(Identified, Base):
    """A code that replaces the authenticator app once."""

    __tablename__ = "recovery_code"
    __table_args__ = (
        CheckConstraint("octet_length(code_hash) = 32", name="sha256"),
        UniqueConstraint("user_id", "code_hash"),
    )

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    code_hash: Mapped[bytes]
    used_at: Mapped[datetime | None]


class Passkey(Identified, Base):
    """A passkey of a person, sufficient to sign in; none of it is secret.

    `sign_count` only grows. `refused_at` is when it was last used with a counter that did not,
    which means that there may be a copy of it. `transports` are the browser's terms for where it
    is, separated by spaces.
    """

    __tablename__ = "passkey"
    __table_args__ = (CheckConstraint("octet_length(credential_id) <= 1023", name="length"),)

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    credential_id: Mapped[bytes] = mapped_column(unique=True)
    public_key: Mapped[bytes]
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(60))
    transports: Mapped[str] = mapped_column(String(200), server_default="")
    backed_up: Mapped[bool]
    last_used_at: Mapped[datetime | None]
    refused_at: Mapped[datetime | None]


class PasskeyChallenge(Base):
    """A challenge that a device was asked to sign, once; written only by database functions.

    `holder` is the hash of the recipient: a browser, a half-completed sign-in or a session.
    """

    __tablename__ = "passkey_challenge"
    __table_args__ = (
        CheckConstraint(
            "purpose IN ('sign-in', 'second-factor', 'proof', 'addition')", name="purpose"
        ),
        CheckConstraint(
            "octet_length(challenge_hash) = 32 AND octet_length(holder) = 32", name="sha256"
        ),
    )

    challenge_hash: Mapped[bytes] = mapped_column(primary_key=True)
    purpose: Mapped[str] = mapped_column(String(16))
    holder: Mapped[bytes]
    expires_at: Mapped[datetime] = mapped_column(index=True)
