"""Who belongs to the workspace, and in which role.

Invariant: a workspace always has an owner: every change of roles and every departure happens under
the workspace's lock and counts owners first. Each change is audited and published in its own
transaction, so open windows and streams learn of it immediately.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.db.tenancy import binding_of
from presence.domains.audit.service import acting_for, record
from presence.domains.workspaces.errors import last_owner, no_member, no_seat, owners_only
from presence.domains.workspaces.queries import lifecycle
from presence.domains.workspaces.queries import members as queries
from presence.domains.workspaces.records import Member, Seats
from presence.domains.workspaces.service.roles import Role, decide_permitted
from presence.domains.workspaces.service.tenant import (
    bound_workspace,
    is_member,
    lock_workspace,
)
from presence.http.events import publish
from presence.jobs.notify import MEMBER_JOINED, request_notice
from presence.jobs.queue import enqueue

EVENT = "member.updated"
_EXAMPLE = "You cannot leave an example. Remove it instead."
ADJUST_SEATS = "team.settle_seats"  # a higher slice reads the plan, which sets their number
Withdrawn = list[tuple[UUID, str]]  # (invitation, address) of each
SCHEDULE_DIGEST = "digest.turn"  # a seat decides whether its holder receives the plan's digests


async def list_members(session: AsyncSession) -> list[Member]:
    """All members, owners first."""
    return [
        Member(
            user_id=row.user_id,
            first_name=row.first_name,
            last_name=row.last_name,
            email=row.email,
            role=row.role,
            paused=row.paused,
            joined_at=row.created_at,
            last_active_at=row.last_active_at,
        )
        for row in await queries.members(session)
    ]


async def seats(session: AsyncSession, limit: int | None) -> Seats:
    """Seats of the bound workspace with a plan that allows `limit`."""
    taken = len(await queries.members(session))
    return Seats(taken, await queries.count_reserved(session), limit)


async def count_seats(session: AsyncSession) -> int:
    """Seats in use: members and open invitations."""
    return (await seats(session, None)).used


async def change_role(
    session: AsyncSession, actor_role: str, user_id: UUID, role: Role
) -> Withdrawn:
    """Change a member's role; returns the invitations that this ends.

    Only an owner appoints or demotes owners.
    """
    await lock_workspace(session)
    before = await _role(session, user_id)
    if before == role:
        return []
    if "owner" in (before, role) and actor_role != "owner":  # guard: team.owners-by-owners
        raise owners_only()
    if before == "owner":
        await _keep_an_owner(session, user_id)
    await queries.set_role(session, user_id, role)
    await _publish(session, "member.role_changed", user_id, before, role)
    if not decide_permitted(role, "members"):  # guard: team.invitations-of-the-demoted
        return await _withdraw_invitations(session, user_id)
    return []


async def require_member(session: AsyncSession, user_id: UUID) -> None:
    """Raise NotFound if the user does not belong to the bound workspace."""
    await _role(session, user_id)


async def remove_member(session: AsyncSession, actor_role: str, user_id: UUID) -> Withdrawn:
    """Remove a member with their keys; returns the invitations that this ends.

    Their open windows lose the workspace immediately.
    """
    await lock_workspace(session)
    role = await _role(session, user_id)
    if role == "owner" and actor_role != "owner":  # guard: team.owners-removed-by-owners
        raise owners_only()
    return await _depart(session, "member.removed", user_id, role)


async def leave(session: AsyncSession, user_id: UUID) -> None:
    """Leave the bound workspace. Raises Conflict for its last owner and for an example."""
    await lock_workspace(session)
    if await lifecycle.is_example(session):  # guard: examples.removed-not-left
        raise Conflict(_EXAMPLE)
    await _depart(session, "member.left", user_id, await _role(session, user_id))


async def transfer_ownership(session: AsyncSession, owner_id: UUID, heir_id: UUID) -> None:
    """Make `heir_id` the owner and the owner an admin. Raises Conflict if the heir has no seat."""
    await lock_workspace(session)
    before = await _role(session, heir_id)
    if heir_id == owner_id:
        return
    if not await is_member(session, heir_id):  # guard: team.heir-is-member
        raise no_seat()
    await queries.set_role(session, heir_id, "owner")
    await queries.set_role(session, owner_id, "admin")
    await _publish(session, "workspace.transferred", heir_id, before, "owner")


async def accept_costs(session: AsyncSession) -> None:
    """An appointed owner starts an analysis and thereby pays from now on.

    What staff do in an owner's name accepts nothing for them.
    """
    me = binding_of(session).user_id
    if me is not None and acting_for.get() is None:  # guard: workspaces.accept-costs
        await queries.accept_costs(session, me)


async def sync_seats(session: AsyncSession, limit: int | None) -> int:
    """Pause members beyond the plan's seats and resume those within; returns how many changed.

    Their digests are rescheduled by the plans of the workspaces in which they have a seat.
    """
    await lock_workspace(session)
    changed = await queries.sync_seats(session, limit)
    for user_id in sorted(changed):  # in the order used by everybody who locks several
        unique = f"{SCHEDULE_DIGEST}:{user_id}"
        await enqueue(session, SCHEDULE_DIGEST, {}, account_id=user_id, unique=unique)
    if changed:
        await record(session, "members.seats_settled", "workspace", after={"seats": limit})
        await publish(session, EVENT, {"userId": None, "change": "seats"})
    return len(changed)


async def sync_seats_soon(session: AsyncSession) -> None:
    """After this transaction, give a freed seat to the next person waiting for one."""
    await enqueue(session, ADJUST_SEATS, {}, workspace_id=bound_workspace(session))


async def join(session: AsyncSession, user_id: UUID, role: str) -> None:
    """Add a member; the caller holds the workspace's lock and has counted seats."""
    await queries.insert_member(session, user_id, role)
    await request_notice(session, MEMBER_JOINED, user_id)
    await _publish(session, "member.joined", user_id, None, role)


async def _role(session: AsyncSession, user_id: UUID) -> str:
    role = await queries.role_of(session, user_id)
    if role is None:
        raise no_member()
    return role


async def _keep_an_owner(session: AsyncSession, leaving: UUID) -> None:
    if not await queries.has_other_owner(session, leaving):  # guard: team.last-owner
        raise last_owner()


async def _depart(session: AsyncSession, action: str, user_id: UUID, role: str) -> Withdrawn:
    if role == "owner":
        await _keep_an_owner(session, user_id)
    await record(session, action, f"user:{user_id}", before={"role": role})
    # guard: team.invitations-of-the-removed -> []
    withdrawn = await _withdraw_invitations(session, user_id)
    await queries.delete_member(session, user_id)
    await publish(session, EVENT, {"userId": str(user_id), "change": "removed"})
    return withdrawn


async def _withdraw_invitations(session: AsyncSession, inviter_id: UUID) -> Withdrawn:
    """Nobody joins on the invitation of somebody who may no longer invite."""
    withdrawn = await queries.withdraw_invitations(session, inviter_id)
    for invitation_id, email in withdrawn:
        target = f"invitation:{invitation_id}"
        await record(session, "invitation.revoked", target, after={"email": email})
    return withdrawn


async def _publish(
    session: AsyncSession, action: str, user_id: UUID, before: str | None, after: str
) -> None:
    old = {"role": before} if before else None
    await record(session, action, f"user:{user_id}", before=old, after={"role": after})
    await publish(session, EVENT, {"userId": str(user_id), "change": "role", "role": after})
