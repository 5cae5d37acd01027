"""SQL statements for what-if experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.experiments.models import WhatIf
from presence.domains.findings.models import StoredRecommendation

_RECORD = text("SELECT prediction_record()")
ACTIVE = ("queued", "running")


async def active(session: AsyncSession) -> int:
    """How many experiments of the workspace are queued or running."""
    statement = select(func.count()).select_from(WhatIf).where(WhatIf.status.in_(ACTIVE))
    return await session.scalar(statement) or 0


async def find_what_if(session: AsyncSession, what_if_id: UUID) -> WhatIf | None:
    """An experiment of this workspace."""
    return await session.get(WhatIf, what_if_id)


async def page(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[Sequence[WhatIf], int]:
    """Experiments of a brand, newest first, and their total number."""
    mine = WhatIf.brand_id == brand_id
    statement = select(WhatIf).where(mine).order_by(WhatIf.id.desc()).limit(limit)
    if after is not None:
        statement = statement.where(WhatIf.id < after)
    total = await session.scalar(select(func.count()).select_from(WhatIf).where(mine))
    return (await session.scalars(statement)).all(), total or 0


async def update_what_if(
    session: AsyncSession, what_if_id: UUID, values: Mapping[str, Any]
) -> None:
    """Update these columns; a prediction is never changed once made."""
    await session.execute(update(WhatIf).where(WhatIf.id == what_if_id).values(**values))


async def unverified(session: AsyncSession, brand_id: UUID) -> Sequence[WhatIf]:
    """Predictions of a brand that have not been compared with an outcome yet."""
    statement = select(WhatIf).where(
        WhatIf.brand_id == brand_id, WhatIf.status == "done", WhatIf.actual.is_(None)
    )
    return (await session.scalars(statement.order_by(WhatIf.id))).all()


async def recommendation(session: AsyncSession, key: UUID) -> StoredRecommendation | None:
    """A recommendation of this workspace."""
    return await session.get(StoredRecommendation, key)


async def record(session: AsyncSession) -> dict[str, Any]:
    """How all predictions made with this product compare with the outcomes."""
    found: dict[str, Any] = (await session.execute(_RECORD)).scalar_one()
    return found
