"""Staff, approvals, impersonations and the audit log on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.domains.identity.schemas import Email
from presence.domains.operators.roles import StaffRole
from presence.http.adminlists import Document
from presence.http.schemas import ApiIn, ApiOut, unit

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)]
Code = Annotated[str, StringConstraints(max_length=12)]
Password = Annotated[str, StringConstraints(max_length=200)]

REASON_REQUIRED = "Reason is required"
SHORTEST_REASON = 5
LONGEST_REASON = 1000
Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=SHORTEST_REASON, max_length=LONGEST_REASON),
]


class ReasonIn(ApiIn):
    """The reason for the action; every change by staff requires one."""

    sentences: ClassVar[dict[str, str]] = {"reason": REASON_REQUIRED}

    reason: Reason = Field(description="At least five characters; kept in the audit log.")


class StaffLoginIn(ApiIn):
    """The credentials for signing in."""

    email: Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]
    password: Password


class NextStepOut(ApiOut):
    """The next step of signing in."""

    next: Literal["totp"]


class WaysInOut(ApiOut):
    """How staff sign in: with a provider, or with password and authenticator app."""

    provider: bool
    password: bool


class StaffCodeIn(ApiIn):
    """A six-digit code from the authenticator app."""

    sentences: ClassVar[dict[str, str]] = {"code": "Enter the code of your authenticator app"}

    code: Code


class AcceptIn(StaffCodeIn):
    """The name, password and first authenticator code of an invited account."""

    name: Name = ""
    password: Password


class OwnPasswordIn(StaffCodeIn):
    """The current password, a code from the authenticator app, and the new password."""

    current_password: Password
    password: Password


class StaffInvitationOut(ApiOut):
    """An invitation and the key for the authenticator app."""

    email: str
    role: StaffRole
    otpauth_uri: str
    qr_svg: str
    secret: str


class ImpersonatingOut(ApiOut):
    """The staff member's current impersonation."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    user_email: str
    mode: Literal["read", "write"]
    ends_at: datetime


class MeOut(ApiOut):
    """The signed-in staff member; permissions map a resource to its actions."""

    id: UUID
    email: str
    name: str
    role: StaffRole
    permissions: dict[str, list[str]]
    impersonating: ImpersonatingOut | None


class StaffRecordOut(ApiOut):
    """A staff account."""

    id: UUID
    email: str
    name: str
    role: StaffRole
    status: Literal["invited", "active", "disabled"]
    invited_by_name: str | None
    last_login_at: datetime | None
    invitation_expires_at: datetime | None
    created_at: datetime


class StaffRoleRecordOut(ApiOut):
    """A staff role; permissions map a resource to its actions."""

    id: StaffRole
    description: str
    permissions: dict[str, list[str]]


class InviteStaffIn(ReasonIn):
    """The staff member to invite, and the role."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "email": "Invalid email address",
        "role": "Choose one of the roles",
    }

    email: Email
    name: Name = ""
    role: StaffRole


class StaffRoleIn(ReasonIn):
    """The new role."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "role": "Choose one of the roles",
    }

    role: StaffRole


class AuditRecordOut(ApiOut):
    """An audit log entry, of staff or of a customer."""

    id: UUID
    created_at: datetime
    workspace_id: UUID | None
    workspace_name: str | None
    actor_id: UUID | None
    actor_name: str | None
    staff_id: UUID | None
    on_behalf_of: UUID | None
    on_behalf_of_email: str | None
    via: str | None
    action: str
    target: str
    before: Document
    after: Document
    reason: str | None
    address: str | None


class NoteIn(ReasonIn):
    """An internal note."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "text": "Text is required"}

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000)]


class NoteRecordOut(ApiOut):
    """An internal note by staff."""

    id: UUID
    target: str
    text: str
    staff_id: UUID
    staff_name: str
    created_at: datetime


class MergeIn(ReasonIn):
    """The account that receives the duplicate's workspaces."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "into_id": "Account is required"}

    into_id: UUID


class UserRecordOut(ApiOut):
    """A customer's account."""

    id: UUID
    email: str
    name: str
    first_name: str
    last_name: str
    email_verified: bool
    is_active: bool
    locale: str
    time_zone: str
    has_second_factor: bool
    has_google: bool
    workspace_count: int
    session_count: int
    failed_logins: int = unit("count")
    last_seen_at: datetime | None
    deletion_at: datetime | None
    created_at: datetime


class ApprovalRecordOut(ApiOut):
    """A request that a second staff member must approve."""

    id: UUID
    action: str
    target: str
    subject_id: UUID
    label: str
    what: str
    reason: str
    status: Literal["waiting", "approved", "rejected", "expired", "withdrawn"]
    seal: str | None = Field(description="Stands for all of the request; sent back to approve it.")
    expires_at: datetime
    requested_by: UUID
    requested_by_name: str
    requested_by_email: str
    decided_by: UUID | None
    decided_by_name: str | None
    decision_reason: str | None
    decided_at: datetime | None
    created_at: datetime


class ApproveIn(ReasonIn):
    """The approval of what a colleague requested, as it was shown."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "code": "Enter the code of your authenticator app",
        "seal": "Reload the page and read the request again",
    }

    code: Code
    seal: Annotated[str, StringConstraints(max_length=64)]


class WaitingOut(ApiOut):
    """202: the action waits for a second person's approval."""

    status: Literal["waiting-for-approval"] = "waiting-for-approval"
    approval_id: UUID


class JobRecordOut(ApiOut):
    """A background job."""

    id: int
    name: str
    queue: str
    status: str
    priority: int
    attempts: int
    workspace_id: UUID | None
    workspace_name: str | None
    arguments: Document
    scheduled_at: datetime | None
    enqueued_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    age_seconds: float | None = unit("seconds")
    worker_id: int | None
