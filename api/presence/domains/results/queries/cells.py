"""SQL statements for sums of answers: storing those of a run and reading those of many.

Invariant: branded prompts are never returned; an engine counts in a run only if it may carry the
headline there (`fit`), as in the run's own score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics import Cell, EntityCell
from presence.analysis.scoring.observations import carries_headline
from presence.analysis.types import StandsFor
from presence.analysis.watch import EngineBreak
from presence.domains.results.models import RunCell, RunEntity, RunSource
from presence.domains.results.queries.engine_breaks import engine_breaks, marked_models
from presence.domains.runs.schemas.runs import RunBasis

Row = Mapping[str, Any]
_INSERT_AT_ONCE = 2_000

_RUNS = text("""
SELECT id, kind, created_at, status, basis, seed, engines FROM run
 WHERE brand_id = :brand AND status IN ('completed', 'partial') AND kind = ANY(:kinds)
   AND (basis IS NOT NULL OR :unanswered) AND created_at >= :start AND created_at < :end
 ORDER BY created_at
""")
_RUN = text("""
SELECT id, kind, created_at, status, basis, seed, engines FROM run
 WHERE id = :run AND basis IS NOT NULL
""")
_ASKED = ("full", "content")
_CELLS = text("""
SELECT c.run_id, c.prompt_id, c.engine, c.basis, p.key, c.answers, c.failed, c.mentions,
       c.position_sum, c.visibility_sum, c.informative, c.recommended, c.cited_known,
       c.cited_owned, c.ghosts, c.positive, c.neutral, c.negative
  FROM run_cell c JOIN prompt p ON p.workspace_id = c.workspace_id AND p.id = c.prompt_id
 WHERE c.run_id = ANY(:runs) AND c.basis = :basis AND NOT p.branded
 ORDER BY c.run_id, p.key, c.engine
""")
_ENTITIES = text("""
SELECT c.run_id, p.key, c.engine, c.entity, c.mentions, c.position_sum, c.recommended
  FROM run_entity c
  JOIN unnest(CAST(:runs AS uuid[]), CAST(:engines AS text[])) AS fit (run_id, engine)
    USING (run_id, engine)
  JOIN prompt p ON p.workspace_id = c.workspace_id AND p.id = c.prompt_id
 WHERE NOT p.branded
 ORDER BY c.run_id, p.key, c.engine, c.entity
""")
_COUNTED = text("""
SELECT r.id, array(SELECT jsonb_array_elements(v.profile -> 'competitors') ->> 'id') AS competitors
  FROM run r
  JOIN run_revision v ON v.workspace_id = r.workspace_id AND v.run_id = r.id
   AND v.number = r.revision
 WHERE r.id = ANY(:runs)
""")
_PROMPTS = text("""
SELECT DISTINCT p.id, p.key, p.text, p.topic, p.intent, p.locale, p.status
  FROM prompt p WHERE p.brand_id = :brand AND NOT p.branded
""")
_SCORES = text("""
SELECT run_id, metric, CAST(round(CAST(value AS numeric), 9) AS float8), low, high, n, delta,
       detail->>'stands_for'
  FROM shown_score WHERE run_id = ANY(:runs) AND metric = ANY(:metrics) AND NOT provisional
""")
_FIRST_BYTE = text("""
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY (s.facts ->> 'first_byte_ms')::float8) AS median,
       count(s.facts ->> 'first_byte_ms') AS pages
  FROM page_snapshot s JOIN crawl c ON c.workspace_id = s.workspace_id AND c.id = s.crawl_id
 WHERE s.run_id = :run AND c.owner = 'brand'
""")


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in the form used by charts; `models` and `names` are by engine.

    A model that began to answer differently is told apart by the day it did.
    `basis` is None for a run that got no answers.
    """

    id: UUID
    kind: str
    at: datetime
    status: str
    basis: RunBasis | None
    seed: int
    models: dict[str, str]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class RunCellRow:
    """A cell with its run and stored prompt; `cell.prompt_id` is the panel key."""

    run_id: UUID
    prompt: UUID
    cell: Cell


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A stored score 0..100 and its change from the previous run."""

    value: float
    low: float
    high: float
    n: int
    delta: Any
    stands_for: StandsFor | None


@dataclass(frozen=True, slots=True)
class PromptRow:
    """A neutral prompt in the form used by tables."""

    id: UUID
    key: str
    text: str
    topic: str
    intent: str
    locale: str
    status: str


async def replace(
    session: AsyncSession,
    run_id: UUID,
    cells: Sequence[Row],
    entities: Sequence[Row],
    sources: Sequence[Row],
) -> None:
    """Replace the run's sums."""
    pairs: tuple[tuple[type[RunCell | RunEntity | RunSource], Sequence[Row]], ...] = (
        (RunCell, cells),
        (RunEntity, entities),
        (RunSource, sources),
    )
    for model, rows in pairs:
        await session.execute(delete(model).where(model.run_id == run_id))
        for start in range(0, len(rows), _INSERT_AT_ONCE):
            batch = [{"run_id": run_id, **row} for row in rows[start : start + _INSERT_AT_ONCE]]
            await session.execute(insert(model), batch)


async def scored_runs(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> list[RunRow]:
    """Runs with a content score that began in [start, end), oldest first."""
    return await _runs(session, brand_id, start, end, _ASKED)


async def headline_runs(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> list[RunRow]:
    """Every run that measured the content or the site: the newest is what the dashboard shows.

    One that got no answers has no basis: an audit before the first ones, a brand without prompts.
    """
    return await _runs(session, brand_id, start, end, (*_ASKED, "technical"), unanswered=True)


async def _runs(
    session: AsyncSession,
    brand_id: UUID,
    start: datetime,
    end: datetime,
    kinds: Sequence[str],
    *,
    unanswered: bool = False,
) -> list[RunRow]:
    asked = {"brand": brand_id, "start": start, "end": end, "kinds": list(kinds)}
    rows = await session.execute(_RUNS, {**asked, "unanswered": unanswered})
    breaks = await engine_breaks(session)
    return [_run_row(row, breaks) for row in rows]


async def scored_run(session: AsyncSession, run_id: UUID) -> RunRow | None:
    """One run, if its answers have been scored."""
    row = (await session.execute(_RUN, {"run": run_id})).one_or_none()
    return None if row is None else _run_row(row, await engine_breaks(session))


def _run_row(row: Any, breaks: Sequence[EngineBreak]) -> RunRow:
    return RunRow(
        row.id,
        row.kind,
        row.created_at,
        row.status,
        row.basis,
        row.seed,
        marked_models(
            {e["id"]: e["model"] for e in row.engines if e.get("planned", 1)},
            row.created_at,
            breaks,
        ),
        {engine["id"]: engine["name"] for engine in row.engines},
    )


async def cells(
    session: AsyncSession, runs: Sequence[RunRow], basis: RunBasis | None
) -> list[RunCellRow]:
    """Cells of the runs on one basis, for engines that may carry the headline in that run."""
    asked = {"runs": [run.id for run in runs], "basis": basis}
    found = [
        RunCellRow(row.run_id, row.prompt_id, Cell(row.key, row.engine, row.basis, *row[5:]))
        for row in await session.execute(_CELLS, asked)
    ]
    good = fit(found)
    return [row for row in found if (row.run_id, row.cell.engine) in good]


def fit(rows: Iterable[RunCellRow]) -> set[tuple[UUID, str]]:
    """(run, engine) with enough valid answers: 80 % for an assistant, one for the others."""
    sums: dict[tuple[UUID, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        valid = sums[row.run_id, row.cell.engine, row.cell.basis]
        valid[0] += row.cell.answers
        valid[1] += row.cell.answers + row.cell.failed
    return {
        (run_id, engine)
        for (run_id, engine, basis), (valid, asked) in sums.items()
        if carries_headline(basis, valid, asked)
    }


async def entities(
    session: AsyncSession, pairs: Collection[tuple[UUID, str]]
) -> list[tuple[UUID, EntityCell]]:
    """Who is named, by prompt and engine, in each of the given (run, engine) pairs."""
    ordered = sorted(pairs, key=str)
    asked = {"runs": [run for run, _ in ordered], "engines": [engine for _, engine in ordered]}
    rows = await session.execute(_ENTITIES, asked)
    return [(row.run_id, EntityCell(*row[1:])) for row in rows]


async def not_counted(
    session: AsyncSession, runs: Collection[UUID], competitors: Collection[str]
) -> frozenset[str]:
    """Those of the competitors that the sums of at least one of the runs do not count yet.

    Their answers were extracted before the competitor was tracked, so a missing count is no zero.
    """
    rows = await session.execute(_COUNTED, {"runs": list(runs)})
    found: set[str] = set()
    for row in rows:
        found.update(set(competitors).difference(row.competitors))
    return frozenset(found)


async def first_byte_ms(session: AsyncSession, run_id: UUID) -> tuple[float | None, int]:
    """(median time to first byte of the brand's pages, number of pages) of a run."""
    row = (await session.execute(_FIRST_BYTE, {"run": run_id})).one()
    return row.median, row.pages


async def prompts(session: AsyncSession, brand_id: UUID) -> dict[str, PromptRow]:
    """The brand's neutral prompts by panel key, including retired ones."""
    rows = await session.execute(_PROMPTS, {"brand": brand_id})
    return {row.key: PromptRow(*row) for row in rows}


async def scores(
    session: AsyncSession, runs: Sequence[RunRow], metrics: Sequence[str]
) -> dict[tuple[UUID, str], ScoreRow]:
    """The newest stored score of each run and metric."""
    asked = {"runs": [run.id for run in runs], "metrics": list(metrics)}
    rows = await session.execute(_SCORES, asked)
    return {(row.run_id, row.metric): ScoreRow(*row[2:]) for row in rows}
