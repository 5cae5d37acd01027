"""The values the workspace slice exposes about its members, invitations and keys."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.workspaces.service.roles import Role

InvitationState = Literal["open", "accepted", "revoked", "expired"]
KeyScope = Literal["read", "write"]


@dataclass(frozen=True, slots=True)
class Seats:
    """Members and open invitations hold seats; `limit` None means unlimited."""

    members: int
    reserved: int
    limit: int | None

    @property
    def used(self) -> int:
        """Seats that are taken or reserved."""
        return self.members + self.reserved


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the workspace; `paused` while the plan has no seat for them."""

    user_id: UUID
    first_name: str
    last_name: str
    email: str
    role: Role
    paused: bool
    joined_at: datetime
    last_active_at: datetime | None


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An invitation as the owner sees it."""

    id: UUID
    email: str
    role: Role
    state: InvitationState
    invited_by: str | None
    sent_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class InvitationPreview:
    """An invitation as shown to the holder of its link."""

    workspace_name: str
    inviter: str | None
    email: str
    role: Role
    state: InvitationState
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class InvitationEmail:
    """What the e-mail of an invitation needs; `token` opens it and is stored nowhere else."""

    address: str
    workspace_name: str
    inviter: str | None
    role: Role
    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ApiKeyLine:
    """A key as shown on screens, without its secret."""

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


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A key just created or rotated; `secret` is shown once."""

    id: UUID
    secret: str
