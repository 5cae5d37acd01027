"""Members, invitations, API keys, audit log and workspaces on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from presence.domains.audit.chain import START
from presence.domains.audit.exporting import SealedHead
from presence.domains.identity.schemas import Email
from presence.domains.workspaces.records import InvitationState, KeyScope
from presence.domains.workspaces.service import Role
from presence.http.listing import ListOut
from presence.http.schemas import ApiIn, ApiOut, unit

InvitedRole = Literal["admin", "editor", "viewer", "billing"]
NAME_SHORT = "Name must be at least 2 characters"
Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100)]
WorkspaceName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120)
]


class SeatsOut(ApiOut):
    """Seats in use: `used` counts members and open invitations. A null `limit` means unlimited."""

    members: int = unit("count")
    reserved: int = unit("count")
    used: int = unit("count")
    limit: int | None = unit("count")


class MemberOut(ApiOut):
    """A member of the workspace."""

    user_id: UUID
    first_name: str
    last_name: str
    email: str
    role: Role
    paused: bool
    joined_at: datetime
    last_active_at: datetime | None


class MemberListOut(ListOut[MemberOut]):
    """Members, owners first, and the seats in use."""

    seats: SeatsOut


class RoleIn(ApiIn):
    """The new role of a member."""

    sentences: ClassVar[dict[str, str]] = {"role": "Choose one of the roles"}

    role: Role


class HeirIn(ApiIn):
    """The new owner of the workspace."""

    user_id: UUID


class InvitationIn(ApiIn):
    """The address to invite, and the role."""

    sentences: ClassVar[dict[str, str]] = {
        "email": "Invalid email address",
        "role": "Choose one of the roles",
    }

    email: Email
    role: InvitedRole


class InvitationOut(ApiOut):
    """An invitation as the workspace sees it."""

    id: UUID
    email: str
    role: Role
    state: InvitationState
    invited_by: str | None
    sent_at: datetime
    expires_at: datetime


class InvitationLinkOut(ApiOut):
    """A link to an invitation; shown only once."""

    url: str


class InvitationPreviewOut(ApiOut):
    """An invitation as seen by anyone with its link."""

    workspace_name: str
    inviter: str | None
    email: str
    role: Role
    state: InvitationState
    expires_at: datetime


class AcceptedOut(ApiOut):
    """The workspace that was joined and is now the current one."""

    workspace_id: UUID


class RoleCardOut(ApiOut):
    """A role with a one-sentence summary."""

    role: Role
    name: str
    summary: str


class RoleLineOut(ApiOut):
    """An action and the roles that are allowed to take it."""

    action: str
    roles: list[Role]


class RolesOut(ApiOut):
    """The roles and what they are allowed to do."""

    roles: list[RoleCardOut]
    actions: list[RoleLineOut]


class ApiKeyIn(ApiIn):
    """A new API key; without `expiresInDays` it does not expire."""

    sentences: ClassVar[dict[str, str]] = {"name": NAME_SHORT, "scope": "Choose read or write"}

    name: Label
    scope: KeyScope = "read"
    expires_in_days: Annotated[int, Field(ge=1, le=366)] | None = None
    every_workspace: bool = False


class ApiKeyOut(ApiOut):
    """An API key without its secret.

    `previousUntil` is how long the previous secret still works. `yours` is true for the caller's
    own keys, which they can rotate; other members can only revoke them.
    """

    id: UUID
    name: str
    prefix: str
    scope: KeyScope
    every_workspace: bool
    made_by: str
    yours: bool
    expires_at: datetime | None
    last_used_at: datetime | None
    previous_until: datetime | None
    created_at: datetime


class ApiKeyListOut(ListOut[ApiKeyOut]):
    """API keys, and the widest scope a new key can have; null when the plan has no API access."""

    allowed_scope: KeyScope | None


class IssuedKeyOut(ApiOut):
    """A new API key or secret; the secret is not shown again."""

    id: UUID
    secret: str


class RotationIn(ApiIn):
    """How long the previous secret keeps working."""

    overlap_hours: Annotated[int, Field(ge=0, le=168)] = 24


class AuditEntryOut(ApiOut):
    """Who did what to which object, with its values before and after."""

    id: UUID
    created_at: datetime
    actor_id: UUID | None
    actor_name: str | None
    on_behalf_of: UUID | None
    via: str | None
    action: str
    target: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class AuditHeadOut(ApiOut):
    """The newest position of the audit log: number, hash and time."""

    sequence: int
    hash: str
    sealed_at: datetime | None

    @classmethod
    def of(cls, found: SealedHead | None) -> AuditHeadOut:
        """As it is read; nothing was recorded yet where there is none."""
        if found is None:
            return cls(sequence=0, hash=START, sealed_at=None)
        return cls(sequence=found.head.sequence, hash=found.head.hash, sealed_at=found.sealed_at)


class AuditPlaceOut(ApiOut):
    """A position in the audit log: the number and hash of an entry."""

    sequence: int
    hash: str


class AuditLinkOut(AuditEntryOut):
    """An audit log entry with its position and the values its hash is computed from."""

    sequence: int
    salt: str | None
    digest: str
    staff_digest: str
    hash: str


class AuditFileOut(ApiOut):
    """Consecutive entries of the audit log; `after` is the position before the first one."""

    format: str
    workspace_id: UUID
    after: AuditPlaceOut
    head: AuditPlaceOut
    more: bool
    entries: list[AuditLinkOut]


class WorkspaceIn(ApiIn):
    """A new workspace."""

    sentences: ClassVar[dict[str, str]] = {"name": NAME_SHORT}

    name: WorkspaceName


class CurrentWorkspaceOut(ApiOut):
    """The workspace that is now the current one in this browser."""

    id: UUID


class DeletedWorkspaceOut(ApiOut):
    """A deleted workspace that can be restored until `goneAt`."""

    id: UUID
    name: str
    gone_at: datetime
