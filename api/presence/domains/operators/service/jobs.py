"""What staff do to single jobs of the queue.

Invariant: a job at work is left alone; only one that waits or has ended changes, in one statement
that looks at its state.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.operators.queries import jobs as queries

_NOT_ENDED = "Only a job that failed or was called off can be run again."
_NOT_WAITING = "This job does not wait any more."


async def retry(session: AsyncSession, key: int) -> None:
    """Conflict for a job that has not failed."""
    if not await queries.retry(session, key):
        raise Conflict(_NOT_ENDED)


async def cancel(session: AsyncSession, key: int) -> None:
    """Conflict for a job that does not wait."""
    if not await queries.cancel(session, key):
        raise Conflict(_NOT_WAITING)


async def move_to_front(session: AsyncSession, key: int) -> None:
    """Conflict for a job that does not wait."""
    if not await queries.move_to_front(session, key):
        raise Conflict(_NOT_WAITING)
