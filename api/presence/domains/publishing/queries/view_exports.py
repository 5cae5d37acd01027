"""SQL statements for view exports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.models import ViewExport

STRANDED = text("SELECT * FROM stranded_exports(:quiet, :limit)")


async def insert(session: AsyncSession, row: ViewExport) -> None:
    """Store a request."""
    session.add(row)
    await session.flush()


async def find_view_export(session: AsyncSession, export_id: UUID) -> ViewExport | None:
    """One export of the bound workspace."""
    statement = select(ViewExport).where(ViewExport.id == export_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def newest(
    session: AsyncSession, brand_id: UUID | None, limit: int, after: UUID | None
) -> Sequence[ViewExport]:
    """Exports, newest first, of one brand if given, older than `after` if given."""
    statement = select(ViewExport).order_by(ViewExport.id.desc()).limit(limit)
    if brand_id is not None:
        statement = statement.where(ViewExport.brand_id == brand_id)
    if after is not None:
        statement = statement.where(ViewExport.id < after)
    return (await session.execute(statement)).scalars().all()


async def move(
    session: AsyncSession, export_id: UUID, states: Sequence[str], **values: Any
) -> ViewExport | None:
    """Update columns if the status is one of `states`; returns the row, or None if it was not."""
    statement = (
        update(ViewExport)
        .where(ViewExport.id == export_id, ViewExport.status.in_(states))
        .values(changed_at=func.now(), **values)
        .returning(ViewExport)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalar_one_or_none()
