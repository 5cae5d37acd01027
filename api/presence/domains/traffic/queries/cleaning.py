"""SQL statements that delete what is older than it may be."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

# Returns ids only: the function looks at all workspaces.
TO_CLEAN = text("SELECT workspace_id, source_id FROM traffic_to_clean(:every, :limit)")
_OF_UPLOADS = "upload_id IN (SELECT id FROM traffic_upload WHERE source_id = :source AND {})"
STATEMENTS: Mapping[str, TextClause] = {
    "samples": text("DELETE FROM traffic_sample WHERE source_id = :source AND at < :before"),
    "events": text("DELETE FROM traffic_event WHERE source_id = :source AND received_at < :before"),
    "hours": text("DELETE FROM traffic_hour WHERE source_id = :source AND hour < :before"),
    "days": text(
        "DELETE FROM traffic_day WHERE source_id = :source"
        " AND day < CAST(CAST(:before AS timestamptz) AT TIME ZONE 'UTC' AS date)"
    ),
    "wrong lines": text(
        f"DELETE FROM traffic_wrong_line WHERE {_OF_UPLOADS.format('created_at < :before')}"  # noqa: S608 - our own names
    ),
}
ABANDONED = text(
    "SELECT id FROM traffic_upload WHERE source_id = :source AND status IN ('receiving', 'held')"
    " AND created_at < :before FOR UPDATE"
)


async def delete_old(session: AsyncSession, what: str, source_id: UUID, before: datetime) -> None:
    """Delete one kind of a source's rows, those from before a moment."""
    await session.execute(STATEMENTS[what], {"source": source_id, "before": before})


async def abandoned(session: AsyncSession, source_id: UUID, before: datetime) -> list[UUID]:
    """Unfinished uploads of a source that began before a moment."""
    return list(await session.scalars(ABANDONED, {"source": source_id, "before": before}))
