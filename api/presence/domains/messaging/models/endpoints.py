"""Where a workspace wants its events sent, what was sent there, and the result of each attempt.

Invariant: there is one delivery per endpoint and message; a secret is only ever stored sealed.
"""

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
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from presence.db.base import Base, Identified, Tenant
from presence.db.sealed import sealed


class Endpoint(Identified, Tenant, Base):
    """A webhook or a Slack channel.

    `secret` is a webhook's signing secret or the complete Slack address, `url` the part that may be
    shown. `digest_at` is the next date of a summary, if the endpoint wants one.
    """

    __tablename__ = "endpoint"
    __table_args__ = (
        CheckConstraint("kind IN ('webhook', 'slack')", name="kind"),
        CheckConstraint("status IN ('active', 'off', 'disabled')", name="status"),
        ForeignKeyConstraint(["workspace_id"], ["workspace.id"], ondelete="CASCADE"),
        UniqueConstraint("workspace_id", "id"),
    )

    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(80))
    url: Mapped[str] = mapped_column(String(2048))
    secret: Mapped[bytes] = sealed("endpoint {id}", "workspace")
    former_secret: Mapped[bytes | None] = sealed("endpoint {id}", "workspace")
    former_until: Mapped[datetime | None]
    events: Mapped[list[str]] = mapped_column(JSONB)
    status: Mapped[str] = mapped_column(String(8), server_default="active")
    reason: Mapped[str] = mapped_column(String(400), server_default="")
    failing_since: Mapped[datetime | None]
    succeeded_at: Mapped[datetime | None]
    digest_at: Mapped[datetime | None] = mapped_column(index=True)
    digest_covered_until: Mapped[datetime | None]
    created_by: Mapped[UUID | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL"), index=True
    )


class Delivery(Identified, Tenant, Base):
    """One message for one endpoint. `round` counts attempts since it was last requested."""

    __tablename__ = "delivery"
    __table_args__ = (
        CheckConstraint("status IN ('waiting', 'delivered', 'failed')", name="status"),
        ForeignKeyConstraint(
            ["workspace_id", "endpoint_id"],
            ["endpoint.workspace_id", "endpoint.id"],
            ondelete="CASCADE",
        ),
        UniqueConstraint("workspace_id", "id"),
        UniqueConstraint("workspace_id", "endpoint_id", "message_id"),
        Index("ix_delivery_due", "next_at", postgresql_where=text("status = 'waiting'")),
        Index("ix_delivery_endpoint", "workspace_id", "endpoint_id", text("id DESC")),
    )

    endpoint_id: Mapped[UUID]
    message_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(String(40))
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    status: Mapped[str] = mapped_column(String(12), server_default="waiting")
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    round: Mapped[int] = mapped_column(server_default=text("0"))
    next_at: Mapped[datetime]
    delivered_at: Mapped[datetime | None]


class DeliveryAttempt(Identified, Tenant, Base):
    """One attempt; `status_code` is None without a response, `answer` its beginning."""

    __tablename__ = "delivery_attempt"
    __table_args__ = (
        ForeignKeyConstraint(
            ["workspace_id", "delivery_id"],
            ["delivery.workspace_id", "delivery.id"],
            ondelete="CASCADE",
        ),
        Index("ix_delivery_attempt_delivery", "workspace_id", "delivery_id"),
    )

    delivery_id: Mapped[UUID]
    number: Mapped[int]
    status_code: Mapped[int | None]
    error: Mapped[str] = mapped_column(String(400), server_default="")
    answer: Mapped[str] = mapped_column(String(1000), server_default="")
    duration_ms: Mapped[int]
