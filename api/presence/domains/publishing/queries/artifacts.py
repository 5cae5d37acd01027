"""SQL statements for what is made on request and kept as a file: reports and view exports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.models import Report, ViewExport

Artifact = TypeVar("Artifact", Report, ViewExport)
EXPIRED = text("SELECT * FROM expired_files(:now, :limit)")
STRANDED_REPORTS = text("SELECT * FROM stranded_reports(:quiet, :limit)")
STRANDED_EXPORTS = text("SELECT * FROM stranded_exports(:quiet, :limit)")


async def insert(session: AsyncSession, row: Report | ViewExport) -> None:
    """Store a request."""
    session.add(row)
    await session.flush()


async def find_artifact(session: AsyncSession, kind: type[Artifact], key: UUID) -> Artifact | None:
    """One of the bound workspace."""
    return (await session.execute(select(kind).where(kind.id == key))).scalar_one_or_none()


async def newest(
    session: AsyncSession,
    kind: type[Artifact],
    wanted: Sequence[ColumnElement[bool]],
    limit: int,
    after: UUID | None,
) -> Sequence[Artifact]:
    """Those that meet the conditions, newest first, older than `after` if given."""
    statement = select(kind).where(*wanted).order_by(kind.id.desc()).limit(limit)
    if after is not None:
        statement = statement.where(kind.id < after)
    return (await session.execute(statement)).scalars().all()


async def move(
    session: AsyncSession, kind: type[Artifact], key: UUID, states: Sequence[str], **values: Any
) -> Artifact | None:
    """Update columns if the status is one of `states`; returns the row, or None if it was not."""
    statement = (
        update(kind)
        .where(kind.id == key, kind.status.in_(states))
        .values(changed_at=func.now(), **values)
        .returning(kind)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalar_one_or_none()
