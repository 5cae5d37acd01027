"""When a person's digest is due, and which issues were created.

Invariant: there is one issue per person and slot, and one e-mail per issue.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified


class Digest(Base):
    """A person's choice and next date; `cadence` is what their plans allow of the choice.

    `time_zone` is the one `next_at` was computed with; changes up to `covered_until` have been
    reported.
    """

    __tablename__ = "digest"
    __table_args__ = (
        CheckConstraint("frequency IN ('weekly', 'monthly', 'off')", name="frequency"),
        CheckConstraint("cadence IN ('weekly', 'monthly')", name="cadence"),
    )

    user_id: Mapped[UUID] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    frequency: Mapped[str] = mapped_column(String(8), server_default="weekly")
    cadence: Mapped[str] = mapped_column(String(8))
    time_zone: Mapped[str] = mapped_column(String(64))
    next_at: Mapped[datetime | None] = mapped_column(index=True)
    covered_until: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class DigestIssue(Identified, Base):
    """One digest for one person: what changed after `since` and up to `until`."""

    __tablename__ = "digest_issue"
    __table_args__ = (
        CheckConstraint("kind IN ('regular', 'test')", name="kind"),
        CheckConstraint("cadence IN ('weekly', 'monthly')", name="cadence"),
        UniqueConstraint("user_id", "kind", "slot"),
    )

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(8))
    cadence: Mapped[str] = mapped_column(String(8))
    slot: Mapped[datetime]
    since: Mapped[datetime]
    until: Mapped[datetime]
