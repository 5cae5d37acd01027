"""SQL statements for the creation and deletion of workspaces."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.models import Membership, Workspace

_OVER = Workspace.deleted_at <= func.now() - text("interval '7 days'")
_EXAMPLE = text("SELECT my_example()")
_DELETED = text("SELECT * FROM deleted_workspaces()")
# A session may only stand in a workspace its user belongs to; the foreign key sees to that too.
_COUNT = text("SELECT count_workspaces()")
_SWITCH = text(
    "UPDATE login_session s SET workspace_id = m.workspace_id FROM membership m, workspace w"
    " WHERE s.id = :session AND m.user_id = s.user_id AND w.id = m.workspace_id"
    " AND w.deleted_at IS NULL RETURNING m.workspace_id"
)


async def stand_in(session: AsyncSession, session_id: UUID) -> bool:
    """Let a session of the bound user act in the bound workspace from now on."""
    return (await session.execute(_SWITCH, {"session": session_id})).scalar() is not None


async def insert_named(
    session: AsyncSession, workspace_id: UUID, owner_id: UUID, name: str
) -> None:
    """Store a workspace with a name and its owner; the session is already bound to the new id."""
    await session.execute(insert(Workspace).values(id=workspace_id, name=name))
    await session.execute(insert(Membership).values(user_id=owner_id, role="owner"))


async def mark_deleted(session: AsyncSession) -> None:
    """Mark the bound workspace as deleted."""
    await session.execute(update(Workspace).values(deleted_at=func.now()))


async def unmark_deleted(session: AsyncSession) -> None:
    """Restore the bound workspace."""
    await session.execute(update(Workspace).values(deleted_at=None))


async def deleted_ids(session: AsyncSession) -> list[UUID]:
    """Deleted workspaces that the bound user owns and may still restore."""
    return list((await session.execute(_DELETED)).scalars())


async def is_due(session: AsyncSession) -> bool:
    """Whether the bound workspace was deleted seven days ago."""
    return await session.scalar(select(Workspace.id).where(_OVER)) is not None


async def purge(session: AsyncSession) -> None:
    """Remove the bound workspace with everything in it, seven days after its deletion."""
    await session.execute(delete(Workspace).where(_OVER))


async def count_workspaces(session: AsyncSession) -> int:
    """How many workspaces the bound user belongs to."""
    counted: int = (await session.execute(_COUNT)).scalar_one()
    return counted


async def my_example(session: AsyncSession) -> UUID | None:
    """The example that is open for the bound user."""
    found: UUID | None = (await session.execute(_EXAMPLE)).scalar()
    return found


async def insert_example(
    session: AsyncSession, workspace_id: UUID, user_id: UUID, name: str, came_from: UUID | None
) -> None:
    """Store an example and its reader; the session is already bound to the new id."""
    example = {"name": name, "example_of": user_id, "example_from": came_from}
    await session.execute(insert(Workspace).values(id=workspace_id, **example))
    await session.execute(insert(Membership).values(user_id=user_id, role="viewer"))


async def is_example(session: AsyncSession) -> bool:
    """Whether the bound workspace is an example."""
    return await session.scalar(select(Workspace.example_of)) is not None


async def example_from(session: AsyncSession) -> UUID | None:
    """The workspace from which the bound example was opened."""
    return await session.scalar(select(Workspace.example_from))
