"""SQL statements for the gaps that were open before a run.

Invariant: a gap is open if the last run that got answers to its question lists it, by assistants
that may carry the headline there: answers that failed say nothing of a gap. A row that was too
early to call is no evidence of how the gap was.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.scoring.observations import carries_headline
from presence.domains.runs.models import Run

RUNS: Final = 26
_EARLIER = """earlier AS MATERIALIZED (
  SELECT id, created_at, coalesce(finished_at, created_at) AS at FROM run
   WHERE brand_id = :brand AND kind IN ('full', 'content') AND basis = 'assistants'
     AND status IN ('completed', 'partial') AND created_at < :before
   ORDER BY created_at DESC LIMIT :runs
)"""
_ENGINES = """
WITH {earlier}
SELECT a.run_id, a.engine, count(*) FILTER (WHERE a.status = 'completed') AS valid,
       count(*) AS asked
  FROM answer a JOIN earlier e ON e.id = a.run_id
  JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.basis = 'assistants' AND NOT p.branded
 GROUP BY a.run_id, a.engine ORDER BY a.run_id, a.engine
"""
_OPEN = """
WITH {earlier}, last AS MATERIALIZED (
  SELECT DISTINCT ON (a.prompt_id) a.prompt_id, a.run_id
    FROM answer a JOIN earlier e ON e.id = a.run_id
    JOIN unnest(CAST(:fit AS uuid[]), CAST(:engines AS text[])) AS fit (run_id, engine)
      ON fit.run_id = a.run_id AND fit.engine = a.engine
   WHERE a.basis = 'assistants' AND a.status = 'completed'
   ORDER BY a.prompt_id, e.created_at DESC
), listed AS MATERIALIZED (
  SELECT g.prompt_id, g.rival_answers <= g.brand_answers AS early
    FROM content_gap g JOIN last USING (run_id, prompt_id)
   WHERE g.kind = 'competitor'
)
SELECT g.key, g.competitor, g.brand_answers, g.rival_answers, g.n, e.at, e.created_at, l.early
  FROM content_gap g JOIN earlier e ON e.id = g.run_id JOIN listed l USING (prompt_id)
 WHERE g.kind = 'competitor' AND g.rival_answers > g.brand_answers
 ORDER BY e.created_at DESC
"""
_ENGINES_OF, _OPEN_OF = (text(sql.format(earlier=_EARLIER)) for sql in (_ENGINES, _OPEN))


async def open_gaps_before(session: AsyncSession, run: Run) -> list[Any]:
    """(key, competitor, counts, n, at, created_at, early) of open gaps, newest run first.

    A row for each run in which the brand was behind; `early` says whether the last listing was too
    early to call.
    """
    asked = {"brand": run.brand_id, "before": run.created_at, "runs": RUNS}
    fit = [
        (row.run_id, row.engine)
        for row in await session.execute(_ENGINES_OF, asked)
        if carries_headline("assistants", row.valid, row.asked)
    ]
    by = {"fit": [run_id for run_id, _ in fit], "engines": [engine for _, engine in fit]}
    return list(await session.execute(_OPEN_OF, asked | by))
