"""Webhooks, links, files and mails as the console shows them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from presence.domains.operators.schemas import ReasonIn
from presence.domains.outputs.schemas.outlets import OutletOut
from presence.http.adminlists import Document
from presence.http.schemas import ApiOut, unit

Made = Literal["queued", "running", "ready", "failed", "canceled", "expired"]


class MemberRemovalIn(ReasonIn):
    """Whether what the member opened to the outside stays with the workspace or ends with them."""

    outlets: Literal["keep", "end"] = "keep"


class MemberRemovedOut(ApiOut):
    """What a removed member had opened, and whether it ended with them or stays."""

    outlets: Literal["keep", "end"]
    data: list[OutletOut]


class WebhookRecordOut(ApiOut):
    """A customer's address or Slack channel; the secret is nowhere."""

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
    """One message for one endpoint, with every try."""

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


class ShareLinkRecordOut(ApiOut):
    """A link to a brand's results; what opens it is nowhere."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    brand_id: UUID
    brand_name: str
    user_id: UUID | None
    user_email: str | None
    name: str
    sections: Document
    days: int | None = unit("days")
    first: date | None
    last: date | None
    state: Literal["open", "expired", "revoked"]
    views: int = unit("count")
    last_viewed_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None
    changed_at: datetime
    created_at: datetime


class _MadeRecord(ApiOut):
    id: UUID
    workspace_id: UUID
    workspace_name: str
    brand_id: UUID
    brand_name: str
    user_id: UUID | None
    user_email: str | None
    format: str
    status: Made
    size: int | None = unit("bytes")
    failure: str
    duration_seconds: float | None = unit("seconds")
    started_at: datetime | None
    ready_at: datetime | None
    expires_at: datetime | None
    changed_at: datetime
    created_at: datetime


class ReportRecordOut(_MadeRecord):
    """A report document; no days are those of the screens."""

    sections: Document
    locale: str
    first: date | None
    last: date | None


class ExportRecordOut(_MadeRecord):
    """An export of a view: `done` of `total` rows are written."""

    resource: str
    filters: Document
    done: int = unit("count")
    total: int | None = unit("count")


class MailRecordOut(ApiOut):
    """A mail: to whom, about what, and what became of it. What it said is not kept."""

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
    """A line in one member's bell."""

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
    """When a person gets their digest; `id` is the person's."""

    id: UUID
    user_id: UUID
    user_email: str
    frequency: Literal["weekly", "monthly", "off"]
    cadence: Literal["weekly", "monthly"]
    time_zone: str
    next_at: datetime | None
    covered_until: datetime
    created_at: datetime


class WorkspaceExportRecordOut(ApiOut):
    """A workspace's data, collected for support and kept for a day."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    staff_id: UUID
    staff_name: str
    status: Literal["queued", "ready", "failed", "expired"]
    file_id: UUID | None
    size: int | None = unit("bytes")
    ready_at: datetime | None
    expires_at: datetime | None
    created_at: datetime


class DownloadOut(ApiOut):
    """Where a file can be fetched for 15 minutes."""

    url: str
