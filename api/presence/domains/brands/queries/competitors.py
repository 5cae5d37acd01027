"""SQL statements for competitors."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.brands.models import Brand, Competitor


async def tracked(session: AsyncSession, brand_id: UUID) -> Sequence[Competitor]:
    """Competitors confirmed by the customer, oldest first."""
    return await with_status(session, brand_id, "tracked")


async def with_status(
    session: AsyncSession, brand_id: UUID, *statuses: str
) -> Sequence[Competitor]:
    """Competitors with any of the given statuses, oldest first."""
    statement = (
        select(Competitor)
        .where(Competitor.brand_id == brand_id, Competitor.status.in_(statuses))
        .order_by(Competitor.id)
    )
    return (await session.scalars(statement)).all()


async def all_of(session: AsyncSession, brand_id: UUID) -> Sequence[Competitor]:
    """Every competitor ever stored for a brand, oldest first."""
    statement = select(Competitor).where(Competitor.brand_id == brand_id).order_by(Competitor.id)
    return (await session.scalars(statement)).all()


async def find_competitor(
    session: AsyncSession, brand_id: UUID, competitor_id: UUID
) -> Competitor | None:
    """A competitor of a brand, whatever its status."""
    return await session.scalar(
        select(Competitor).where(Competitor.id == competitor_id, Competitor.brand_id == brand_id)
    )


async def page(
    session: AsyncSession, brand_id: UUID, statuses: Sequence[str], after: UUID | None, limit: int
) -> Sequence[Competitor]:
    """Up to `limit` competitors in the order they were added, starting after the given key."""
    statement = (
        select(Competitor)
        .where(Competitor.brand_id == brand_id, Competitor.status.in_(statuses))
        .order_by(Competitor.id)
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(Competitor.id > after)
    return (await session.scalars(statement)).all()


async def count(session: AsyncSession, brand_id: UUID, statuses: Sequence[str]) -> int:
    """How many competitors of a brand have any of the given statuses."""
    statement = (
        select(func.count())
        .select_from(Competitor)
        .where(Competitor.brand_id == brand_id, Competitor.status.in_(statuses))
    )
    return await session.scalar(statement) or 0


async def count_tracked(session: AsyncSession) -> int:
    """How many competitors the workspace tracks across all brands that are not deleted."""
    alive = select(Brand.id).where(Brand.status != "deleted")
    statement = (
        select(func.count())
        .select_from(Competitor)
        .where(Competitor.status == "tracked", Competitor.brand_id.in_(alive))
    )
    return await session.scalar(statement) or 0
