"""SQL statements for the runs that a brand's newest one is compared with.

Invariant: only completed panels are compared, on the basis of their headline, without branded
prompts, and an engine counts in a run only if it may carry the headline there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import numpy as np
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.changes import COLUMNS, CountedRun
from presence.analysis.provenance import way_of_reading
from presence.analysis.scoring.observations import carries_headline
from presence.domains.results.queries.engine_breaks import engine_breaks, marked_models

MOST_RUNS: Final = 60  # a year of weekly runs, and some between

_RUNS = text("""
SELECT id, created_at, basis FROM run
 WHERE brand_id = :brand AND status = 'completed' AND kind IN ('full', 'content')
   AND basis IS NOT NULL AND created_at < :before
 ORDER BY created_at DESC LIMIT :most
""")
_CELLS = text("""
SELECT c.run_id, array_agg(p.key) AS prompts, array_agg(c.engine) AS engines,
       array_agg(c.answers) AS answers, array_agg(c.failed) AS failed,
       array_agg(c.mentions) AS mentions, array_agg(c.visibility_sum) AS visibility_sum,
       array_agg(c.recommended) AS recommended, array_agg(c.cited_known) AS cited_known,
       array_agg(c.cited_owned) AS cited_owned, array_agg(coalesce(e.named, 0)) AS named
  FROM run_cell c
  JOIN run r ON r.workspace_id = c.workspace_id AND r.id = c.run_id AND r.basis = c.basis
  JOIN prompt p ON p.workspace_id = c.workspace_id AND p.id = c.prompt_id
  LEFT JOIN (SELECT run_id, prompt_id, engine, sum(mentions) AS named FROM run_entity
              WHERE run_id = ANY(:runs) GROUP BY run_id, prompt_id, engine) e
    ON e.run_id = c.run_id AND e.prompt_id = c.prompt_id AND e.engine = c.engine
 WHERE c.run_id = ANY(:runs) AND NOT p.branded
 GROUP BY c.run_id
""")
_SCORES = text("""
SELECT run_id, metric, reading, delta->>'verdict' AS verdict
  FROM shown_score WHERE run_id = ANY(:runs) AND NOT provisional
""")
_MODELS = text("""
SELECT engine, string_agg(DISTINCT model, ' ' ORDER BY model) FROM answer
 WHERE run_id = :run AND status = 'completed' AND model <> '' GROUP BY engine
""")


async def counted_runs(session: AsyncSession, brand_id: UUID, before: datetime) -> list[CountedRun]:
    """Counts of the brand's completed runs before that time, oldest first.

    All have the models of the newest of them, told apart by the breaks of their engines; a change
    of model before that was told at the time.
    """
    asked = {"brand": brand_id, "before": before, "most": MOST_RUNS}
    rows = list(await session.execute(_RUNS, asked))[::-1]
    if not rows:
        return []
    ids = [row.id for row in rows]
    cells = {row.run_id: row for row in await session.execute(_CELLS, {"runs": ids})}
    verdicts: dict[UUID, dict[str, Any]] = defaultdict(dict)
    readings: dict[UUID, str] = {}
    for score in await session.execute(_SCORES, {"runs": ids}):
        verdicts[score.run_id][score.metric] = score.verdict
        if score.metric == "content":
            readings[score.run_id] = way_of_reading(score.reading)
    newest, breaks = await models(session, ids[-1]), await engine_breaks(session)
    return [
        _counted(
            row,
            cells[row.id],
            marked_models(newest, row.created_at, breaks),
            readings.get(row.id, ""),
            verdicts[row.id],
        )
        for row in rows
        if row.id in cells
    ]


async def models(session: AsyncSession, run_id: UUID) -> dict[str, str]:
    """The models that answered in a run, by engine."""
    return {row[0]: row[1] for row in await session.execute(_MODELS, {"run": run_id})}


def _counted(
    run: Any, row: Any, models: Mapping[str, str], reading: str, verdicts: Mapping[str, Any]
) -> CountedRun:
    fit = _fit(run.basis, row.engines, row.answers, row.failed)
    kept = [index for index, engine in enumerate(row.engines) if engine in fit]
    cells = tuple((row.prompts[index], row.engines[index]) for index in kept)
    table = np.array([getattr(row, name) for name in COLUMNS], dtype=np.float64).T
    return CountedRun(
        str(run.id), run.created_at, cells, table[kept], run.basis, models, reading, verdicts
    )


def _fit(
    basis: str, engines: Sequence[str], answers: Sequence[int], failed: Sequence[int]
) -> set[str]:
    """Engines that may carry the headline of a run."""
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for engine, valid, lost in zip(engines, answers, failed, strict=True):
        sums[engine][0] += valid
        sums[engine][1] += valid + lost
    return {e for e, (valid, asked) in sums.items() if carries_headline(basis, valid, asked)}
