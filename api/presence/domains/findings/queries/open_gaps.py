"""SQL statement for the gaps that were open before a run.

Invariant: a gap is open if the last run of assistants that asked its question lists it; a row that
was too early to call is no evidence of how the gap was.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.runs.models import Run

RUNS: Final = 26
_OPEN = text("""
WITH earlier AS MATERIALIZED (
  SELECT id, created_at, coalesce(finished_at, created_at) AS at FROM run
   WHERE brand_id = :brand AND kind IN ('full', 'content') AND basis = 'assistants'
     AND status IN ('completed', 'partial') AND created_at < :before
   ORDER BY created_at DESC LIMIT :runs
), last AS MATERIALIZED (
  SELECT DISTINCT ON (a.prompt_id) a.prompt_id, a.run_id
    FROM answer a JOIN earlier e ON e.id = a.run_id
   WHERE a.prompt_id IS NOT NULL ORDER BY a.prompt_id, e.created_at DESC
), listed AS MATERIALIZED (
  SELECT g.prompt_id, g.rival_answers <= g.brand_answers AS early
    FROM content_gap g JOIN last USING (run_id, prompt_id)
   WHERE g.kind = 'competitor'
)
SELECT g.key, g.competitor, g.brand_answers, g.rival_answers, g.n, e.at, e.created_at, l.early
  FROM content_gap g JOIN earlier e ON e.id = g.run_id JOIN listed l USING (prompt_id)
 WHERE g.kind = 'competitor' AND g.rival_answers > g.brand_answers
 ORDER BY e.created_at DESC
""")


async def open_gaps_before(session: AsyncSession, run: Run) -> list[Any]:
    """(key, competitor, counts, n, at, created_at, early) of open gaps, newest run first.

    A row for each run in which the brand was behind; `early` says whether the last listing was too
    early to call.
    """
    asked = {"brand": run.brand_id, "before": run.created_at, "runs": RUNS}
    return list(await session.execute(_OPEN, asked))
