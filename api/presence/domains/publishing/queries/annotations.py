"""SQL statements for notes on charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.models import Annotation


def _seen_by(user_id: UUID | None) -> ColumnElement[bool]:
    return or_(Annotation.owner_id.is_(None), Annotation.owner_id == user_id)


async def insert(session: AsyncSession, row: Annotation) -> None:
    """Store a note."""
    session.add(row)
    await session.flush()


async def count(session: AsyncSession, brand_id: UUID) -> int:
    """How many notes a brand has, including everybody's personal ones."""
    statement = select(func.count()).where(Annotation.brand_id == brand_id)
    return (await session.execute(statement)).scalar_one()


async def between(
    session: AsyncSession, brand_id: UUID, days: tuple[date, date], user_id: UUID | None
) -> Sequence[Annotation]:
    """Notes on the given inclusive days: the workspace's, and those of `user_id`."""
    statement = select(Annotation).where(
        Annotation.brand_id == brand_id, Annotation.day.between(*days), _seen_by(user_id)
    )
    return (
        (await session.execute(statement.order_by(Annotation.day, Annotation.id))).scalars().all()
    )


async def find_annotation(
    session: AsyncSession, annotation_id: UUID, user_id: UUID
) -> Annotation | None:
    """One note that `user_id` may see."""
    statement = select(Annotation).where(Annotation.id == annotation_id, _seen_by(user_id))
    return (await session.execute(statement)).scalar_one_or_none()


async def update_annotation(
    session: AsyncSession, annotation_id: UUID, values: Mapping[str, Any]
) -> Annotation:
    """Update columns; returns the updated row."""
    statement = (
        update(Annotation)
        .where(Annotation.id == annotation_id)
        .values(changed_at=func.now(), **values)
        .returning(Annotation)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalar_one()


async def remove(session: AsyncSession, annotation_id: UUID) -> None:
    """Delete a note."""
    await session.execute(delete(Annotation).where(Annotation.id == annotation_id))
