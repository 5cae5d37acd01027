"""The workspace itself: coming into being, its lock, its time zone, who belongs to it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.identity.service import (
    locked_workspaces,
    session_ends_at,
    session_stands,
)
from presence.domains.workspaces import queries
from presence.domains.workspaces.queries import keys
from presence.domains.workspaces.queries.members import role_of
from presence.domains.workspaces.service.quotas import NEW_WORKSPACES, use_up
from presence.domains.workspaces.service.roles import KEPT_PAUSED, Action, decide_permitted


async def ensure_workspace(session: AsyncSession, user_id: UUID) -> UUID:
    """The workspace the session acts in, created with `user_id` as owner when there is none.

    RateLimited for somebody who made many. Leaves the session bound to it. Two calls at once
    create one workspace: they queue on the user.
    """
    bound = binding_of(session).workspace_id
    if bound is not None:
        return bound
    await queries.lock_user(session, user_id)
    await bind(session, TenantBinding(None, user_id))
    existing = await queries.first_workspace(session)
    workspace_id = existing or new_id()
    await bind(session, TenantBinding(workspace_id, user_id))
    if existing is None:
        for policy in NEW_WORKSPACES:
            await use_up(session, policy, user_id)
        await queries.insert_workspace(session, workspace_id, user_id)
    return workspace_id


async def workspace_zone(session: AsyncSession) -> ZoneInfo:
    """The bound workspace's time zone; UTC for a name this machine does not know."""
    name = await queries.time_zone(session)
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


async def set_time_zone(session: AsyncSession, name: str) -> None:
    """Live by another time zone, an IANA name: schedules and days follow it."""
    await queries.set_time_zone(session, name)


def bound_workspace(session: AsyncSession) -> UUID:
    """Id of the bound workspace; LookupError without one."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    return workspace_id


async def lock_workspace(session: AsyncSession) -> None:
    """Let nobody else who locks the bound workspace proceed until this transaction ends."""
    await queries.lock_workspace(session, bound_workspace(session))


async def count_members(session: AsyncSession) -> int:
    """Members, paused ones included."""
    return await queries.count_members(session)


async def members_permitted(session: AsyncSession, action: Action) -> list[UUID]:
    """Members of the bound workspace who have a seat and whose role lets them do `action`."""
    members = await queries.member_roles(session)
    return [user_id for user_id, role in members if decide_permitted(role, action)]


async def locked_members(session: AsyncSession, members: Iterable[UUID]) -> set[UUID]:
    """Who of `members` is shown nothing of the bound workspace, for want of a second factor."""
    if not await queries.requires_second_factor(session):
        return set()
    workspace = bound_workspace(session)
    return {m for m in members if workspace in await locked_workspaces(session, m)}


async def keeps_paused(session: AsyncSession, user_id: UUID, action: Action) -> bool:
    """Whether a member of the bound workspace may do `action` while their seat is paused."""
    if action not in KEPT_PAUSED:  # guard: workspaces.kept-paused
        return False
    return decide_permitted(await role_of(session, user_id), action)


async def is_member(session: AsyncSession, user_id: UUID) -> bool:
    """Whether a user belongs to the bound workspace and may act there."""
    return await queries.is_member(session, user_id)


async def right_ends_at(
    session: AsyncSession, session_id: UUID, api_key_id: UUID | None
) -> datetime | None:
    """When a log-in, or the key instead of one, ends by itself.

    None for never, and for a key of another workspace than the bound one.
    """
    if api_key_id is not None:
        key = await keys.api_key(session, api_key_id)
        return key.expires_at if key is not None else None
    return await session_ends_at(session, session_id)


async def still_allowed(
    session: AsyncSession, session_id: UUID, user_id: UUID, action: Action
) -> bool:
    """Whether a login session still stands and its user is a member of the bound workspace whose
    role lets them do `action`.

    For long answers that check again while they run; a request resolves its own session, and a
    key is asked by `identity.keys.standing_role`.
    """
    return decide_permitted(await role_of_login(session, session_id, user_id), action)


async def role_of_login(session: AsyncSession, session_id: UUID, user_id: UUID) -> str | None:
    """The role in the bound workspace of whoever a login session still lets act there; or None."""
    stands = await session_stands(session, session_id)
    if not stands or not await queries.is_member(session, user_id):
        return None
    if bound_workspace(session) in await locked_workspaces(session, user_id):
        return None
    return await role_of(session, user_id)
