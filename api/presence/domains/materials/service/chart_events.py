"""Materials that were added, for marks on a brand's charts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.materials.queries import materials as queries


@dataclass(frozen=True, slots=True)
class AddedMaterial:
    """A material somebody added; `name` is its title, or its address without one."""

    at: datetime
    name: str


async def materials_added(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> list[AddedMaterial]:
    """Those added in [start, end) and still there, oldest first."""
    rows = await queries.added(session, brand_id, start, end)
    return [AddedMaterial(row.created_at, row.title or row.url or "") for row in rows]
