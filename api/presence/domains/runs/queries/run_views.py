"""SQL statements for runs as prepared JSON."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_RUN = text("SELECT run_summary(r)::text FROM run r WHERE r.id = :run")
_RUNS = text("""
SELECT run_summary(r)::text AS document FROM run r
 WHERE brand_id = :brand AND (CAST(:after AS uuid) IS NULL OR id < :after)
 ORDER BY id DESC LIMIT :limit
""")
_COUNT_RUNS = text("SELECT count(*) FROM run WHERE brand_id = :brand")


async def run_document(session: AsyncSession, run_id: UUID) -> str | None:
    """A run as JSON text."""
    found: str | None = (await session.execute(_RUN, {"run": run_id})).scalar_one_or_none()
    return found


async def run_documents(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[str], int]:
    """Runs of a brand as JSON text, newest first, and their total number."""
    rows = await session.execute(_RUNS, {"brand": brand_id, "after": after, "limit": limit})
    total: int = (await session.execute(_COUNT_RUNS, {"brand": brand_id})).scalar_one()
    return [row.document for row in rows], total
