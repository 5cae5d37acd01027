"""The mail log: the recipient, the subject and the result of each e-mail.

Invariant: content is never stored; there is one e-mail per person, template and subject.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified


class Mail(Identified, Base):
    """One e-mail. `user_id` is the person it goes to or on whose behalf it is sent."""

    __tablename__ = "mail"
    __table_args__ = (
        CheckConstraint(
            "status IN ('queued', 'sending', 'sent', 'skipped', 'failed')", name="status"
        ),
        UniqueConstraint("user_id", "template", "subject_id"),
    )

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    workspace_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("workspace.id", ondelete="CASCADE"), index=True
    )
    template: Mapped[str] = mapped_column(String(60))
    subject_id: Mapped[UUID]
    status: Mapped[str] = mapped_column(String(16), server_default="queued")
    recipient: Mapped[str | None] = mapped_column(String(254))
    subject: Mapped[str | None] = mapped_column(String(300))
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    error: Mapped[str | None] = mapped_column(String(400))
    sent_at: Mapped[datetime | None]
