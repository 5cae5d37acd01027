"""SQL statements for a brand's changes: the lines that each ended run recorded.

Invariant: a line that the plan does not show is counted, never read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# A line has no row of its own: its id is made of its run and its place there, so it stays the same.
# What the dashboard shows (the content part's run, else the technical one's) is always open.
_LINES = """
WITH line AS MATERIALIZED (
  SELECT md5(r.id::text || '/' || c.number)::uuid AS id, r.id AS run_id, c.document,
    row_number() OVER (ORDER BY r.created_at DESC, r.id DESC, c.number) AS place,
    r.id = coalesce(shown_run(:brand, 'content'), shown_run(:brand, 'technical'))
      OR coalesce(r.created_at >= CAST(:since AS timestamptz), false) AS open
  FROM run r CROSS JOIN LATERAL jsonb_array_elements(r.changes)
    WITH ORDINALITY AS c (document, number)
  WHERE r.brand_id = :brand
)
"""
_PAGE = text(
    _LINES  # noqa: S608 - both parts stand here
    + """
SELECT id, run_id, document FROM line WHERE open AND (CAST(:after AS uuid) IS NULL
    OR place > (SELECT here.place FROM line here WHERE here.id = :after))
 ORDER BY place LIMIT :limit
"""
)
_COUNT = text(
    _LINES
    + """
SELECT count(*) FILTER (WHERE open) AS open, count(*) FILTER (WHERE NOT open) AS locked FROM line
"""
)


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One line; `document` is in the dashboard's format."""

    id: UUID
    run_id: UUID
    document: dict[str, Any]


async def page(
    session: AsyncSession, brand_id: UUID, since: datetime | None, after: UUID | None, limit: int
) -> list[ChangeLine]:
    """Lines of runs from `since` on and of the shown run, newest run first."""
    asked = {"brand": brand_id, "since": since, "after": after, "limit": limit}
    return [ChangeLine(*row) for row in await session.execute(_PAGE, asked)]


async def count(session: AsyncSession, brand_id: UUID, since: datetime | None) -> tuple[int, int]:
    """How many lines `page` returns in total, and how many it omits."""
    row = (await session.execute(_COUNT, {"brand": brand_id, "since": since})).one()
    return row.open, row.locked
