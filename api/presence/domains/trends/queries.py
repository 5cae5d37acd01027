"""Every SQL statement of the slice; row security confines each to the workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.trends.models import TrendQuery, TrendReading

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('trends:' || :brand, 0))")
KEPT = 10  # readings of a brand; older ones go when a new one is done


async def lock(session: AsyncSession, brand_id: UUID) -> None:
    """Let one request at a time decide whether a reading is needed."""
    await session.execute(_LOCK, {"brand": str(brand_id)})


async def newest(
    session: AsyncSession, brand_id: UUID, statuses: Sequence[str]
) -> TrendReading | None:
    """The newest reading of a brand in one of these states."""
    statement = (
        select(TrendReading)
        .where(TrendReading.brand_id == brand_id, TrendReading.status.in_(statuses))
        .order_by(TrendReading.id.desc())
        .limit(1)
    )
    return await session.scalar(statement)


async def find_reading(session: AsyncSession, reading_id: UUID) -> TrendReading | None:
    """A reading of this workspace."""
    return await session.get(TrendReading, reading_id, populate_existing=True)


async def add(session: AsyncSession, brand_id: UUID) -> TrendReading:
    """A reading that a job will make."""
    row = TrendReading(id=new_id(), brand_id=brand_id)
    session.add(row)
    await session.flush()
    await session.refresh(row)
    return row


async def end(session: AsyncSession, reading_id: UUID, values: Mapping[str, Any]) -> bool:
    """End a reading that still waits; False when it had ended."""
    ended = await session.execute(
        update(TrendReading)
        .where(TrendReading.id == reading_id, TrendReading.status == "queued")
        .values(**values, finished_at=func.now())
        .returning(TrendReading.id)
    )
    return ended.scalar_one_or_none() is not None


async def put_queries(
    session: AsyncSession, reading_id: UUID, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Store what a reading found, in rank order."""
    if rows:
        await session.execute(
            insert(TrendQuery),
            [
                {"id": new_id(), "reading_id": reading_id, "number": number, **row}
                for number, row in enumerate(rows, 1)
            ],
        )


async def forget_old(session: AsyncSession, brand_id: UUID) -> None:
    """Keep the newest readings of a brand only."""
    kept = (
        select(TrendReading.id)
        .where(TrendReading.brand_id == brand_id)
        .order_by(TrendReading.id.desc())
        .limit(KEPT)
    )
    await session.execute(
        delete(TrendReading).where(TrendReading.brand_id == brand_id, TrendReading.id.not_in(kept))
    )


async def found(
    session: AsyncSession, reading_id: UUID, limit: int | None
) -> tuple[Sequence[TrendQuery], int]:
    """Queries of a reading in rank order, cut at `limit`, and how many there are."""
    mine = TrendQuery.reading_id == reading_id
    statement = select(TrendQuery).where(mine).order_by(TrendQuery.number).limit(limit)
    total = await session.scalar(select(func.count()).select_from(TrendQuery).where(mine))
    return (await session.scalars(statement)).all(), total or 0


async def query(session: AsyncSession, query_id: UUID) -> tuple[TrendQuery, UUID] | None:
    """A query and the brand it was read for."""
    row = (
        await session.execute(
            select(TrendQuery, TrendReading.brand_id)
            .join(TrendReading, TrendReading.id == TrendQuery.reading_id)
            .where(TrendQuery.id == query_id)
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1])
