"""Rows of the console about what is sent."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.http.adminlists import Document
from presence.http.schemas import ApiOut, unit


class WebhookRecordOut(ApiOut):
    """A customer's webhook or Slack channel, without its secret."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    kind: Literal["webhook", "slack"]
    name: str
    url: str
    events: Document
    status: Literal["active", "off", "disabled"]
    reason: str
    failing_since: datetime | None
    succeeded_at: datetime | None
    digest_at: datetime | None
    created_by: UUID | None
    created_by_email: str | None
    waiting_count: int = unit("count")
    failed_count: int = unit("count")
    created_at: datetime


class OutgoingMessageRecordOut(ApiOut):
    """A message to one webhook or Slack channel, with all attempts."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    endpoint_id: UUID
    endpoint_name: str
    endpoint_status: str
    message_id: UUID
    kind: str
    payload: Document
    status: Literal["waiting", "delivered", "failed"]
    attempts: int = unit("count")
    next_at: datetime
    delivered_at: datetime | None
    last_status_code: int | None
    last_error: str | None
    last_duration_ms: int | None = unit("ms")
    last_try_at: datetime | None
    tries: Document
    created_at: datetime


class MailRecordOut(ApiOut):
    """An e-mail with its recipient, template and status; its content is not stored."""

    id: UUID
    user_id: UUID
    user_email: str
    workspace_id: UUID | None
    workspace_name: str | None
    template: str
    subject_id: UUID
    recipient: str | None
    subject: str | None
    status: Literal["queued", "sending", "sent", "skipped", "failed"]
    attempts: int = unit("count")
    error: str | None
    sent_at: datetime | None
    created_at: datetime


class NotificationRecordOut(ApiOut):
    """A notification of one member."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    user_id: UUID
    user_email: str
    kind: str
    subject_id: UUID
    brand_id: UUID | None
    brand_name: str | None
    data: Document
    read_at: datetime | None
    created_at: datetime


class ScheduleRecordOut(ApiOut):
    """When a user receives their digest; `id` is the user's."""

    id: UUID
    user_id: UUID
    user_email: str
    frequency: Literal["weekly", "monthly", "off"]
    cadence: Literal["weekly", "monthly"]
    time_zone: str
    next_at: datetime | None
    covered_until: datetime
    created_at: datetime
