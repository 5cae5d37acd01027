"""The console's own tables; only the role `operator` can access them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    SmallInteger,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE
from presence.db.sealed import sealed

_ROLES = "role IN ('support-l1', 'support-l2', 'billing-ops', 'admin', 'auditor')"


class Staff(Identified, Base):
    """Somebody who works in the console; `totp_key` is encrypted, `last_step` the newest code.

    `invitation_id` is the newest request for a link, None once it is used or withdrawn;
    `power_since` is when the account last joined, was reset, was enabled again or got its role.
    """

    __tablename__ = "staff"
    __table_args__ = (
        CheckConstraint("email = lower(email)", name="email_folded"),
        CheckConstraint(_ROLES, name="role"),
        CheckConstraint("status IN ('invited', 'active', 'disabled')", name="status"),
    )

    email: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(120), server_default="")
    role: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16), server_default="invited")
    password_hash: Mapped[str | None]
    totp_key: Mapped[bytes | None] = sealed("staff:{id}", "staff")
    last_step: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    invitation_hash: Mapped[bytes | None] = mapped_column(unique=True)
    invitation_expires_at: Mapped[datetime | None]
    invitation_id: Mapped[UUID | None]
    invited_by: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))
    power_since: Mapped[datetime] = mapped_column(server_default=func.now())
    last_login_at: Mapped[datetime | None]


class StaffIdentity(Base):
    """Somebody's account at the sign-in provider, stored when they first sign in from there."""

    __tablename__ = "staff_identity"

    staff_id: Mapped[UUID] = mapped_column(
        ForeignKey("staff.id", ondelete="CASCADE"), primary_key=True
    )
    subject: Mapped[str] = mapped_column(String(255), unique=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class StaffOrigin(Identified, Base):
    """At whose request an account was admitted or promoted, and who agreed.

    Without `requested_by` it was done on the command line.
    """

    __tablename__ = "staff_origin"
    __table_args__ = (
        CheckConstraint("kind IN ('invited', 'reset', 'promoted', 'enabled')", name="kind"),
        CheckConstraint(
            "approved_by <> requested_by AND approved_by <> staff_id", name="two_people"
        ),
    )

    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    requested_by: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"), index=True)
    approved_by: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))


class StaffMail(Identified, Base):
    """An e-mail to staff; `facts` fill its text, and its link is created when it is sent."""

    __tablename__ = "staff_mail"
    __table_args__ = (
        CheckConstraint("status IN ('queued', 'sent', 'skipped', 'failed')", name="status"),
        UniqueConstraint("staff_id", "template", "subject_id"),
        Index("ix_staff_mail_due", "next_at", postgresql_where=text("status = 'queued'")),
    )

    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"))
    template: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[UUID]
    facts: Mapped[dict[str, str]] = mapped_column(JSONB, server_default=text("'{}'::jsonb"))
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    attempts: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    next_at: Mapped[datetime]
    error: Mapped[str | None] = mapped_column(String(400))
    sent_at: Mapped[datetime | None]


class StaffDevice(Base):
    """A browser with which somebody has signed in before, by the hash of its own cookie."""

    __tablename__ = "staff_device"
    __table_args__ = (CheckConstraint("octet_length(token_hash) = 32", name="sha256"),)

    staff_id: Mapped[UUID] = mapped_column(
        ForeignKey("staff.id", ondelete="CASCADE"), primary_key=True
    )
    token_hash: Mapped[bytes] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class StaffSession(Identified, Base):
    """A signed-in browser of staff; `step` is password until the code has been entered.

    Until then `provider_subject` is the account at the sign-in provider that it came from, if any.
    `last_seen_at` is when somebody last used it, to the minute.
    """

    __tablename__ = "staff_session"
    __table_args__ = (
        CheckConstraint("step IN ('password', 'full')", name="step"),
        CheckConstraint("octet_length(token_hash) = 32", name="sha256"),
    )

    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    step: Mapped[str] = mapped_column(String(8))
    provider_subject: Mapped[str] = mapped_column(String(255), server_default="")
    address: Mapped[str] = mapped_column(String(64), server_default="")
    user_agent: Mapped[str] = mapped_column(String(400), server_default="")
    last_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]


class StaffCall(Base):
    """The response to a call by staff that carried an Idempotency-Key; see `http/idempotency`."""

    __tablename__ = "staff_call"

    staff_id: Mapped[UUID] = mapped_column(
        ForeignKey("staff.id", ondelete="CASCADE"), primary_key=True
    )
    route: Mapped[str] = mapped_column(String(160), primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    fingerprint: Mapped[bytes]
    status: Mapped[int] = mapped_column(SmallInteger)
    headers: Mapped[dict[str, str]] = mapped_column(JSONB)
    body: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class StaffNote(Identified, Base):
    """An internal note by staff on any record; `target` is `resource:id`."""

    __tablename__ = "staff_note"

    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id"))
    target: Mapped[str] = mapped_column(String(200), index=True)
    text: Mapped[str] = mapped_column(String(5000))


class Approval(Identified, Base):
    """An action that two people must agree on: requested by one, decided by the other.

    `facts` is exactly what was requested, `seal` the SHA-256 of the whole request. A request that
    was rejected by nobody has expired or was withdrawn.
    """

    __tablename__ = "approval"
    __table_args__ = (
        CheckConstraint("status IN ('waiting', 'approved', 'rejected')", name="status"),
        CheckConstraint("decided_by <> requested_by", name="four_eyes"),
        Index(
            "uq_approval_waiting",
            "action",
            "target",
            unique=True,
            postgresql_where=text("status = 'waiting'"),
        ),
    )

    action: Mapped[str] = mapped_column(String(40))
    target: Mapped[str] = mapped_column(String(200))
    subject_id: Mapped[UUID]
    label: Mapped[str] = mapped_column(String(200), server_default="")
    reason: Mapped[str] = mapped_column(String(1000))
    requested_by: Mapped[UUID] = mapped_column(ForeignKey("staff.id"))
    facts: Mapped[dict[str, str]] = mapped_column(JSONB, server_default=text("'{}'::jsonb"))
    seal: Mapped[bytes | None]
    expires_at: Mapped[datetime] = mapped_column(server_default=text("now() + interval '3 days'"))
    status: Mapped[str] = mapped_column(String(16), server_default="waiting")
    decided_by: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))
    decided_at: Mapped[datetime | None]
    decision_reason: Mapped[str | None] = mapped_column(String(1000))


class Impersonation(Identified, Base):
    """A member of staff who views the product as a customer sees it, for half an hour at most."""

    __tablename__ = "impersonation"
    __table_args__ = (
        CheckConstraint("mode IN ('read', 'write')", name="mode"),
        CheckConstraint("mode = 'read' OR write_reason <> ''", name="write_reason"),
    )

    staff_id: Mapped[UUID] = mapped_column(ForeignKey("staff.id"), index=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"), index=True
    )
    mode: Mapped[str] = mapped_column(String(8))
    reason: Mapped[str] = mapped_column(String(1000))
    write_reason: Mapped[str | None] = mapped_column(String(1000))
    ticket: Mapped[str] = mapped_column(String(100))
    link_hash: Mapped[bytes | None] = mapped_column(unique=True)
    link_expires_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


class FeatureFlag(Base):
    """A feature flag that the product checks.

    Empty `plans` mean all; `percent` is a share of workspaces, by hash. The setting applies until
    `expires_at`; after that the feature is open to everybody.
    """

    __tablename__ = "feature_flag"
    __table_args__ = (CheckConstraint("percent BETWEEN 0 AND 100", name="percent"),)

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    description: Mapped[str] = mapped_column(String(400))
    enabled: Mapped[bool] = mapped_column(server_default=text("true"))
    plans: Mapped[list[int]] = mapped_column(JSONB, server_default=text("'[]'::jsonb"))
    percent: Mapped[int] = mapped_column(SmallInteger, server_default=text("100"))
    expires_at: Mapped[datetime | None]
    owner_id: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))
    reason: Mapped[str] = mapped_column(String(1000), server_default="")
    changed_by: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))
    changed_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class FeatureException(Base):
    """One workspace for which a flag is set differently, until `expires_at` or permanently."""

    __tablename__ = "feature_exception"

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        primary_key=True,
    )
    flag: Mapped[str] = mapped_column(
        String(40), ForeignKey("feature_flag.key"), primary_key=True, index=True
    )
    enabled: Mapped[bool]
    reason: Mapped[str] = mapped_column(String(1000))
    expires_at: Mapped[datetime | None]
    created_by: Mapped[UUID] = mapped_column(ForeignKey("staff.id"))
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
