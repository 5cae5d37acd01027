"""SQL statements for panel versions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import column, func, select, table
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.brands.models import PanelRevision, Prompt

MOST = 100
_USERS = table("users", column("id"), column("first_name"), column("last_name"), column("email"))
_FRESH = {"populate_existing": True}


async def newest(session: AsyncSession, brand_id: UUID) -> PanelRevision | None:
    """The most recently recorded version of a brand's panel."""
    statement = (
        select(PanelRevision)
        .where(PanelRevision.brand_id == brand_id)
        .order_by(PanelRevision.number.desc())
        .limit(1)
    )
    return await session.scalar(statement.execution_options(**_FRESH))


async def numbered(session: AsyncSession, brand_id: UUID, number: int) -> PanelRevision | None:
    """One version of a brand's panel."""
    return await session.scalar(
        select(PanelRevision).where(
            PanelRevision.brand_id == brand_id, PanelRevision.number == number
        )
    )


async def after(session: AsyncSession, brand_id: UUID, number: int) -> Sequence[PanelRevision]:
    """The versions after the given one, newest first."""
    statement = (
        select(PanelRevision)
        .where(PanelRevision.brand_id == brand_id, PanelRevision.number > number)
        .order_by(PanelRevision.number.desc())
    )
    return (await session.scalars(statement)).all()


async def history(
    session: AsyncSession, brand_id: UUID
) -> Sequence[tuple[PanelRevision, str | None]]:
    """The `MOST` newest versions, newest first, each with the name of whoever changed it."""
    named = func.nullif(func.trim(func.concat(_USERS.c.first_name, " ", _USERS.c.last_name)), "")
    statement = (
        select(PanelRevision, func.coalesce(named, _USERS.c.email))
        .join(_USERS, _USERS.c.id == PanelRevision.changed_by, isouter=True)
        .where(PanelRevision.brand_id == brand_id)
        .order_by(PanelRevision.number.desc())
        .limit(MOST)
    )
    rows = await session.execute(statement.execution_options(**_FRESH))
    return [(row, name) for row, name in rows]


async def between(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> Sequence[PanelRevision]:
    """Versions recorded in [start, end), oldest first."""
    statement = (
        select(PanelRevision)
        .where(
            PanelRevision.brand_id == brand_id,
            PanelRevision.created_at >= start,
            PanelRevision.created_at < end,
        )
        .order_by(PanelRevision.number)
    )
    return (await session.scalars(statement)).all()


async def prompts_of(
    session: AsyncSession, brand_id: UUID, ids: Collection[UUID]
) -> dict[UUID, Prompt]:
    """A brand's questions by id."""
    statement = select(Prompt).where(Prompt.brand_id == brand_id, Prompt.id.in_(list(ids)))
    rows = await session.scalars(statement.execution_options(**_FRESH))
    return {row.id: row for row in rows}


async def with_keys(
    session: AsyncSession, brand_id: UUID, keys: Collection[str]
) -> dict[str, Prompt]:
    """A brand's questions by stable id."""
    statement = select(Prompt).where(Prompt.brand_id == brand_id, Prompt.key.in_(list(keys)))
    rows = await session.scalars(statement.execution_options(**_FRESH))
    return {row.key: row for row in rows}
