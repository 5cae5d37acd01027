"""SQL statements for sources."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.traffic.models import TrafficSource

_SOURCE_OF = text("SELECT workspace_id, source_id FROM traffic_source_of(:hash)")


async def sources_of(session: AsyncSession, brand_id: UUID) -> Sequence[TrafficSource]:
    """All sources of a brand, oldest first."""
    statement = select(TrafficSource).where(TrafficSource.brand_id == brand_id)
    return (await session.scalars(statement.order_by(TrafficSource.id))).all()


async def find_source(
    session: AsyncSession, source_id: UUID, *, lock: bool = False
) -> TrafficSource | None:
    """A source of this workspace; `lock` lets nobody else add to it meanwhile."""
    statement = select(TrafficSource).where(TrafficSource.id == source_id)
    if lock:
        statement = statement.with_for_update(of=TrafficSource, key_share=True)
    found = await session.scalar(statement.execution_options(populate_existing=True))
    return found


async def source_of_token(session: AsyncSession, token_hash: bytes) -> tuple[UUID, UUID] | None:
    """Workspace and source a token belongs to."""
    row = (await session.execute(_SOURCE_OF, {"hash": token_hash})).one_or_none()
    return None if row is None else (row.workspace_id, row.source_id)


async def count_sources(session: AsyncSession, brand_id: UUID) -> int:
    """How many sources a brand has."""
    counted = select(func.count()).select_from(TrafficSource)
    return await session.scalar(counted.where(TrafficSource.brand_id == brand_id)) or 0


async def name_taken(session: AsyncSession, brand_id: UUID, name: str) -> bool:
    """Whether a source of the brand has this name."""
    statement = select(TrafficSource.id).where(
        TrafficSource.brand_id == brand_id, TrafficSource.name == name
    )
    return await session.scalar(statement) is not None


async def change_source(session: AsyncSession, source_id: UUID, **values: Any) -> None:
    """Set columns of a source."""
    await session.execute(
        update(TrafficSource).where(TrafficSource.id == source_id).values(**values)
    )


async def note_received(session: AsyncSession, source_id: UUID, now: datetime) -> None:
    """Say that lines came from a source just now."""
    await change_source(session, source_id, received_at=now)


async def delete_source(session: AsyncSession, source_id: UUID) -> None:
    """Delete a source with everything counted for it."""
    await session.execute(delete(TrafficSource).where(TrafficSource.id == source_id))
