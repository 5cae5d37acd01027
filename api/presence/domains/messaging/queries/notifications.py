"""SQL statements for notifications; members see only their own rows, jobs those of all members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.messaging.models import Notification, NotificationChoice


async def newest(session: AsyncSession, limit: int, after: UUID | None) -> Sequence[Notification]:
    """Notifications, newest first, older than `after` if given."""
    statement = select(Notification).order_by(Notification.id.desc()).limit(limit)
    if after is not None:
        statement = statement.where(Notification.id < after)
    return (await session.scalars(statement)).all()


async def find_notification(session: AsyncSession, notification_id: UUID) -> Notification | None:
    """One notification."""
    statement = select(Notification).where(Notification.id == notification_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def count_unread(session: AsyncSession) -> int:
    """The number of unread notifications."""
    statement = select(func.count()).where(Notification.read_at.is_(None))
    return (await session.execute(statement)).scalar_one()


async def count_tests(session: AsyncSession, since: datetime) -> int:
    """The number of test alerts sent to the bound person."""
    is_test = Notification.data["test"].as_boolean()
    statement = select(func.count()).where(is_test, Notification.created_at > since)
    return (await session.execute(statement)).scalar_one()


async def mark(session: AsyncSession, notification_id: UUID, now: datetime | None) -> bool:
    """Set when it was read, keeping the first time; returns whether the row exists."""
    read_at = None if now is None else func.coalesce(Notification.read_at, now)
    statement = (
        update(Notification)
        .where(Notification.id == notification_id)
        .values(read_at=read_at)
        .returning(Notification.id)
    )
    return (await session.execute(statement)).scalar_one_or_none() is not None


async def mark_all(session: AsyncSession, now: datetime) -> None:
    """Mark everything as read."""
    await session.execute(
        update(Notification).where(Notification.read_at.is_(None)).values(read_at=now)
    )


async def insert(
    session: AsyncSession, line: Mapping[str, Any], people: Sequence[UUID]
) -> list[tuple[UUID, UUID]]:
    """Store the same line for each person; returns (notification, person) of the new ones."""
    rows = [{"id": new_id(), "user_id": user_id, **line} for user_id in people]
    statement = upsert(Notification).values(rows).on_conflict_do_nothing()
    stored = await session.execute(statement.returning(Notification.id, Notification.user_id))
    return [(row.id, row.user_id) for row in stored]


async def forget(session: AsyncSession, age: timedelta) -> None:
    """Remove notifications older than `age`."""
    await session.execute(delete(Notification).where(Notification.created_at < func.now() - age))


async def choices(session: AsyncSession, kind: str) -> dict[tuple[UUID, str], bool]:
    """The choices made for a kind, by person and channel."""
    rows = await session.execute(
        select(
            NotificationChoice.user_id, NotificationChoice.channel, NotificationChoice.wanted
        ).where(NotificationChoice.kind == kind)
    )
    return {(row.user_id, row.channel): row.wanted for row in rows}


async def store_choices(session: AsyncSession, rows: Sequence[dict[str, Any]]) -> None:
    """Insert or replace choices."""
    statement = upsert(NotificationChoice).values(list(rows))
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "user_id", "kind", "channel"],
            set_={"wanted": statement.excluded.wanted},
        )
    )
