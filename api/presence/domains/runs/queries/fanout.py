"""What engines searched for and cited in a brand's answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Domains from the extraction the run shows; without citation data the list is null.
_FANOUT = text("""
SELECT a.id, a.answered_at, a.engine, a.basis, a.search_queries,
       (SELECT jsonb_agg(jsonb_build_array(c.item ->> 'domain', c.item ->> 'source_class'))
          FROM jsonb_array_elements(CASE jsonb_typeof(e.data -> 'citations')
            WHEN 'array' THEN e.data -> 'citations' ELSE '[]' END) AS c(item)
         WHERE c.item ->> 'kind' = 'cited') AS domains,
       jsonb_typeof(e.data -> 'citations') = 'array' AS known
  FROM answer a JOIN run r ON r.workspace_id = a.workspace_id AND r.id = a.run_id
  LEFT JOIN LATERAL (
    SELECT x.data FROM extraction x WHERE x.workspace_id = a.workspace_id AND x.answer_id = a.id
     ORDER BY x.version = r.reading DESC NULLS LAST, x.created_at DESC LIMIT 1) e ON true
 WHERE a.brand_id = :brand AND a.answered_at >= :since AND a.status = 'completed'
   AND a.basis <> 'imported' AND (CAST(:after AS uuid) IS NULL OR a.id > :after)
 ORDER BY a.id LIMIT :limit
""")

_TOPICS = text("""
SELECT a.id, p.topic
  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.id = ANY(:answers)
""")


async def fanout(
    session: AsyncSession, brand_id: UUID, since: datetime, after: UUID | None, limit: int
) -> Sequence[Any]:
    """Valid answers in key order with their searches and cited (domain, source class) pairs."""
    asked = {"brand": brand_id, "since": since, "after": after, "limit": limit}
    return (await session.execute(_FANOUT, asked)).all()


async def topics(session: AsyncSession, answers: Sequence[UUID]) -> dict[UUID, str]:
    """The topic of each answer's prompt."""
    rows = await session.execute(_TOPICS, {"answers": list(dict.fromkeys(answers))})
    return {row.id: row.topic for row in rows}
