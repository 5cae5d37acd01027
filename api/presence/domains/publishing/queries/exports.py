"""SQL statements for data exports, which row security restricts to the person or workspace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from presence.domains.publishing.models import DataExport, WorkspaceExport

_STAFF_MAY_FETCH = text("SELECT staff_may_fetch(:staff)")


async def insert(session: AsyncSession, row: DataExport) -> None:
    """Store a request."""
    session.add(row)
    await session.flush()


async def recent(session: AsyncSession) -> Sequence[DataExport]:
    """The bound person's unexpired exports, newest first, without their content."""
    statement = (
        select(DataExport)
        .where(DataExport.expires_at > func.now())
        .order_by(DataExport.id.desc())
        .options(defer(DataExport.content, raiseload=True))
    )
    return (await session.execute(statement)).scalars().all()


async def find_export(session: AsyncSession, export_id: UUID) -> DataExport | None:
    """One of the bound person's unexpired exports."""
    statement = select(DataExport).where(
        DataExport.id == export_id, DataExport.expires_at > func.now()
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def update_export(session: AsyncSession, export_id: UUID, **values: Any) -> None:
    """Update columns of an export."""
    await session.execute(update(DataExport).where(DataExport.id == export_id).values(**values))


async def forget_expired(session: AsyncSession) -> None:
    """Delete the bound person's expired exports."""
    await session.execute(delete(DataExport).where(DataExport.expires_at <= func.now()))


async def workspace_export(session: AsyncSession, export_id: UUID) -> WorkspaceExport | None:
    """An export of the bound workspace."""
    statement = select(WorkspaceExport).where(WorkspaceExport.id == export_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def change_workspace_export(session: AsyncSession, export_id: UUID, **values: Any) -> None:
    """Update columns of an export of the bound workspace."""
    statement = update(WorkspaceExport).where(WorkspaceExport.id == export_id)
    await session.execute(statement.values(**values))


async def staff_may_fetch(session: AsyncSession, staff_id: UUID) -> bool:
    """Whether a member of staff may still download what was collected from a workspace."""
    return bool(await session.scalar(_STAFF_MAY_FETCH, {"staff": staff_id}))
