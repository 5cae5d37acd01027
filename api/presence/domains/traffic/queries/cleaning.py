"""SQL statements that delete much, some at a time.

Invariant: a statement deletes so many rows and no more, whatever there is; called until it deletes
none, in a transaction each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import CursorResult, TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

AT_ONCE = 20_000
PARTS_AT_ONCE = 4  # of 8 MB each
# Returns ids only: the function looks at all workspaces.
TO_CLEAN = text("SELECT workspace_id, source_id FROM traffic_to_clean(:every, :limit)")


def _some(table: str, where: str) -> TextClause:
    return text(
        f"DELETE FROM {table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM {table} WHERE {where}"  # noqa: S608 - our own names
        " LIMIT CAST(:most AS bigint) FOR UPDATE SKIP LOCKED))"
    )


_OF_UPLOADS = "upload_id IN (SELECT id FROM traffic_upload WHERE source_id = :source AND {})"
OLD: Mapping[str, TextClause] = {
    "samples": _some("traffic_sample", "source_id = :source AND at < :before"),
    "events": _some("traffic_event", "source_id = :source AND received_at < :before"),
    "hours": _some("traffic_hour", "source_id = :source AND hour < :before"),
    "days": _some(
        "traffic_day",
        "source_id = :source"
        " AND day < CAST(CAST(:before AS timestamptz) AT TIME ZONE 'UTC' AS date)",
    ),
    "wrong lines": _some("traffic_wrong_line", _OF_UPLOADS.format("created_at < :before")),
}
PARTS = _some("traffic_upload_part", "upload_id = :upload")
UNCOUNTED = tuple(
    _some(table, "upload_id = :upload")
    for table in ("traffic_staged", "traffic_sample", "traffic_event")
)
WRONG = _some("traffic_wrong_line", "upload_id = :upload")
OF_SOURCE = tuple(
    _some(table, "source_id = :source")
    for table in ("traffic_sample", "traffic_event", "traffic_hour", "traffic_day")
)
ABANDONED = text(
    "SELECT id FROM traffic_upload WHERE source_id = :source AND status IN ('receiving', 'held')"
    " AND created_at < :before FOR UPDATE"
)
_UPLOADS = text("SELECT id FROM traffic_upload WHERE source_id = :source ORDER BY id")
_LEFT = text(
    "SELECT u.id FROM traffic_upload u WHERE u.source_id = :source"  # noqa: S608 - our own names
    " AND (u.status IN ('done', 'held') AND EXISTS (SELECT FROM traffic_upload_part t"
    " WHERE t.upload_id = u.id) OR u.status IN ('failed', 'cancelled') AND ("
    + " OR ".join(
        f"EXISTS (SELECT FROM {table} t WHERE t.upload_id = u.id)"
        for table in ("traffic_upload_part", "traffic_staged", "traffic_sample", "traffic_event")
    )
    + ")) ORDER BY u.id"
)


async def delete_some(session: AsyncSession, statement: TextClause, **values: object) -> bool:
    """Delete some rows; whether there were any."""
    most = PARTS_AT_ONCE if statement is PARTS else AT_ONCE
    done = await session.execute(statement, {**values, "most": most})
    return isinstance(done, CursorResult) and done.rowcount > 0


async def abandoned(session: AsyncSession, source_id: UUID, before: datetime) -> list[UUID]:
    """Unfinished uploads of a source that began before a moment."""
    return list(await session.scalars(ABANDONED, {"source": source_id, "before": before}))


async def uploads_of(session: AsyncSession, source_id: UUID) -> list[UUID]:
    """Every upload of a source."""
    return list(await session.scalars(_UPLOADS, {"source": source_id}))


async def with_leftovers(session: AsyncSession, source_id: UUID) -> list[UUID]:
    """Uploads of a source of which something is kept that nobody needs any more."""
    return list(await session.scalars(_LEFT, {"source": source_id}))
