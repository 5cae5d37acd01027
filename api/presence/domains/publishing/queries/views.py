"""SQL statements for saved views; a removed one is found only with `removed`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.models import FirstView, SavedView

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('views:' || :brand, 0))")


def _seen_by(user_id: UUID) -> ColumnElement[bool]:
    return or_(SavedView.owner_id.is_(None), SavedView.owner_id == user_id)


async def lock(session: AsyncSession, brand_id: UUID) -> None:
    """Serialise changes to the names of a brand's views."""
    await session.execute(_LOCK, {"brand": str(brand_id)})


async def insert(session: AsyncSession, row: SavedView) -> None:
    """Store a view."""
    session.add(row)
    await session.flush()


async def of_brand(session: AsyncSession, brand_id: UUID, user_id: UUID) -> Sequence[SavedView]:
    """The views of a brand that belong to the workspace or to `user_id`, by name."""
    statement = (
        select(SavedView)
        .where(SavedView.brand_id == brand_id, SavedView.removed_at.is_(None), _seen_by(user_id))
        .order_by(func.lower(SavedView.name), SavedView.id)
    )
    return (await session.execute(statement)).scalars().all()


async def find_view(
    session: AsyncSession, view_id: UUID, user_id: UUID, *, removed: bool = False
) -> SavedView | None:
    """One view that `user_id` may see."""
    gone = SavedView.removed_at.is_not(None) if removed else SavedView.removed_at.is_(None)
    statement = select(SavedView).where(SavedView.id == view_id, _seen_by(user_id), gone)
    return (await session.execute(statement)).scalar_one_or_none()


async def update_view(session: AsyncSession, view_id: UUID, values: Mapping[str, Any]) -> SavedView:
    """Update columns; returns the updated row."""
    statement = (
        update(SavedView)
        .where(SavedView.id == view_id)
        .values(changed_at=func.now(), **values)
        .returning(SavedView)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalar_one()


async def purge_removed(session: AsyncSession, brand_id: UUID, before: datetime) -> None:
    """Purge a brand's views that were removed before a given time."""
    stale = SavedView.removed_at < before
    await session.execute(delete(SavedView).where(SavedView.brand_id == brand_id, stale))


async def firsts(session: AsyncSession, brand_id: UUID, user_id: UUID) -> set[UUID]:
    """The views that the screens of a brand open with for `user_id`."""
    statement = select(FirstView.view_id).where(
        FirstView.brand_id == brand_id, FirstView.user_id == user_id
    )
    return set((await session.execute(statement)).scalars())


async def begin_with(session: AsyncSession, user_id: UUID, row: SavedView) -> None:
    """Make a view the one its screen opens with."""
    place = {"user_id": user_id, "brand_id": row.brand_id, "screen": row.screen}
    statement = upsert(FirstView).values(**place, view_id=row.id)
    key = [FirstView.workspace_id, FirstView.user_id, FirstView.brand_id, FirstView.screen]
    await session.execute(
        statement.on_conflict_do_update(index_elements=key, set_={"view_id": row.id})
    )


async def begin_without(session: AsyncSession, user_id: UUID, view_id: UUID) -> None:
    """Stop opening the screen with this view."""
    mine = FirstView.user_id == user_id
    await session.execute(delete(FirstView).where(mine, FirstView.view_id == view_id))
