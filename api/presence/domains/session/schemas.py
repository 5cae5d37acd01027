"""The signed-in user on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.billing.schemas import PlanSummaryOut
from presence.http.schemas import ApiOut


class WorkspaceOut(ApiOut):
    """A workspace the user is a member of."""

    id: UUID
    name: str
    role: Literal["owner", "admin", "editor", "viewer", "billing"]


class UserOut(ApiOut):
    """The current user with plan summary and workspaces; built as JSON by `user_document`."""

    id: UUID
    first_name: str
    last_name: str
    email: str
    email_verified: bool
    locale: str
    time_zone: str
    created_at: datetime
    plan: PlanSummaryOut | None
    workspaces: list[WorkspaceOut]
    current_workspace_id: UUID | None
