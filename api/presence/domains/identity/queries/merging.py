"""Merges two accounts of one person, in a database function."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_MERGE = text("SELECT merge_people(:origin, :into)")


async def merge(session: AsyncSession, origin: UUID, into: UUID) -> int:
    """Transfer one person's belongings to another; returns how many workspaces these were."""
    values = {"origin": origin, "into": into}
    return int((await session.execute(_MERGE, values)).scalar_one())
