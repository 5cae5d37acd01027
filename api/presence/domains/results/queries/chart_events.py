"""SQL statements for events in a brand's measurements, as marks on its charts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

MOST_CRAWLS = 60

_DONE = text("""
SELECT decided_at AS at, kind FROM conclusion_decision
 WHERE brand_id = :brand AND status = 'done' AND decided_at >= :start AND decided_at < :end
 ORDER BY decided_at
""")
# A page counts as changed if its readable text differs from that in the previous crawl.
_SITE = text("""
WITH recent AS (
  SELECT c.id, c.workspace_id, r.created_at AS at, lag(c.id) OVER (ORDER BY r.created_at) AS before
    FROM (SELECT id, workspace_id, created_at FROM run
           WHERE brand_id = :brand AND status IN ('completed', 'partial') AND created_at < :end
           ORDER BY created_at DESC LIMIT :most) r
    JOIN crawl c ON c.workspace_id = r.workspace_id AND c.run_id = r.id AND c.owner = 'brand'),
seen AS (
  SELECT p.crawl_id, p.url, md5(coalesce(p.facts ->> 'main_text', '')) AS words
    FROM page_snapshot p
    JOIN recent ON recent.workspace_id = p.workspace_id AND recent.id = p.crawl_id)
SELECT recent.at, (
         SELECT count(*) FROM (SELECT url, words FROM seen WHERE crawl_id = recent.id) now
           FULL JOIN (SELECT url, words FROM seen WHERE crawl_id = recent.before) old USING (url)
          WHERE now.words IS DISTINCT FROM old.words) AS pages
  FROM recent WHERE recent.before IS NOT NULL AND recent.at >= :start
 ORDER BY recent.at
""")


async def done(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> Sequence[Any]:
    """(at, kind) of every conclusion marked as done in [start, end)."""
    asked = {"brand": brand_id, "start": start, "end": end}
    return (await session.execute(_DONE, asked)).all()


async def site_changes(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> Sequence[Any]:
    """(at, pages) of the newest crawls: pages that are new, gone or have changed text."""
    asked = {"brand": brand_id, "start": start, "end": end, "most": MOST_CRAWLS}
    return (await session.execute(_SITE, asked)).all()
