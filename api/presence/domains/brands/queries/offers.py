"""SQL statements for offers: the extracted reading and people's corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.brands.models import OfferCorrection, OfferReading


async def reading(session: AsyncSession, brand_id: UUID) -> OfferReading | None:
    """The latest extracted reading of a brand's offer."""
    statement = select(OfferReading).where(OfferReading.brand_id == brand_id)
    return await session.scalar(statement.execution_options(populate_existing=True))


async def put_reading(
    session: AsyncSession, brand_id: UUID, offer: Mapping[str, Any], read_at: datetime
) -> None:
    """Store a reading, replacing the previous one."""
    values = {"offer": dict(offer), "read_at": read_at}
    statement = insert(OfferReading).values(id=new_id(), brand_id=brand_id, **values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[OfferReading.workspace_id, OfferReading.brand_id], set_=values
        )
    )


async def corrections(session: AsyncSession, brand_id: UUID) -> Sequence[OfferCorrection]:
    """A person's corrections of the offer, one row per slot."""
    statement = select(OfferCorrection).where(OfferCorrection.brand_id == brand_id)
    rows = await session.scalars(
        statement.order_by(OfferCorrection.slot).execution_options(populate_existing=True)
    )
    return rows.all()


async def put_correction(
    session: AsyncSession, brand_id: UUID, slot: str, values: Mapping[str, Any]
) -> None:
    """Store the correction of a slot, replacing any earlier one."""
    statement = insert(OfferCorrection).values(id=new_id(), brand_id=brand_id, slot=slot, **values)
    key = [OfferCorrection.workspace_id, OfferCorrection.brand_id, OfferCorrection.slot]
    await session.execute(statement.on_conflict_do_update(index_elements=key, set_=dict(values)))


async def drop_correction(session: AsyncSession, brand_id: UUID, slot: str) -> None:
    """Delete the correction of a slot."""
    await session.execute(
        delete(OfferCorrection).where(
            OfferCorrection.brand_id == brand_id, OfferCorrection.slot == slot
        )
    )
