"""Determines the tenant of a request.

Invariant: the workspace comes from the membership row found by `resolve_session`, never from a
request parameter; `TenantSession` is the only session dependency that tenant slices use.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal, TypeVar, cast
from uuid import UUID

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.identity.context import CurrentUser
from presence.domains.identity.keys import current_role_of_key
from presence.domains.identity.service import session_stands
from presence.domains.workspaces.errors import right_ended, seat_paused
from presence.domains.workspaces.service import (
    FOR_KEYS,
    PAUSED,
    Action,
    decide_permitted,
    keeps_paused,
    lock_workspace,
    recheck_right,
    require_permitted,
    role_of_login,
)
from presence.http.permission import Permission, declared
from presence.http.rates import add_rate_state, count_exactly, policy_of
from presence.http.session import SessionDep, SettingsDep

_SAFE = frozenset({"GET", "HEAD"})
_T = TypeVar("_T")
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
    """The workspace and role. Raises Conflict before there is one."""
    if user.workspace_id is None or user.role is None:
        raise Conflict(_NO_WORKSPACE)
    return WorkspaceContext(user.workspace_id, user.role)


CurrentWorkspace = Annotated[WorkspaceContext, Depends(current_workspace)]


async def kept_session(workspace: CurrentWorkspace, session: SessionDep) -> AsyncSession:
    """Like `tenant_session`, for what a paused seat may do too; `Allowed` says by whom."""
    return session


KeptSession = Annotated[AsyncSession, Depends(kept_session)]


def Allowed(action: Action) -> Any:
    """Route dependency: raises Forbidden unless the caller's role permits `action`.

    Use as `dependencies=[Allowed("run")]`, which is also the route's declared permission. A caller
    without a workspace has nothing to act on and is refused by the session or `CurrentWorkspace`
    instead. A paused seat keeps what `KEPT_PAUSED` lists; a route that uses it for a change takes
    `KeptSession`. The right is checked again after a wait; see `recheck_right`.
    """

    async def check(request: Request, user: CurrentUser, session: SessionDep) -> None:
        if not (user.role == PAUSED and await keeps_paused(session, user.user_id, action)):
            require_permitted(user.role, action)  # guard: workspaces.permitted
        if user.workspace_id is not None:
            now = partial(_role_if_permitted, request, user, action)
            recheck_right(session, user.workspace_id, now)

    check.permission = Permission(action, for_keys=action in FOR_KEYS)  # type: ignore[attr-defined]  # read by http/permission
    return Depends(check)


def Limited(name: Literal["runs", "exports"]) -> Any:
    """Route dependency: raises RateLimited beyond the policy's limits.

    The limits are those of one workspace, exactly, and of one person across all their workspaces.
    Counted in the request's transaction, so a failed call does not count.
    """

    async def check(
        request: Request, user: CurrentUser, session: SessionDep, settings: SettingsDep
    ) -> None:
        if user.workspace_id is not None:
            policy = policy_of(settings.rates, name)
            state = await count_exactly(session, policy, f"workspace {user.workspace_id}")
            add_rate_state(request.scope, state)
            if not state.allowed:  # guard: workspaces.rate
                raise state.refusal()
            policy = policy_of(settings.rates, f"{name}-person")
            own = await count_exactly(session, policy, f"person {user.user_id}")
            if not own.allowed:  # guard: rates.person
                raise own.refusal()

    return Depends(check)


async def _role_now(request: Request, user: CurrentUser, session: AsyncSession) -> str | None:
    """The caller's current role in their workspace; None if they have none any more."""
    if user.workspace_id is None:
        return None
    role_of_key = current_role_of_key(request, user.workspace_id)
    if role_of_key is not None:
        return await role_of_key(session)
    return await role_of_login(session, user.session_id, user.user_id)


async def _role_if_permitted(
    request: Request, user: CurrentUser, action: Action, session: AsyncSession
) -> str | None:
    """That role, if it still permits `action`."""
    role = await _role_now(request, user, session)
    kept = role == PAUSED and await keeps_paused(session, user.user_id, action)
    return role if kept or decide_permitted(role, action) else None


@dataclass(frozen=True, slots=True)
class LongCall:
    """A call that waits for something before it changes anything, such as a body it reads itself.

    Its caller was authorised earlier, and may wait as long as the body may take, or as long as
    others hold the workspace: somebody signed out, removed or demoted meanwhile must not finish
    what they began.
    """

    request: Request
    user: CurrentUser
    session: AsyncSession

    async def wait_for(self, awaited: Awaitable[_T]) -> _T:
        """The result of `awaited`, without holding a database connection. Raises RightEnded."""
        await self.session.rollback()
        found = await awaited
        if not await self._stands():  # guard: workspaces.right-after-waiting
            raise right_ended()
        return found

    async def lock(self) -> str:
        """Lock the workspace for the rest of the call; returns the current role. Raises RightEnded.

        Call it first when a right is withdrawn or granted: a concurrent change is then either seen
        here, or waits for this call and sees its result.
        """
        role = await lock_workspace(self.session)
        role = role or await _role_now(self.request, self.user, self.session)
        if role is None:  # guard: workspaces.belongs-under-lock
            raise right_ended()
        return role

    async def _stands(self) -> bool:
        permission = declared(self.request.scope["route"])
        if self.user.workspace_id is None or permission is None:
            return await session_stands(self.session, self.user.session_id)
        action = cast(Action, permission.name)
        return bool(await _role_if_permitted(self.request, self.user, action, self.session))


async def long_call(request: Request, user: CurrentUser, session: SessionDep) -> LongCall:
    """The running call, for a route that reads its own body or locks the workspace."""
    return LongCall(request, user, session)


LongCallDep = Annotated[LongCall, Depends(long_call)]
