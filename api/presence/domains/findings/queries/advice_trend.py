"""SQL statements for the trend of gaps and findings: found, new and gone per run.

Invariant: a run is compared with the previous run that examined the same thing; the gap of a
question that one of them did not ask is neither gone nor new, unless no run before had asked it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

Aspect = Literal["content", "technical"]
RUNS: Final = 12

# Opinions and policy choices are not issues; everything else of a run counts.
_ISSUES = {
    "content": "SELECT run_id, key, status, prompt_id FROM content_gap WHERE brand_id = :brand",
    "technical": (
        "SELECT run_id, key, status, CAST(NULL AS uuid) AS prompt_id FROM technical_finding"
        " WHERE brand_id = :brand AND impact <> 'Info' AND NOT policy_choice"
    ),
}
_TREND = """
WITH ended AS MATERIALIZED (
  SELECT id, coalesce(finished_at, created_at) AS at, created_at,
    lag(id) OVER (ORDER BY created_at) AS previous
  FROM run WHERE brand_id = :brand AND kind IN ('full', :aspect)
    AND status IN ('completed', 'partial')
  ORDER BY created_at DESC LIMIT :runs
), issue AS MATERIALIZED ({issues})
SELECT e.id, e.at,
  (SELECT count(*) FROM issue i WHERE i.run_id = e.id AND i.status NOT IN ('done', 'dismissed'))
    AS open,
  CASE WHEN e.previous IS NOT NULL THEN (SELECT count(*) FROM issue i WHERE i.run_id = e.id
    AND i.key NOT IN (SELECT p.key FROM issue p WHERE p.run_id = e.previous)
    AND (i.prompt_id IS NULL
      OR i.prompt_id IN (SELECT a.prompt_id FROM answer a WHERE a.run_id = e.previous)
      OR NOT EXISTS (SELECT FROM answer a JOIN run r ON r.workspace_id = a.workspace_id
        AND r.id = a.run_id AND r.kind IN ('full', 'content') AND r.created_at < e.created_at
        WHERE a.brand_id = :brand AND a.prompt_id = i.prompt_id))) END AS new,
  CASE WHEN e.previous IS NOT NULL THEN (SELECT count(*) FROM issue p WHERE p.run_id = e.previous
    AND p.key NOT IN (SELECT i.key FROM issue i WHERE i.run_id = e.id)
    AND (p.prompt_id IS NULL OR p.prompt_id IN
      (SELECT a.prompt_id FROM answer a WHERE a.run_id = e.id))) END AS closed
FROM ended e ORDER BY e.created_at
"""
_STATEMENTS: Final[Mapping[Aspect, TextClause]] = {
    "content": text(_TREND.format(issues=_ISSUES["content"])),
    "technical": text(_TREND.format(issues=_ISSUES["technical"])),
}


# Open gaps of questions still asked, as the newest run left them that asked; how many of them the
# shown run left out.
_UNASKED = text("""
WITH shown AS (
  SELECT id, created_at FROM run WHERE id = :run AND kind IN ('full', 'content')
), now AS MATERIALIZED (
  SELECT DISTINCT a.prompt_id FROM answer a JOIN shown ON shown.id = a.run_id
), earlier AS MATERIALIZED (
  SELECT r.id, r.created_at FROM run r, shown WHERE r.brand_id = :brand
    AND r.kind IN ('full', 'content') AND r.status IN ('completed', 'partial')
    AND r.created_at < shown.created_at ORDER BY r.created_at DESC LIMIT :runs
), last AS (
  SELECT DISTINCT ON (a.prompt_id) a.prompt_id, a.run_id
  FROM answer a JOIN earlier e ON e.id = a.run_id
  WHERE a.prompt_id NOT IN (SELECT prompt_id FROM now WHERE prompt_id IS NOT NULL)
  ORDER BY a.prompt_id, e.created_at DESC
)
SELECT count(*) FROM last JOIN content_gap g USING (run_id, prompt_id)
  JOIN prompt p ON p.workspace_id = g.workspace_id AND p.id = g.prompt_id
 WHERE g.status NOT IN ('done', 'dismissed') AND p.status = 'active'
""")


async def unasked_gaps(session: AsyncSession, brand_id: UUID, run_id: UUID) -> int:
    """How many open gaps are about questions that the shown run left out."""
    asked = {"brand": brand_id, "run": run_id, "runs": RUNS}
    return int((await session.execute(_UNASKED, asked)).scalar_one())


async def trend(session: AsyncSession, brand_id: UUID, aspect: Aspect) -> list[Any]:
    """(id, at, open, new, closed) of the newest ended runs, oldest first."""
    given = {"brand": brand_id, "aspect": aspect, "runs": RUNS}
    return list(await session.execute(_STATEMENTS[aspect], given))
