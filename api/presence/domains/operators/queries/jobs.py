"""Single jobs of the queue; triggers of the queue write its events."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_RETRY = text(
    "UPDATE procrastinate_jobs SET status = 'todo', attempts = 0, scheduled_at = NULL,"
    " worker_id = NULL, abort_requested = false"
    " WHERE id = :id AND status IN ('failed', 'cancelled', 'aborted') RETURNING id"
)
_CANCEL = text(
    "UPDATE procrastinate_jobs SET status = 'cancelled' WHERE id = :id AND status = 'todo'"
    " RETURNING id"
)
_FRONT = text(
    "UPDATE procrastinate_jobs SET priority ="
    " (SELECT coalesce(max(priority), 0) + 1 FROM procrastinate_jobs WHERE status = 'todo'),"
    " scheduled_at = NULL WHERE id = :id AND status = 'todo' RETURNING id"
)


async def retry(session: AsyncSession, key: int) -> bool:
    """Let an ended job wait again."""
    return (await session.execute(_RETRY, {"id": key})).scalar() is not None


async def cancel(session: AsyncSession, key: int) -> bool:
    """Call a waiting job off."""
    return (await session.execute(_CANCEL, {"id": key})).scalar() is not None


async def move_to_front(session: AsyncSession, key: int) -> bool:
    """Put a waiting job before all others, at once."""
    return (await session.execute(_FRONT, {"id": key})).scalar() is not None
