"""Notes that people attach to days in a brand's charts.

Invariant: a personal note is deleted with its owner and visible to nobody else; the workspace's
notes stay when their author leaves. Automatic events are not stored here.
"""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, func
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant


class Annotation(Identified, Tenant, Base):
    """One note on one day; a note without an owner is the workspace's."""

    __tablename__ = "annotation"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "brand_id"],
            ["brand.workspace_id", "brand.id"],
            ondelete="CASCADE",
        ),
        Index("ix_annotation_workspace_id_brand_id_day", "workspace_id", "brand_id", "day"),
    )

    brand_id: Mapped[UUID]
    owner_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    author_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    day: Mapped[date]
    text: Mapped[str] = mapped_column(String(300))
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
