"""Seats and keys under the plan.

Invariant: seats are counted and taken under the workspace's lock, so that however many join at
once, the plan's number holds.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.billing.entitlements import Limits, require_capacity, require_feature
from presence.domains.billing.service import current_plan, my_subscription
from presence.domains.workspaces.records import InvitationLine, KeyScope, Seats
from presence.domains.workspaces.service import invitations, lifecycle, members
from presence.domains.workspaces.service.roles import Role
from presence.domains.workspaces.service.tenant import bound_workspace, lock_workspace

SEATS = "team.seats"
READ, WRITE = "api.read", "api.write"
_PAID = "This workspace has a subscription that renews. Cancel it first, then delete the workspace."


async def seat_limit(session: AsyncSession) -> int | None:
    """Seats of the bound workspace's plan; None means unlimited."""
    value = (await current_plan(session)).limits.value(SEATS)
    return None if value is None else int(value)


async def seats_now(session: AsyncSession) -> Seats:
    """Seats in use and allowed."""
    return await members.seats(session, await seat_limit(session))


async def invite(
    session: AsyncSession, inviter_id: UUID, email: str, role: Role, now: datetime
) -> InvitationLine:
    """Invite while a seat is free; PlanLimitReached otherwise."""
    await lock_workspace(session)  # guard: team.seat-lock
    await _require_seat(session, await members.count_seats(session))  # guard: team.seat-free
    return await invitations.invite(session, inviter_id, email, role, now)


async def accept(
    session: AsyncSession,
    user_id: UUID,
    session_id: UUID,
    token: str,
    now: datetime,
    *,
    sends_mail: bool,
) -> UUID:
    """Join the workspace of a link and act in it; its id. Accepting twice is joining once.

    PlanLimitReached when the plan has shrunk below the seats in use since the invitation.
    """
    invitation_id = await invitations.begin_acceptance(
        session, user_id, token, now, sends_mail=sends_mail
    )
    workspace_id = bound_workspace(session)
    if invitation_id is not None:
        # guard: team.seat-of-plan
        await _require_seat(session, (await members.seats(session, None)).members)
        await invitations.finish_acceptance(session, user_id, invitation_id, now)
    await lifecycle.switch_workspace(session, user_id, session_id, workspace_id)
    return workspace_id


async def sync_seats(session: AsyncSession) -> int:
    """Pause or free members as the plan says; how many changed."""
    return await members.sync_seats(session, await seat_limit(session))


async def require_key_plan(session: AsyncSession, writes: bool) -> None:
    """PlanLimitReached unless the bound workspace's plan lets programs read, or write."""
    # guard: keys.plan-allows-call
    require_feature((await current_plan(session)).limits, WRITE if writes else READ)


async def require_scope(session: AsyncSession, scope: KeyScope) -> None:
    """PlanLimitReached unless the plan has keys of that scope."""
    # guard: keys.plan-allows-scope
    require_feature((await current_plan(session)).limits, WRITE if scope == "write" else READ)


async def allowed_scope(session: AsyncSession) -> KeyScope | None:
    """The most a new key may do on the plan."""
    limits: Limits = (await current_plan(session)).limits
    if limits.allows(WRITE):
        return "write"
    return "read" if limits.allows(READ) else None


async def delete_workspace(session: AsyncSession, workspace_id: UUID, name: str) -> datetime:
    """Delete the bound workspace; returns when it will be purged.

    Raises Conflict while a subscription renews.
    """
    running = (await my_subscription(session, {})).subscription
    # guard: workspaces.delete-while-paid
    if running and running.processor == "stripe" and not running.cancel_at_period_end:
        raise Conflict(_PAID)
    return await lifecycle.delete_workspace(session, workspace_id, name)


async def _require_seat(session: AsyncSession, used: int) -> None:
    require_capacity((await current_plan(session)).limits, SEATS, used)
