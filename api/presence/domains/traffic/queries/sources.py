"""SQL statements for sources."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.traffic.models import TrafficSource

_END_UPLOADS = text(
    "UPDATE traffic_upload SET status = 'cancelled', changed_at = now() WHERE source_id = :source"
    " AND status IN ('receiving', 'queued', 'reading', 'held')"
)
# Names are unique: the id in place of it leaves the name to another.
_HIDE = text(
    "UPDATE traffic_source SET deleted_at = now(), cleaned_at = '-infinity', token_hash = NULL,"
    " prefix = '', name = id::text WHERE id = :source"
)
_SOURCE_OF = text("SELECT workspace_id, source_id FROM traffic_source_of(:hash)")

LIVING = TrafficSource.deleted_at.is_(None)


async def sources_of(session: AsyncSession, brand_id: UUID) -> Sequence[TrafficSource]:
    """All sources of a brand, oldest first."""
    statement = select(TrafficSource).where(TrafficSource.brand_id == brand_id, LIVING)
    return (await session.scalars(statement.order_by(TrafficSource.id))).all()


async def find_source(
    session: AsyncSession, source_id: UUID, *, lock: bool = False
) -> TrafficSource | None:
    """A source of this workspace; `lock` lets nobody else add to it meanwhile."""
    statement = select(TrafficSource).where(TrafficSource.id == source_id, LIVING)
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
    return await session.scalar(counted.where(TrafficSource.brand_id == brand_id, LIVING)) or 0


async def name_taken(session: AsyncSession, brand_id: UUID, name: str) -> bool:
    """Whether a source of the brand has this name."""
    statement = select(TrafficSource.id).where(
        TrafficSource.brand_id == brand_id, TrafficSource.name == name, LIVING
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


async def hide_source(session: AsyncSession, source_id: UUID) -> None:
    """Let nobody see a source from now on: no token, no name, cleaned before all others."""
    await session.execute(_END_UPLOADS, {"source": source_id})
    await session.execute(_HIDE, {"source": source_id})


async def every_source(session: AsyncSession, brand_id: UUID | None) -> list[UUID]:
    """Every source of a brand, or of the workspace, deleted or not."""
    statement = select(TrafficSource.id).order_by(TrafficSource.id)
    if brand_id is not None:
        statement = statement.where(TrafficSource.brand_id == brand_id)
    return list(await session.scalars(statement))


async def is_deleted(session: AsyncSession, source_id: UUID) -> bool:
    """Whether nobody sees a source any more, though it is there."""
    statement = select(TrafficSource.id).where(TrafficSource.id == source_id, ~LIVING)
    return await session.scalar(statement) is not None


async def delete_source(session: AsyncSession, source_id: UUID) -> None:
    """Delete a source that nobody sees any more."""
    await session.execute(delete(TrafficSource).where(TrafficSource.id == source_id, ~LIVING))
