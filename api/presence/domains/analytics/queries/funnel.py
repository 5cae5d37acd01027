"""SQL statements for the pages of a brand that answers cite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Of each own page: the answers that cite it, and whether they name the brand.
_CITED = text("""
SELECT c.item ->> 'url' AS url, a.id AS answer, a.prompt_id AS prompt, e.brand_named AS named
  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
  JOIN run r ON r.workspace_id = a.workspace_id AND r.id = a.run_id
  JOIN unnest(CAST(:runs AS uuid[]), CAST(:counted AS text[])) AS fit (run_id, engine)
    ON fit.run_id = a.run_id AND fit.engine = a.engine
  CROSS JOIN LATERAL (
    SELECT x.brand_named, x.data FROM extraction x
     WHERE x.workspace_id = a.workspace_id AND x.answer_id = a.id
     ORDER BY x.version = r.reading DESC NULLS LAST, x.created_at DESC LIMIT 1) e
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(e.data -> 'citations')
    WHEN 'array' THEN e.data -> 'citations' ELSE '[]' END) AS c(item)
 WHERE a.status = 'completed' AND NOT p.branded
   AND c.item ->> 'owner' = 'brand' AND c.item ->> 'kind' = 'cited'
""")


async def cited_pages(session: AsyncSession, pairs: Iterable[tuple[UUID, str]]) -> Sequence[Any]:
    """url, answer, prompt, named: citations of the brand's own pages by the (run, engine) pairs."""
    ordered = sorted(pairs, key=str)
    asked = {"runs": [run for run, _ in ordered], "counted": [engine for _, engine in ordered]}
    return (await session.execute(_CITED, asked)).all()
