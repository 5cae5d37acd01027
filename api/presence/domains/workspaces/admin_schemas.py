"""Workspaces, members, invitations, keys and requests as the console shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import StringConstraints

from presence.domains.operators.schemas import ReasonIn
from presence.domains.workspaces.records import InvitationState, KeyScope
from presence.domains.workspaces.service.roles import Role
from presence.http.schemas import ApiOut, unit


class WorkspaceRecordOut(ApiOut):
    """A workspace with its owner, plan and state."""

    id: UUID
    workspace_id: UUID
    name: str
    owner_id: UUID | None
    owner_email: str | None
    owner_name: str | None
    time_zone: str
    plan_id: int | None
    plan_name: str | None
    subscription_id: UUID | None
    subscription_status: str | None
    billing_frequency: str | None
    processor: str | None
    access_until: datetime | None
    mrr: float = unit("usd")
    member_count: int = unit("count")
    brand_count: int = unit("count")
    last_run_at: datetime | None
    last_run_status: str | None
    answers_this_month: int = unit("count")
    cost_this_month: float = unit("usd")
    paused_at: datetime | None
    deleted_at: datetime | None
    created_at: datetime


class MemberRecordOut(ApiOut):
    """A member of a workspace; `id` is `workspace.user`."""

    id: str
    workspace_id: UUID
    workspace_name: str
    user_id: UUID
    email: str
    name: str
    role: Role
    paused: bool
    last_active_at: datetime | None
    created_at: datetime


class MemberRoleIn(ReasonIn):
    """The new role of a member."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "role": "Choose one of the roles",
    }

    role: Role


class InvitationRecordOut(ApiOut):
    """An invitation to a workspace."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    email: str
    role: Role
    state: InvitationState
    invited_by_email: str | None
    sent_at: datetime
    expires_at: datetime
    created_at: datetime


class ApiKeyRecordOut(ApiOut):
    """An API key, without its secret."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    user_id: UUID
    user_email: str
    name: str
    prefix: str
    scope: KeyScope
    every_workspace: bool
    expires_at: datetime | None
    last_used_at: datetime | None
    created_at: datetime


class SupportRequestRecordOut(ApiOut):
    """A support request and its status."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    user_id: UUID | None
    user_email: str | None
    topic: str
    message: str
    page: str
    request_id: str
    plan_id: int | None
    billing_frequency: str | None
    status: Literal["open", "answered", "closed"]
    assignee_id: UUID | None
    assignee_name: str | None
    answer: str | None
    answered_at: datetime | None
    created_at: datetime


class AssignIn(ReasonIn):
    """The staff member to assign; null assigns the caller."""

    assignee_id: UUID | None = None


class ReplyIn(ReasonIn):
    """The reply, sent to the customer by e-mail."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "message": "Message is required",
    }

    message: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000)]
