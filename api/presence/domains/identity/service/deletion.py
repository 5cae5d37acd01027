"""Account deletion: signing in cancels it for seven days; after that it is permanent.

Invariant: nothing is deleted before it is due, and the function that deletes checks the date
itself.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.domains.identity import queries
from presence.domains.identity.errors import not_signed_in
from presence.jobs.mail import request_mail

UNDO = timedelta(days=7)
_OWNERLESS = (
    "You are the only owner of a workspace that others use. Make somebody else its owner first."
)


async def schedule_deletion(session: AsyncSession, user_id: UUID, now: datetime) -> datetime:
    """Mark the bound person's account and end every session; returns the deletion date.

    Raises Conflict if a shared workspace would be left without an owner.
    """
    user = await queries.user_by_id(session, user_id)
    if user is None:
        raise not_signed_in()
    if await queries.left_ownerless(session):  # guard: identity.ownerless-deletion
        raise Conflict(_OWNERLESS)
    user.deletion_at = now + UNDO
    await session.flush()
    await queries.end_other_sessions(session, None)  # guard: identity.deletion-ends-sessions
    await queries.end_challenges(session)
    await request_mail(session, "account-deletion", new_id())
    return user.deletion_at


async def due(session: AsyncSession) -> list[UUID]:
    """People whose account is due to be deleted."""
    return await queries.due_deletions(session)


async def purge(session: AsyncSession, user_id: UUID) -> bool:
    """Delete a person whose account is due, with the workspaces that only they belong to."""
    return await queries.purge_account(session, user_id)


async def workspaces_of(session: AsyncSession) -> list[tuple[UUID, str, bool]]:
    """(workspace, role, whether it ends with the account) of the bound person."""
    return await queries.my_workspaces(session)


async def day_of(session: AsyncSession, user_id: UUID) -> datetime | None:
    """The date on which the bound person's account will be deleted, if any."""
    user = await queries.user_by_id(session, user_id)
    return user.deletion_at if user is not None else None
