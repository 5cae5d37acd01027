"""Exports on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.http.schemas import ApiOut, unit


class DataExportOut(ApiOut):
    """A copy of the user's data; it can be downloaded when `status` is ready."""

    id: UUID
    status: Literal["queued", "ready", "failed"]
    size: int | None = unit("bytes")
    created_at: datetime
    ready_at: datetime | None
    expires_at: datetime


class DataExportsOut(ApiOut):
    """The copies that are still available, newest first."""

    data: list[DataExportOut]
