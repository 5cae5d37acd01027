"""Staff's changes to single jobs of the queue.

Invariant: a running job is left alone. Only a job that waits or has ended changes, while its row is
locked, and every refusal says what state the job is in.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.queries import jobs as queries

_ENDED = ("failed", "cancelled", "aborted")
_STATES = {
    "todo": "This job is waiting already.",
    "doing": "This job is running. Wait until it has ended.",
    "aborting": "This job is running and is being stopped. Wait until it has ended.",
    "succeeded": "This job has done its work, so there is nothing to run again.",
}
_NOT_WAITING = {
    "doing": "This job is running, so it does not wait any more.",
    "aborting": "This job is being stopped, so it does not wait any more.",
    "succeeded": "This job has done its work already.",
    "failed": "This job has failed already, so it does not wait any more.",
    "cancelled": "This job was called off already.",
    "aborted": "This job was stopped already.",
}
_AGAIN = "The same job is waiting already under another number."


async def retry(session: AsyncSession, key: int) -> None:
    """Retry a job. Raises Conflict if it has not failed, or is queued under another number."""
    row = await _state(session, key)
    if row not in _ENDED:
        raise Conflict(_AGAIN if row == "again" else _STATES[row])
    await queries.retry(session, key)


async def cancel(session: AsyncSession, key: int) -> None:
    """Cancel a waiting job. Raises Conflict for any other."""
    await _require_waiting(session, key)
    await queries.cancel(session, key)


async def move_to_front(session: AsyncSession, key: int) -> None:
    """Move a waiting job to the front. Raises Conflict for any other."""
    await _require_waiting(session, key)
    await queries.move_to_front(session, key)


async def _require_waiting(session: AsyncSession, key: int) -> None:
    row = await queries.state(session, key)
    if row is None:
        raise nothing_there()
    if row.status != "todo":
        raise Conflict(_NOT_WAITING[row.status])


async def _state(session: AsyncSession, key: int) -> str:
    row = await queries.state(session, key)
    if row is None:
        raise nothing_there()
    return "again" if row.again and row.status in _ENDED else str(row.status)
