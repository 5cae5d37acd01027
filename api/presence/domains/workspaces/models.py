"""Tables of the tenant itself."""

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
    SmallInteger,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

import presence.domains.operators.tables  # noqa: F401 - foreign keys of log and log-ins point there
from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE


class Workspace(Identified, Base):
    """One business with its members, brands and subscription.

    An example shows what was measured of a sample company to `example_of`, who may only read it and
    came from the workspace `example_from`.
    """

    __tablename__ = "workspace"
    __table_args__ = (
        Index(
            "ix_workspace_example",
            "example_of",
            unique=True,
            postgresql_where=text("example_of IS NOT NULL AND deleted_at IS NULL"),
        ),
    )

    name: Mapped[str] = mapped_column(String(120), server_default="")
    time_zone: Mapped[str] = mapped_column(String(64), server_default="UTC")
    deleted_at: Mapped[datetime | None]
    seats_settled_at: Mapped[datetime | None]
    refuse_common_passwords: Mapped[bool] = mapped_column(server_default=text("false"))
    require_second_factor: Mapped[bool] = mapped_column(server_default=text("false"))
    paused_at: Mapped[datetime | None]
    example_of: Mapped[UUID | None]
    example_from: Mapped[UUID | None]


class Membership(Base):
    """A user's role in a workspace; `paused` while the plan has no seat for them.

    `payer_id` is who pays for an owner appointed by somebody else, until the owner starts an
    analysis.
    """

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
    paused: Mapped[bool] = mapped_column(server_default=text("false"))
    payer_id: Mapped[UUID | None]
    last_active_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class BusinessProfile(Identified, Base):
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


class Invitation(Identified, Base):
    """A person invited by e-mail to join; open until accepted, revoked or expired.

    `sending_id` identifies the latest e-mail, so that an earlier one still queued is not sent.
    """

    __tablename__ = "invitation"
    __table_args__ = (
        CheckConstraint("role IN ('admin', 'editor', 'viewer', 'billing')", name="role"),
        CheckConstraint("email = lower(email)", name="email_folded"),
        UniqueConstraint("workspace_id", "id"),
        Index(
            "ix_invitation_open",
            "workspace_id",
            "email",
            unique=True,
            postgresql_where=text("accepted_at IS NULL AND revoked_at IS NULL"),
        ),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"), server_default=CURRENT_WORKSPACE
    )
    email: Mapped[str] = mapped_column(String(254))
    role: Mapped[str] = mapped_column(String(16))
    invited_by: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    sending_id: Mapped[UUID]
    sent_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class InvitationLink(Base):
    """One link to an invitation; the token itself is never stored.

    A mailed link proves that whoever opens it reads the invited mailbox; a copied one does not.
    """

    __tablename__ = "invitation_link"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "invitation_id"],
            ["invitation.workspace_id", "invitation.id"],
            ondelete="CASCADE",
        ),
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
    )

    workspace_id: Mapped[UUID] = mapped_column(primary_key=True, server_default=CURRENT_WORKSPACE)
    token_hash: Mapped[bytes] = mapped_column(primary_key=True, index=True)
    invitation_id: Mapped[UUID] = mapped_column(index=True)
    mailed: Mapped[bool] = mapped_column(server_default=text("false"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class ApiKey(Identified, Base):
    """A key that acts for the member who created it, with at most that member's rights.

    `previous_hash` is the secret before the last rotation, valid until `previous_until`.
    """

    __tablename__ = "api_key"
    __table_args__ = (
        CheckConstraint("scope IN ('read', 'write')", name="scope"),
        CheckConstraint("octet_length(key_hash) = 32", name="sha256"),
        ForeignKeyConstraint(
            ["workspace_id", "user_id"],
            ["membership.workspace_id", "membership.user_id"],
            ondelete="CASCADE",
        ),
        Index(None, "workspace_id", "user_id"),
    )

    workspace_id: Mapped[UUID] = mapped_column(server_default=CURRENT_WORKSPACE)
    user_id: Mapped[UUID]
    name: Mapped[str] = mapped_column(String(100))
    prefix: Mapped[str] = mapped_column(String(16))
    key_hash: Mapped[bytes] = mapped_column(index=True)
    previous_hash: Mapped[bytes | None] = mapped_column(index=True)
    previous_until: Mapped[datetime | None]
    scope: Mapped[str] = mapped_column(String(8))
    every_workspace: Mapped[bool] = mapped_column(server_default=text("false"))
    expires_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]


class IdempotentCall(Base):
    """The response to a call that carried an Idempotency-Key; written by `http/idempotency`."""

    __tablename__ = "idempotency_key"

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        primary_key=True,
        server_default=CURRENT_WORKSPACE,
    )
    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    route: Mapped[str] = mapped_column(String(160), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    fingerprint: Mapped[bytes]
    status: Mapped[int] = mapped_column(SmallInteger)
    headers: Mapped[dict[str, str]] = mapped_column(JSONB)
    body: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class RateWindow(Base):
    """Calls of one subject in its window, across all processes; accessed only by a function."""

    __tablename__ = "rate_window"
    __table_args__ = ({"prefixes": ["UNLOGGED"]},)

    policy: Mapped[str] = mapped_column(String(20), primary_key=True)
    subject: Mapped[str] = mapped_column(String(80), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int]
    ends_at: Mapped[datetime] = mapped_column(index=True)


class SiteVisit(Base):
    """When a website was last visited by anybody; `site` is a hash of its domain.

    For a server it is the time until which its turns are taken; for a name at a server, how long
    the certificate seen there counts.
    """

    __tablename__ = "site_visit"
    __table_args__ = (CheckConstraint("octet_length(site) = 32", name="sha256"),)

    site: Mapped[bytes] = mapped_column(primary_key=True)
    visited_at: Mapped[datetime] = mapped_column(index=True)
