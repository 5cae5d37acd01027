"""SQL statements for deleting accounts: which are due, what goes with them, the deletion."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_DUE = text("SELECT due_deletions()")
_PURGE = text("SELECT purge_account(:user)")
_OWNERLESS = text("SELECT left_ownerless()")
_MINE = text("SELECT workspace_id, role, alone FROM my_workspaces()")


async def due_deletions(session: AsyncSession) -> list[UUID]:
    """People whose account is due to be deleted, at most a hundred."""
    return list((await session.execute(_DUE)).scalars())


async def purge_account(session: AsyncSession, user_id: UUID) -> bool:
    """Delete a due account and the workspaces it is alone in; False when it is not due."""
    return bool((await session.execute(_PURGE, {"user": user_id})).scalar())


async def left_ownerless(session: AsyncSession) -> list[UUID]:
    """Shared workspaces in which the bound person is the only owner."""
    return list((await session.execute(_OWNERLESS)).scalars())


async def my_workspaces(session: AsyncSession) -> list[tuple[UUID, str, bool]]:
    """(workspace, role, whether sole member) of the bound person, oldest first."""
    rows = await session.execute(_MINE)
    return [(row.workspace_id, row.role, row.alone) for row in rows]
