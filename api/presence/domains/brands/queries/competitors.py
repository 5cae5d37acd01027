"""SQL statements for competitors."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.brands.models import Brand, BrandCompetitor


async def tracked(session: AsyncSession, brand_id: UUID) -> Sequence[BrandCompetitor]:
    """Competitors confirmed by the customer, oldest first."""
    return await with_status(session, brand_id, "tracked")


async def with_status(
    session: AsyncSession, brand_id: UUID, *statuses: str
) -> Sequence[BrandCompetitor]:
    """Competitors with any of the given statuses, oldest first."""
    statement = (
        select(BrandCompetitor)
        .where(BrandCompetitor.brand_id == brand_id, BrandCompetitor.status.in_(statuses))
        .order_by(BrandCompetitor.id)
    )
    return (await session.scalars(statement)).all()


async def all_of(session: AsyncSession, brand_id: UUID) -> Sequence[BrandCompetitor]:
    """Every competitor ever stored for a brand, oldest first."""
    statement = (
        select(BrandCompetitor)
        .where(BrandCompetitor.brand_id == brand_id)
        .order_by(BrandCompetitor.id)
    )
    return (await session.scalars(statement)).all()


async def find_competitor(
    session: AsyncSession, brand_id: UUID, competitor_id: UUID
) -> BrandCompetitor | None:
    """A competitor of a brand, whatever its status."""
    return await session.scalar(
        select(BrandCompetitor).where(
            BrandCompetitor.id == competitor_id, BrandCompetitor.brand_id == brand_id
        )
    )


async def page(
    session: AsyncSession, brand_id: UUID, statuses: Sequence[str], after: UUID | None, limit: int
) -> Sequence[BrandCompetitor]:
    """Up to `limit` competitors in the order they were added, starting after the given key."""
    statement = (
        select(BrandCompetitor)
        .where(BrandCompetitor.brand_id == brand_id, BrandCompetitor.status.in_(statuses))
        .order_by(BrandCompetitor.id)
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(BrandCompetitor.id > after)
    return (await session.scalars(statement)).all()


async def count(session: AsyncSession, brand_id: UUID, statuses: Sequence[str]) -> int:
    """How many competitors of a brand have any of the given statuses."""
    statement = (
        select(func.count())
        .select_from(BrandCompetitor)
        .where(BrandCompetitor.brand_id == brand_id, BrandCompetitor.status.in_(statuses))
    )
    return await session.scalar(statement) or 0


async def count_tracked(session: AsyncSession) -> int:
    """How many competitors the workspace tracks across all brands that are not deleted."""
    alive = select(Brand.id).where(Brand.status != "deleted")
    statement = (
        select(func.count())
        .select_from(BrandCompetitor)
        .where(BrandCompetitor.status == "tracked", BrandCompetitor.brand_id.in_(alive))
    )
    return await session.scalar(statement) or 0
