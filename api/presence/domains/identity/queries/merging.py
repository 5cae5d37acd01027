"""Two accounts of one person becoming one, which a function of the database does."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_MERGE = text("SELECT merge_people(:origin, :into)")


async def merge(session: AsyncSession, origin: UUID, into: UUID) -> int:
    """Give what one person belongs to to another; how many workspaces that were."""
    values = {"origin": origin, "into": into}
    return int((await session.execute(_MERGE, values)).scalar_one())
