"""The event log: published in the transaction that makes the event true, read by the streams.

Invariant: ids of a workspace grow by one in commit order, because the writer holds the workspace's
advisory lock from taking the id until its commit. NOTIFY carries only the id of a workspace or of a
person; listeners read the details under row security.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

CHANNEL = "presence_events"
BATCH = 200

_LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended("
    "'events:' || current_setting('app.workspace_id'), 0))"
)
_APPEND = text(
    "INSERT INTO run_event (id, run_id, event, data)"
    " SELECT (SELECT coalesce(max(id), 0) FROM run_event) + line.number,"
    " CAST(:run_id AS uuid), line.item->>0, line.item->1"
    " FROM jsonb_array_elements(CAST(:lines AS jsonb)) WITH ORDINALITY AS line(item, number)"
    " RETURNING id"
)
_NOTIFY = text("SELECT pg_notify(:channel, current_setting('app.workspace_id'))")
_RECALL = text("SELECT pg_notify(:channel, :whose)")
_FORGET = text(
    "DELETE FROM run_event WHERE created_at < now() - interval '24 hours' AND id < :newest"
)
_READ = text(
    "SELECT id, run_id, event, data, extract(epoch FROM now() - created_at)::float AS age_s"
    " FROM run_event WHERE id > :after AND created_at >= now() - interval '24 hours'"
    " AND (CAST(:run_id AS uuid) IS NULL OR run_id = :run_id)"
    " ORDER BY id LIMIT :batch"
)
_BOUNDS = text(
    "SELECT coalesce(max(id), 0) AS newest, min(id) FILTER"
    " (WHERE created_at >= now() - interval '24 hours') AS oldest FROM run_event"
)
_FORGET_EVERY = 100


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log; `age_s` is how long before it was read its transaction began."""

    id: int
    run_id: UUID | None
    event: str
    data: Any
    age_s: float = 0.0


async def publish(
    session: AsyncSession, event: str, data: Mapping[str, Any], run_id: UUID | None = None
) -> int:
    """Append to the log of the session's workspace; returns the id. See `publish_all`."""
    return await publish_all(session, [(event, data)], run_id)


async def publish_all(
    session: AsyncSession,
    lines: Sequence[tuple[str, Mapping[str, Any]]],
    run_id: UUID | None = None,
) -> int:
    """Append (event, data) lines in order; returns the id of the last one (0 for none).

    Do it last in a transaction: until the commit, every other writer of the workspace waits.
    """
    if not lines:
        return 0
    await session.execute(_LOCK)
    appended = await session.execute(_APPEND, {"run_id": run_id, "lines": json.dumps(lines)})
    ids: list[int] = list(appended.scalars())
    if any(number % _FORGET_EVERY == 0 for number in ids):
        await session.execute(_FORGET, {"newest": max(ids)})
    await session.execute(_NOTIFY, {"channel": CHANNEL})
    return max(ids)


async def recall(session: AsyncSession, whose: UUID | None) -> None:
    """Have open streams of a person or a workspace ask at the commit whether they may read on.

    For whatever ends a right to read without being news. None recalls nobody.
    """
    if whose is not None:
        await session.execute(_RECALL, {"channel": CHANNEL, "whose": str(whose)})


async def read_after(
    session: AsyncSession, after: int, run_id: UUID | None = None
) -> tuple[Event, ...]:
    """Up to `BATCH` events of the last 24 hours with an id above `after`, in order."""
    rows = await session.execute(_READ, {"after": after, "run_id": run_id, "batch": BATCH})
    return tuple(Event(row.id, row.run_id, row.event, row.data, row.age_s) for row in rows)


async def bounds(session: AsyncSession) -> tuple[int, int | None]:
    """The newest id (0 if there never was an event) and the oldest that can still be replayed."""
    row = (await session.execute(_BOUNDS)).one()
    return row.newest, row.oldest
