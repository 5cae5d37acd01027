"""The workspace itself: its creation, its lock, its time zone, its members."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import SessionTransaction

from presence.core.clock import zone_of
from presence.core.ids import new_id
from presence.db.session import before_commit
from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.identity.service import (
    is_impersonated,
    locked_workspaces,
    session_ends_at,
    session_stands,
)
from presence.domains.workspaces import queries
from presence.domains.workspaces.errors import right_ended
from presence.domains.workspaces.queries import keys
from presence.domains.workspaces.queries.members import role_of
from presence.domains.workspaces.service.quotas import NEW_WORKSPACES, use_up
from presence.domains.workspaces.service.roles import (
    KEPT_PAUSED,
    PAUSED,
    Action,
    decide_permitted,
)

_CHECKED_RIGHT = "presence.checked-right"
# How long a right counts without another look; the product promises that one ends within 1 s.
FRESH_S = 0.2


@dataclass(slots=True)
class _CheckedRight:
    """A caller who was let do something in a workspace: how to ask again, and when that was."""

    workspace_id: UUID
    role_now: Callable[[AsyncSession], Awaitable[str | None]]
    asked_in: SessionTransaction | None = None
    since: float = field(default_factory=monotonic)


async def ensure_workspace(session: AsyncSession, user_id: UUID) -> UUID:
    """The workspace the session acts in, created with `user_id` as owner if there is none.

    Raises RateLimited for somebody who created many. Leaves the session bound to it. Two concurrent
    calls create one workspace: they queue on the user.
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
    return zone_of(await queries.time_zone(session))


async def set_time_zone(session: AsyncSession, name: str) -> None:
    """Live by another time zone, an IANA name: schedules and days follow it."""
    await queries.set_time_zone(session, name)


def bound_workspace(session: AsyncSession) -> UUID:
    """Id of the bound workspace; LookupError without one."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    return workspace_id


def recheck_right(
    session: AsyncSession,
    workspace_id: UUID,
    role_now: Callable[[AsyncSession], Awaitable[str | None]],
) -> None:
    """Have the caller's right checked again; `role_now` is None once it ended.

    `lock_workspace` does so; so does every commit of a change by a call that took so long that it
    may have waited for a lock of another kind: a brand's, a report's, a view's.
    """
    session.sync_session.info[_CHECKED_RIGHT] = _CheckedRight(workspace_id, role_now)
    before_commit(session, _recheck_before_commit)


async def _recheck_before_commit(session: AsyncSession) -> None:
    """Raises RightEnded for a change by somebody whose right ended while their call waited."""
    checked: _CheckedRight = session.sync_session.info[_CHECKED_RIGHT]
    running = session.sync_session.get_transaction()
    if checked.workspace_id != binding_of(session).workspace_id:
        return
    if monotonic() - checked.since < FRESH_S:
        return
    if running is not None:
        await session.flush()
        if checked.asked_in is running or not await queries.has_changed_something(session):
            return
    if await checked.role_now(session) is None:  # guard: workspaces.right-before-commit
        raise right_ended()


async def lock_workspace(session: AsyncSession) -> str | None:
    """Block everybody else who locks the bound workspace until this transaction ends.

    Returns the current role of a customer whose right was checked before the wait; raises
    RightEnded if it has ended. Code that withdraws a right holds the same lock, so one check per
    transaction suffices: what follows is theirs to do, to themselves too. None if nobody's right
    was checked.
    """
    await queries.lock_workspace(session, bound_workspace(session))
    checked: _CheckedRight | None = session.sync_session.info.get(_CHECKED_RIGHT)
    if checked is None or checked.workspace_id != bound_workspace(session):
        return None
    running = session.sync_session.get_transaction()
    if checked.asked_in is running:
        return None
    role = await checked.role_now(session)
    if role is None:  # guard: workspaces.right-under-lock
        raise right_ended()
    checked.asked_in = running
    return role


async def lock_whoever_asks(session: AsyncSession) -> None:
    """As `lock_workspace`, to write down what has happened already: nobody's right undoes it."""
    await queries.lock_workspace(session, bound_workspace(session))
    let_stand(session)


def let_stand(session: AsyncSession) -> None:
    """What the running transaction writes has happened elsewhere already, such as at the payment
    provider: nobody's right is asked for before it is committed."""
    checked: _CheckedRight | None = session.sync_session.info.get(_CHECKED_RIGHT)
    if checked is not None:
        checked.asked_in = session.sync_session.get_transaction()


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
    """When a session, or the key used instead of one, ends by itself.

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
    key is asked by `identity.keys.current_role_of_key`.
    """
    return decide_permitted(await role_of_login(session, session_id, user_id), action)


async def role_of_login(session: AsyncSession, session_id: UUID, user_id: UUID) -> str | None:
    """The role in the bound workspace of the person whose session still allows it; or None.

    `PAUSED` for somebody without a seat, whatever their role is.
    """
    if not await session_stands(session, session_id):
        return None
    membership = await queries.membership_of(session, user_id)
    if membership is None:
        return None
    locked = bound_workspace(session) in await locked_workspaces(session, user_id)
    if locked and not await is_impersonated(session, session_id):  # support gave its own factor
        return None
    role, paused = membership
    return PAUSED if paused else role
