"""Puts a job on the queue inside the caller's own transaction.

Invariant: a job exists exactly when the change that caused it was committed, and its arguments
are ids, never content.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.telemetry import TRACE_ARGUMENT, traceparent
from presence.jobs.context import ACCOUNT_ARGUMENT, WORKSPACE_ARGUMENT

QUEUE = "default"

_DEFER = text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW("
    "CAST(:queue AS varchar), CAST(:name AS varchar), 0, CAST(:lock AS text),"
    " CAST(:key AS text), CAST(:args AS jsonb), CAST(:schedule_at AS timestamptz)"
    ")::procrastinate_job_to_defer_v1])"
)
# The queue refuses a second waiting job with the same key; the lock makes asking first enough.
_LOCK_KEY = text("SELECT pg_advisory_xact_lock(hashtextextended('job:' || :key, 0))")
_WAITING = text("SELECT id FROM procrastinate_jobs WHERE queueing_lock = :key AND status = 'todo'")


async def enqueue(
    session: AsyncSession,
    name: str,
    args: Mapping[str, UUID | int],
    *,
    workspace_id: UUID | None = None,
    account_id: UUID | None = None,
    lock: str | None = None,
    schedule_at: datetime | None = None,
    unique: str | None = None,
) -> int:
    """Enqueue job `name`; returns its id. Jobs sharing a `lock` run one after the other.

    A job belongs to a workspace or, registered with `account_job`, to a person: name one of them.
    While a job with the same `unique` key waits, that one is enough: its id is returned.
    Raises TypeError for an argument that is not an id: content does not belong in the queue.
    """
    for key, value in args.items():
        if not isinstance(value, UUID | int):  # guard: jobs.only-ids
            raise TypeError(f"Job argument {key!r} must be an id, not {type(value).__name__}.")
    payload = {key: value if isinstance(value, int) else str(value) for key, value in args.items()}
    payload |= _owner(workspace_id, account_id)
    if (trace := traceparent()) is not None:
        payload[TRACE_ARGUMENT] = trace
    if unique is not None:
        await session.execute(_LOCK_KEY, {"key": unique})
        waiting: int | None = (
            await session.execute(_WAITING, {"key": unique})
        ).scalar_one_or_none()
        if waiting is not None:
            return waiting
    ids: list[int] = (
        await session.execute(
            _DEFER,
            {
                "queue": QUEUE,
                "name": name,
                "lock": lock,
                "key": unique,
                "args": json.dumps(payload),
                "schedule_at": schedule_at,
            },
        )
    ).scalar_one()
    metrics.jobs_enqueued.labels(name).inc()
    return ids[0]


def _owner(workspace_id: UUID | None, account_id: UUID | None) -> dict[str, str]:
    if (workspace_id is None) == (account_id is None):  # guard: jobs.of-somebody
        raise TypeError("A job belongs to a workspace or to a person, and to one of them only.")
    if workspace_id is not None:
        return {WORKSPACE_ARGUMENT: str(workspace_id)}
    return {ACCOUNT_ARGUMENT: str(account_id)}
