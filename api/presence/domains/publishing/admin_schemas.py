"""Rows of the console about files, links and what a member opened."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from presence.domains.operators.schemas import ReasonIn
from presence.domains.publishing.schemas.member_channels import MemberChannelOut
from presence.http.adminlists import Document
from presence.http.schemas import ApiOut, unit

Made = Literal["queued", "running", "ready", "failed", "canceled", "expired"]


class MemberRemovalIn(ReasonIn):
    """Whether the member's share links, webhooks and Slack channel stay or end."""

    outlets: Literal["keep", "end"] = "keep"


class MemberRemovedOut(ApiOut):
    """The share links, webhooks and Slack channel of a removed member, and whether they ended."""

    outlets: Literal["keep", "end"]
    data: list[MemberChannelOut]


class ShareLinkRecordOut(ApiOut):
    """A share link, without its secret."""

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
    """A report; without days, it covers the same period as the screens."""

    sections: Document
    locale: str
    first: date | None
    last: date | None


class ExportRecordOut(_MadeRecord):
    """An export: `done` of `total` rows are written."""

    resource: str
    filters: Document
    done: int = unit("count")
    total: int | None = unit("count")


class WorkspaceExportRecordOut(ApiOut):
    """An export of a workspace's data for support, kept for a day."""

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
    """An address for downloading a file, valid for 15 minutes."""

    url: str
