"""Customers' requests to support.

Invariant: a request is written once by its workspace and never changed by it; staff assign, answer
and close it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified
from presence.db.rls import CURRENT_WORKSPACE

_TOPICS = "topic IN ('question', 'problem', 'billing', 'plan', 'data', 'other')"


class SupportRequest(Identified, Base):
    """A message to support; `page` and `request_id` say where and when something went wrong."""

    __tablename__ = "support_request"
    __table_args__ = (
        UniqueConstraint("workspace_id", "id", name="uq_support_request_workspace_id_id"),
        CheckConstraint(_TOPICS, name="topic"),
        CheckConstraint("billing_frequency IN ('monthly', 'yearly')", name="billing_frequency"),
        CheckConstraint("status IN ('open', 'answered', 'closed')", name="status"),
        Index("ix_support_request_workspace_id_created_at", "workspace_id", "created_at"),
    )

    workspace_id: Mapped[UUID] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        sort_order=-1,
    )
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    topic: Mapped[str] = mapped_column(String(16))
    message: Mapped[str] = mapped_column(String(5000))
    page: Mapped[str] = mapped_column(String(500), server_default="")
    request_id: Mapped[str] = mapped_column(String(64), server_default="")
    plan_id: Mapped[int | None] = mapped_column(Integer)
    billing_frequency: Mapped[str | None] = mapped_column(String(8))
    status: Mapped[str] = mapped_column(String(16), server_default="open")
    assignee_id: Mapped[UUID | None] = mapped_column(ForeignKey("staff.id"))
    answer: Mapped[str | None] = mapped_column(String(5000))
    answered_at: Mapped[datetime | None]
