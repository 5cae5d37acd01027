"""Returns a workspace to its owner alone.

Purpose: whoever opens an account under somebody else's address can admit others to its workspace
before the owner of the address recovers it. Invariant: afterwards only the owner belongs to the
bound workspace, and no invitation leads into it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.queries import members as queries
from presence.domains.workspaces.service.invitations import revoke
from presence.domains.workspaces.service.members import remove_member, sync_seats_soon


async def reclaim(session: AsyncSession, owner: UUID, now: datetime) -> None:
    """Remove everybody else and withdraw every open invitation, each with an audit entry."""
    for member in await queries.members(session):
        if member.user_id != owner:
            await remove_member(session, "owner", member.user_id)
    for invitation in await queries.open_invitations(session):
        await revoke(session, invitation.id, now)
    await sync_seats_soon(session)
