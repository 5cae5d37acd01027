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
    """Why something is done; every change of staff says so."""

    sentences: ClassVar[dict[str, str]] = {"reason": REASON_REQUIRED}

    reason: Reason = Field(description="At least five characters; kept in the audit log.")


class StaffLoginIn(ApiIn):
    """The first step of signing in."""

    email: Annotated[str, StringConstraints(strip_whitespace=True, max_length=254)]
    password: Password


class NextStepOut(ApiOut):
    """What signing in asks for next."""

    next: Literal["totp"]


class WaysInOut(ApiOut):
    """How staff sign in here: with their provider, or with password and authenticator app."""

    provider: bool
    password: bool


class CodeIn(ApiIn):
    """A code of the authenticator app."""

    sentences: ClassVar[dict[str, str]] = {"code": "Enter the code of your authenticator app"}

    code: Code


class AcceptIn(CodeIn):
    """Setting up an account that was invited."""

    name: Name = ""
    password: Password


class StaffInvitationOut(ApiOut):
    """What an invitation is for, and what to put into the authenticator app."""

    email: str
    role: StaffRole
    otpauth_uri: str
    qr_svg: str
    secret: str


class ImpersonatingOut(ApiOut):
    """A running impersonation of the member of staff."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    user_email: str
    mode: Literal["read", "write"]
    ends_at: datetime


class MeOut(ApiOut):
    """Who is signed in and what they may do: resource to actions."""

    id: UUID
    email: str
    name: str
    role: StaffRole
    permissions: dict[str, list[str]]
    impersonating: ImpersonatingOut | None


class StaffRecordOut(ApiOut):
    """An account of staff."""

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
    """A role of staff: resource to actions."""

    id: StaffRole
    description: str
    permissions: dict[str, list[str]]


class InviteStaffIn(ReasonIn):
    """Whom to invite, as what."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "email": "Invalid email address",
        "role": "Choose one of the roles",
    }

    email: Email
    name: Name = ""
    role: StaffRole


class StaffRoleIn(ReasonIn):
    """What somebody is from now on."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "role": "Choose one of the roles",
    }

    role: StaffRole


class AuditRecordOut(ApiOut):
    """One entry of the log, of staff or of a customer."""

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
    """A remark on a record."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "text": "Text is required"}

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=5000)]


class NoteRecordOut(ApiOut):
    """A remark of staff."""

    id: UUID
    target: str
    text: str
    staff_id: UUID
    staff_name: str
    created_at: datetime


class MergeIn(ReasonIn):
    """The account that gets what the duplicate belongs to."""

    sentences: ClassVar[dict[str, str]] = {**ReasonIn.sentences, "into_id": "Account is required"}

    into_id: UUID


class UserRecordOut(ApiOut):
    """A customer as a person."""

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
    """Something two people must want."""

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
    """Agreeing to what a colleague asked for, as it was shown."""

    sentences: ClassVar[dict[str, str]] = {
        **ReasonIn.sentences,
        "code": "Enter the code of your authenticator app",
        "seal": "Reload the page and read the request again",
    }

    code: Code
    seal: Annotated[str, StringConstraints(max_length=64)]


class WaitingOut(ApiOut):
    """202: somebody else has to approve it first."""

    status: Literal["waiting-for-approval"] = "waiting-for-approval"
    approval_id: UUID


class JobRecordOut(ApiOut):
    """A job of the queue."""

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
