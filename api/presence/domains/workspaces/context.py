"""The tenant of a request.

Invariant: the workspace comes from the membership row that `resolve_session` found, never from a
request parameter; `TenantSession` is the only session dependency tenant slices use.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.identity.context import CurrentUser
from presence.domains.workspaces.errors import seat_paused
from presence.domains.workspaces.service import (
    FOR_KEYS,
    PAUSED,
    Action,
    keeps_paused,
    require_permitted,
)
from presence.http.permission import Permission
from presence.http.rates import count_exactly, policy_of, tell
from presence.http.session import SessionDep, SettingsDep

_SAFE = frozenset({"GET", "HEAD"})
_NO_WORKSPACE = "Finish setting up your business first."


@dataclass(frozen=True, slots=True)
class WorkspaceContext:
    """The workspace a request acts in and the caller's role there."""

    id: UUID
    role: str


async def tenant_session(request: Request, user: CurrentUser, session: SessionDep) -> AsyncSession:
    """The request's session bound to user and workspace.

    Without a workspace a read sees nothing and a write is a Conflict.
    """
    # guard: workspaces.no-workspace-writes
    if user.workspace_id is None and request.method not in _SAFE:
        raise Conflict(_NO_WORKSPACE)
    if user.role == PAUSED and request.method not in _SAFE:  # guard: workspaces.paused-writes
        raise seat_paused()
    return session


TenantSession = Annotated[AsyncSession, Depends(tenant_session)]


async def current_workspace(user: CurrentUser) -> WorkspaceContext:
    """The workspace and role; Conflict before there is one."""
    if user.workspace_id is None or user.role is None:
        raise Conflict(_NO_WORKSPACE)
    return WorkspaceContext(user.workspace_id, user.role)


CurrentWorkspace = Annotated[WorkspaceContext, Depends(current_workspace)]


async def kept_session(workspace: CurrentWorkspace, session: SessionDep) -> AsyncSession:
    """As `tenant_session`, for what may be done with a paused seat too; `Allowed` says by whom."""
    return session


KeptSession = Annotated[AsyncSession, Depends(kept_session)]


def Allowed(action: Action) -> Any:
    """Route dependency: Forbidden unless the caller's role permits `action`.

    Use as `dependencies=[Allowed("run")]`: it is also the route's declared permission. A caller
    without a workspace has nothing to act on and is refused by the session or `CurrentWorkspace`
    instead. A paused seat keeps what `KEPT_PAUSED` says; a route that changes something by it takes
    `KeptSession`.
    """

    async def check(user: CurrentUser, session: SessionDep) -> None:
        if user.role == PAUSED and await keeps_paused(session, user.user_id, action):
            return
        require_permitted(user.role, action)  # guard: workspaces.permitted

    check.permission = Permission(action, for_keys=action in FOR_KEYS)  # type: ignore[attr-defined]  # read by http/permission
    return Depends(check)


def Limited(name: Literal["runs", "exports"]) -> Any:
    """Route dependency: RateLimited past the policy's calls of one workspace, exactly, or past
    those of one person in all their workspaces.

    Counted in the request's transaction: a call that fails is not counted.
    """

    async def check(
        request: Request, user: CurrentUser, session: SessionDep, settings: SettingsDep
    ) -> None:
        if user.workspace_id is not None:
            policy = policy_of(settings.rates, name)
            standing = await count_exactly(session, policy, f"workspace {user.workspace_id}")
            tell(request.scope, standing)
            if not standing.allowed:  # guard: workspaces.rate
                raise standing.refusal()
            policy = policy_of(settings.rates, f"{name}-person")
            own = await count_exactly(session, policy, f"person {user.user_id}")
            if not own.allowed:  # guard: rates.person
                raise own.refusal()

    return Depends(check)
