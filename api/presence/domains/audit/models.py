"""The audit log's table. Append-only by grant: nobody but the owner may update or delete.

An entry without a workspace is staff's own, such as a changed price list; no customer sees it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant


class AuditEntry(Identified, Tenant, Base):
    """One action on one target, with what was there before and after."""

    __tablename__ = "audit_log"
    __table_args__ = (
        Index(None, "workspace_id", "created_at"),
        Index(None, "staff_id", postgresql_where=text("staff_id IS NOT NULL")),
        CheckConstraint("workspace_id IS NOT NULL OR staff_id IS NOT NULL", name="whose"),
        CheckConstraint("staff_id IS NULL OR reason <> ''", name="reason"),
    )

    workspace_id: Mapped[UUID | None] = mapped_column(  # type: ignore[assignment]  # staff's own have none
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=Tenant.workspace_id.column.server_default,
        nullable=True,
    )
    actor_id: Mapped[UUID | None]
    on_behalf_of: Mapped[UUID | None]
    action: Mapped[str] = mapped_column(String(80))
    target: Mapped[str] = mapped_column(String(200), index=True)
    before: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    actor_name: Mapped[str | None] = mapped_column(String(210))
    via: Mapped[str | None] = mapped_column(String(80))
    staff_id: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))
    reason: Mapped[str | None] = mapped_column(String(1000))
    address: Mapped[str | None] = mapped_column(String(64))


class AuditChain(Base):
    """The head of a workspace's chain: its last number and hash. Written by a trigger only."""

    __tablename__ = "audit_chain"

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=Tenant.workspace_id.column.server_default,
        primary_key=True,
    )
    sequence: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
    sealed_at: Mapped[datetime]
    # False while entries of before the chain are being linked.
    caught_up: Mapped[bool]


class AuditLink(Base):
    """An entry's place in its workspace's chain. Written by a trigger only.

    `digest` covers who and what, with `salt`; `staff_digest` what only support sees, with a salt
    that no customer reads. `hash` covers both, the rest of the entry and the hash before.
    """

    __tablename__ = "audit_link"
    __table_args__ = (UniqueConstraint("workspace_id", "entry_id"),)

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=Tenant.workspace_id.column.server_default,
        primary_key=True,
    )
    sequence: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    entry_id: Mapped[UUID]
    salt: Mapped[bytes | None] = mapped_column(LargeBinary)
    staff_salt: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    staff_digest: Mapped[bytes] = mapped_column(LargeBinary)
    hash: Mapped[bytes] = mapped_column(LargeBinary)
