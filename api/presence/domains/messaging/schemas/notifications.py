"""Notifications on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from presence.http.listing import ListOut
from presence.http.schemas import ApiIn, ApiOut, unit

Kind = Literal[
    "run-completed",
    "run-failed",
    "gaps-found",
    "alert-fired",
    "report-ready",
    "export-ready",
    "member-joined",
    "plan-changed",
    "endpoint-disabled",
]
Channel = Literal["in-app", "email"]


class NotificationOut(ApiOut):
    """One line of the bell; the words belong to the reader's side, `data` fills them."""

    id: UUID
    kind: Kind
    subject_id: UUID
    brand_id: UUID | None
    data: dict[str, Any]
    created_at: datetime
    read_at: datetime | None


class NotificationListOut(ListOut[NotificationOut]):
    """Newest first, with how many wait to be read in all."""

    unread: int = unit("count")


class UnreadOut(ApiOut):
    """What is left to read."""

    unread: int = unit("count")


class NotificationMarkIn(ApiIn):
    """Whether it counts as read."""

    read: bool


class NotificationChoicesOut(ApiOut):
    """By kind and channel; kinds the caller's role hears nothing of are left out.

    `mail` says whether this deployment can send any.
    """

    choices: dict[Kind, dict[Channel, bool]]
    mail: bool


class NotificationChoicesIn(ApiIn):
    """What to change; the rest stays."""

    choices: dict[Kind, dict[Channel, bool]] = Field(max_length=50)
