"""The runs of an experiment, as the engine compares them.

Invariant: runs before are comparable among themselves: same basis, same assistants, same models.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics import Cell
from presence.analysis.analytics.tables import RATIOS
from presence.analysis.experiments import Metric, RunSnapshot
from presence.analysis.extraction import BRAND
from presence.domains.brands.service import active_prompts
from presence.domains.results.queries import cells
from presence.domains.results.queries.cells import RunCellRow, RunRow

MOST_BEFORE = 4  # older runs tell more of other times than of the noise
MOST_FOR_DONORS = 26
_BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
_LEAST_ANSWERS = 3  # of a topic in each run, or its series is noise


@dataclass(frozen=True, slots=True)
class MeasuredRuns:
    """Runs with their snapshots, oldest first; `answers` is the mean per question and run."""

    rows: tuple[RunRow, ...]
    snapshots: tuple[RunSnapshot, ...]
    cells: tuple[RunCellRow, ...]
    answers: float

    @property
    def ids(self) -> tuple[str, ...]:
        """The runs' ids."""
        return tuple(str(run.id) for run in self.rows)

    def rates(self) -> list[dict[str, float]]:
        """Each run's mean metric (0..1) by question."""
        return [_by_question(snapshot) for snapshot in self.snapshots]


async def runs_before(
    session: AsyncSession, brand_id: UUID, end: datetime, metric: Metric, most: int = MOST_BEFORE
) -> MeasuredRuns:
    """The newest comparable runs that began before `end`; empty without any."""
    found = await cells.scored_runs(session, brand_id, _BEGINNING, end)
    newest = found[-1:]
    kept: list[RunRow] = []
    for run in reversed(found):
        alike = run.basis == newest[0].basis and run.models == newest[0].models
        if not alike or len(kept) == most:
            break
        kept.append(run)
    return await measured(session, kept[::-1], metric)


async def runs_of(session: AsyncSession, run_ids: Sequence[UUID], metric: Metric) -> MeasuredRuns:
    """The runs with these ids that still exist, in that order."""
    found = [await cells.scored_run(session, run_id) for run_id in run_ids]
    return await measured(session, [run for run in found if run is not None], metric)


async def runs_within(
    session: AsyncSession,
    brand_id: UUID,
    window: tuple[datetime, datetime],
    metric: Metric,
    before: MeasuredRuns,
) -> MeasuredRuns:
    """Scored runs that began in the window (its end excluded), on the basis of those before."""
    bases = {run.basis for run in before.rows}
    found = await cells.scored_runs(session, brand_id, *window)
    return await measured(session, [run for run in found if run.basis in bases], metric)


async def measured(session: AsyncSession, rows: Sequence[RunRow], metric: Metric) -> MeasuredRuns:
    """The runs with their cells."""
    if not rows:
        return MeasuredRuns((), (), (), 0.0)
    found = await cells.cells(session, rows, rows[-1].basis)
    by_run: dict[UUID, list[Cell]] = defaultdict(list)
    for row in found:
        by_run[row.run_id].append(row.cell)
    snapshots = tuple(
        RunSnapshot(str(run.id), _means(by_run[run.id], metric), run.models) for run in rows
    )
    questions = {(row.run_id, row.cell.prompt_id) for row in found}
    answers = sum(row.cell.answers for row in found) / max(len(questions), 1)
    return MeasuredRuns(tuple(rows), snapshots, tuple(found), answers)


async def asked_keys(session: AsyncSession, brand_id: UUID) -> set[str]:
    """Panel keys of the neutral questions that are asked today."""
    return {p.prompt.id for p in await active_prompts(session, brand_id) if not p.prompt.branded}


async def untreated_series(
    session: AsyncSession, brand_id: UUID, runs: Sequence[MeasuredRuns], treated: set[str]
) -> list[dict[str, float]]:
    """Mention rates of what the change does not touch, each by run id.

    Every competitor in every topic, and the brand itself in topics without a treated question.
    """
    prompts = await cells.prompts(session, brand_id)
    topics = {key: row.topic for key, row in prompts.items()}
    touched = {topics.get(key, "") for key in treated}
    rows = [row for part in runs for row in part.cells]
    answers: dict[tuple[UUID, str], int] = defaultdict(int)
    named: dict[tuple[str, str], dict[UUID, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        topic = topics.get(row.cell.prompt_id, "")
        answers[row.run_id, topic] += row.cell.answers
        if topic not in touched:
            named[BRAND, topic][row.run_id] += row.cell.mentions
    pairs = {(row.run_id, row.cell.engine) for row in rows}
    for run_id, cell in await cells.entities(session, pairs):
        if cell.entity != BRAND:
            named[cell.entity, topics.get(cell.prompt_id, "")][run_id] += cell.mentions
    return [
        {str(run): counts[run] / n for (run, of), n in answers.items() if of == topic}
        for (_, topic), counts in sorted(named.items())
        if all(n >= _LEAST_ANSWERS for (_, of), n in answers.items() if of == topic)
    ]


def _means(found: Sequence[Cell], metric: Metric) -> dict[tuple[str, str], float]:
    means: dict[tuple[str, str], float] = {}
    for cell in found:
        if metric == "content":
            total, among = cell.visibility_sum, cell.answers
        else:
            hit, of = RATIOS[metric]
            total, among = hit(cell), of(cell)
        if among > 0:
            means[cell.prompt_id, cell.engine] = total / among
    return means


def _by_question(snapshot: RunSnapshot) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    for (key, _), value in snapshot.cells.items():
        values[key].append(value)
    return {key: sum(found) / len(found) for key, found in values.items()}
