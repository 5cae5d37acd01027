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
    "experiment-judged",
    "report-ready",
    "export-ready",
    "member-joined",
    "plan-changed",
    "endpoint-disabled",
]
Channel = Literal["in-app", "email"]


class NotificationOut(ApiOut):
    """A notification; the client provides the text and fills it with `data`."""

    id: UUID
    kind: Kind
    subject_id: UUID
    brand_id: UUID | None
    data: dict[str, Any]
    created_at: datetime
    read_at: datetime | None


class NotificationListOut(ListOut[NotificationOut]):
    """Notifications, newest first; `unread` counts all unread ones."""

    unread: int = unit("count")


class UnreadOut(ApiOut):
    """The number of unread notifications."""

    unread: int = unit("count")


class NotificationMarkIn(ApiIn):
    """Whether the notification is read."""

    read: bool


class NotificationChoicesOut(ApiOut):
    """Preferences by kind and channel; kinds the caller's role does not receive are omitted.

    `mail` says whether this deployment can send e-mail.
    """

    choices: dict[Kind, dict[Channel, bool]]
    mail: bool


class NotificationChoicesIn(ApiIn):
    """Changes to the preferences; omitted kinds and channels are unchanged."""

    choices: dict[Kind, dict[Channel, bool]] = Field(max_length=50)
