"""SQL statements for the trend of gaps and findings: found, new and gone per run.

Invariant: a run is compared with the previous run that examined the same thing; the gap of a
question that one of them did not ask is neither gone nor new.
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
    AND (i.prompt_id IS NULL OR i.prompt_id IN
      (SELECT a.prompt_id FROM answer a WHERE a.run_id = e.previous))) END AS new,
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


async def trend(session: AsyncSession, brand_id: UUID, aspect: Aspect) -> list[Any]:
    """(id, at, open, new, closed) of the newest ended runs, oldest first."""
    given = {"brand": brand_id, "aspect": aspect, "runs": RUNS}
    return list(await session.execute(_STATEMENTS[aspect], given))
