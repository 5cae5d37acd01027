"""SQL statements for brands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from presence.db.ordering import after_key, contains, ordered
from presence.domains.brands.models import Brand

LIVING = Brand.status != "deleted"
RECENT = timedelta(days=30)
HIGH, LOW = 60, 40

View = Literal["recent", "high", "low"]
_VIEWS: dict[View, ColumnElement[bool]] = {
    "recent": Brand.created_at > func.now() - RECENT,
    "high": Brand.overall_score >= HIGH,
    "low": Brand.overall_score < LOW,
}
# Sort keys of a list; a brand without a score sorts below all scores.
SORTS: dict[str, ColumnElement[Any] | InstrumentedAttribute[Any]] = {
    "createdAt": Brand.created_at,
    "name": func.lower(Brand.name),
    "overall": func.coalesce(Brand.overall_score, -1),
    "audience": func.coalesce(Brand.audience_score, -1),
}


@dataclass(frozen=True, slots=True)
class BrandFilter:
    """Selects and sorts brands for a list; `sort` is a key of SORTS, with "-" for descending."""

    view: View | None = None
    status: Literal["active", "paused"] | None = None
    q: str = ""
    sort: str = "createdAt"


async def find_brand(session: AsyncSession, brand_id: UUID, *, lock: bool = False) -> Brand | None:
    """A brand that is not deleted; `lock` holds its row until the transaction ends."""
    statement = select(Brand).where(Brand.id == brand_id, LIVING)
    return await session.scalar(statement.with_for_update() if lock else statement)


async def find_deleted(session: AsyncSession, brand_id: UUID) -> Brand | None:
    """A deleted brand; its row is locked."""
    return await session.scalar(
        select(Brand).where(Brand.id == brand_id, ~LIVING).with_for_update()
    )


async def deleted(session: AsyncSession, within: timedelta) -> Sequence[Brand]:
    """Brands deleted within the given period, most recently deleted first."""
    statement = select(Brand).where(~LIVING, Brand.deleted_at > func.now() - within)
    return (await session.scalars(statement.order_by(Brand.deleted_at.desc()))).all()


async def find_primary(session: AsyncSession, *, lock: bool = False) -> Brand | None:
    """The workspace's primary brand; `lock` holds its row until the transaction ends."""
    statement = select(Brand).where(Brand.is_primary, LIVING)
    return await session.scalar(statement.with_for_update() if lock else statement)


async def oldest(session: AsyncSession) -> Brand | None:
    """The brand that was added first."""
    return await session.scalar(select(Brand).where(LIVING).order_by(Brand.id).limit(1))


async def living(session: AsyncSession) -> Sequence[Brand]:
    """All brands of the workspace that are not deleted, oldest first."""
    return (await session.scalars(select(Brand).where(LIVING).order_by(Brand.id))).all()


async def page(
    session: AsyncSession, chosen: BrandFilter, after: UUID | None, limit: int
) -> Sequence[Brand]:
    """Up to `limit` brands in the filter's order, starting after the given key."""
    column, down = SORTS[chosen.sort.removeprefix("-")], chosen.sort.startswith("-")
    statement = select(Brand).where(_matching(chosen)).limit(limit)
    if after is not None:
        statement = statement.where(after_key(column, Brand.id, after, down=down))
    return (await session.scalars(ordered(statement, column, Brand.id, down=down))).all()


async def count(session: AsyncSession, chosen: BrandFilter | None = None) -> int:
    """How many brands the workspace has, or how many match the filter."""
    statement = select(func.count()).select_from(Brand).where(_matching(chosen or BrandFilter()))
    return await session.scalar(statement) or 0


async def view_counts(session: AsyncSession) -> dict[str, int]:
    """The number of brands per view of the list, and in `all`."""
    columns = [func.count().filter(test).label(name) for name, test in _VIEWS.items()]
    row = (await session.execute(select(func.count().label("all"), *columns).where(LIVING))).one()
    return dict(row._mapping)


async def count_active(session: AsyncSession) -> int:
    """How many brands are analysed on schedule."""
    statement = select(func.count()).select_from(Brand).where(Brand.status == "active")
    return await session.scalar(statement) or 0


async def count_active_websites(session: AsyncSession) -> int:
    """How many of the brands analysed on schedule have a website."""
    with_website = (Brand.status == "active", Brand.website_url.is_not(None))
    return await session.scalar(select(func.count()).select_from(Brand).where(*with_website)) or 0


async def count_websites(session: AsyncSession) -> int:
    """How many of the workspace's brands have a website."""
    statement = (
        select(func.count()).select_from(Brand).where(LIVING, Brand.website_url.is_not(None))
    )
    return await session.scalar(statement) or 0


async def is_due(session: AsyncSession, brand_id: UUID, age: timedelta) -> bool:
    """Whether a brand was deleted at least `age` ago."""
    statement = select(Brand.id).where(*_due(brand_id, age))
    return await session.scalar(statement) is not None


async def purge(session: AsyncSession, brand_id: UUID, age: timedelta) -> None:
    """Remove a brand deleted at least `age` ago, together with everything that belongs to it."""
    await session.execute(delete(Brand).where(*_due(brand_id, age)))


def _due(brand_id: UUID, age: timedelta) -> tuple[ColumnElement[bool], ...]:
    return Brand.id == brand_id, ~LIVING, Brand.deleted_at <= func.now() - age


def _matching(chosen: BrandFilter) -> ColumnElement[bool]:
    tests: list[ColumnElement[bool]] = [LIVING]
    if chosen.view is not None:
        tests.append(_VIEWS[chosen.view])
    if chosen.status is not None:
        tests.append(Brand.status == chosen.status)
    if chosen.q:
        tests.append(contains(Brand.name, chosen.q) | contains(Brand.website_url, chosen.q))
    return and_(*tests)
