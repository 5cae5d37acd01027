"""SQL statements for single jobs of the queue, whose triggers write its events."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import AsyncSession

# Locked, so that a decision based on its state still holds when it is changed.
_STATE = text(
    "SELECT CAST(j.status AS text) AS status, EXISTS (SELECT FROM procrastinate_jobs o"
    " WHERE o.queueing_lock = j.queueing_lock AND o.status = 'todo' AND o.id <> j.id) AS again"
    " FROM procrastinate_jobs j WHERE j.id = :id FOR UPDATE OF j"
)
_RETRY = text(
    "UPDATE procrastinate_jobs SET status = 'todo', attempts = 0, scheduled_at = NULL,"
    " worker_id = NULL, abort_requested = false WHERE id = :id"
)
_CANCEL = text("UPDATE procrastinate_jobs SET status = 'cancelled' WHERE id = :id")
_FRONT = text(
    "UPDATE procrastinate_jobs SET priority ="
    " (SELECT coalesce(max(priority), 0) + 1 FROM procrastinate_jobs WHERE status = 'todo'),"
    " scheduled_at = NULL WHERE id = :id"
)


async def state(session: AsyncSession, key: int) -> Row[Any] | None:
    """(status, again) of a job, locked; `again` if the same job is queued under another number."""
    return (await session.execute(_STATE, {"id": key})).one_or_none()


async def retry(session: AsyncSession, key: int) -> None:
    """Queue an ended job again."""
    await session.execute(_RETRY, {"id": key})


async def cancel(session: AsyncSession, key: int) -> None:
    """Cancel a waiting job."""
    await session.execute(_CANCEL, {"id": key})


async def move_to_front(session: AsyncSession, key: int) -> None:
    """Move a waiting job ahead of all others."""
    await session.execute(_FRONT, {"id": key})
