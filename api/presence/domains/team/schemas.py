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
    """Seats in use: `used` counts members and open invitations; `limit` null is unlimited."""

    members: int = unit("count")
    reserved: int = unit("count")
    used: int = unit("count")
    limit: int | None = unit("count")


class MemberOut(ApiOut):
    """Somebody who belongs to the workspace."""

    user_id: UUID
    first_name: str
    last_name: str
    email: str
    role: Role
    paused: bool
    joined_at: datetime
    last_active_at: datetime | None


class MemberListOut(ListOut[MemberOut]):
    """Everybody, owners first, and the seats they take."""

    seats: SeatsOut


class RoleIn(ApiIn):
    """Another role for a member."""

    sentences: ClassVar[dict[str, str]] = {"role": "Choose one of the roles"}

    role: Role


class HeirIn(ApiIn):
    """Who shall own the workspace."""

    user_id: UUID


class InvitationIn(ApiIn):
    """Whom to invite, as what."""

    sentences: ClassVar[dict[str, str]] = {
        "email": "Invalid email address",
        "role": "Choose one of the roles",
    }

    email: Email
    role: InvitedRole


class InvitationOut(ApiOut):
    """An invitation as the owner sees it."""

    id: UUID
    email: str
    role: Role
    state: InvitationState
    invited_by: str | None
    sent_at: datetime
    expires_at: datetime


class InvitationLinkOut(ApiOut):
    """A link to hand over by other means than mail; shown once."""

    url: str


class InvitationPreviewOut(ApiOut):
    """An invitation as whoever holds its link sees it."""

    workspace_name: str
    inviter: str | None
    email: str
    role: Role
    state: InvitationState
    expires_at: datetime


class AcceptedOut(ApiOut):
    """The workspace that is current now."""

    workspace_id: UUID


class RoleCardOut(ApiOut):
    """A role in a sentence."""

    role: Role
    name: str
    summary: str


class RoleLineOut(ApiOut):
    """One thing to do, and who may."""

    action: str
    roles: list[Role]


class RolesOut(ApiOut):
    """The role table in words."""

    roles: list[RoleCardOut]
    actions: list[RoleLineOut]


class ApiKeyIn(ApiIn):
    """A key to make; without `expiresInDays` it does not expire."""

    sentences: ClassVar[dict[str, str]] = {"name": NAME_SHORT, "scope": "Choose read or write"}

    name: Label
    scope: KeyScope = "read"
    expires_in_days: Annotated[int, Field(ge=1, le=366)] | None = None
    every_workspace: bool = False


class ApiKeyOut(ApiOut):
    """A key without its secret; `previousUntil` is how long the one before still opens.

    `yours`: whoever asks made it and may rotate it; everybody else may only revoke it.
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
    """All keys, and what the plan lets new ones do; null when it has no API."""

    allowed_scope: KeyScope | None


class IssuedKeyOut(ApiOut):
    """A key just made or rotated. The secret is shown this once."""

    id: UUID
    secret: str


class RotationIn(ApiIn):
    """How long the old secret goes on working beside the new one."""

    overlap_hours: Annotated[int, Field(ge=0, le=168)] = 24


class AuditEntryOut(ApiOut):
    """Who did what to which object, and what was there before and after."""

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
    """Up to where the log goes: its last entry's number, hash and time."""

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
    """A place in the log: an entry's number and hash."""

    sequence: int
    hash: str


class AuditLinkOut(AuditEntryOut):
    """An entry with its place in the log and what its hash is made of."""

    sequence: int
    salt: str | None
    digest: str
    staff_digest: str
    hash: str


class AuditFileOut(ApiOut):
    """Consecutive entries of the log; `after` is what stands before the first."""

    format: str
    workspace_id: UUID
    after: AuditPlaceOut
    head: AuditPlaceOut
    more: bool
    entries: list[AuditLinkOut]


class WorkspaceIn(ApiIn):
    """A workspace to make."""

    sentences: ClassVar[dict[str, str]] = {"name": NAME_SHORT}

    name: WorkspaceName


class CurrentWorkspaceOut(ApiOut):
    """The workspace the browser acts in from now on."""

    id: UUID


class DeletedWorkspaceOut(ApiOut):
    """A workspace that can be had back until `goneAt`."""

    id: UUID
    name: str
    gone_at: datetime
