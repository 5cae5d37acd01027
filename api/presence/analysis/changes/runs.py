"""What a brand's runs counted, in the form in which they are compared.

Invariant: runs that another model answered, that rest on another basis or whose answers were read
in another way are never in one comparison.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal, get_args

import numpy as np

from presence.analysis.changes.history import Floats, MetricHistory
from presence.analysis.scoring import Observation
from presence.analysis.types import Verdict

JudgedMetric = Literal[
    "mentionRate", "shareOfVoice", "citationRate", "recommendationRate", "content"
]
JUDGED_METRICS: Final[tuple[JudgedMetric, ...]] = get_args(JudgedMetric)
COLUMNS: Final = (
    "answers", "mentions", "visibility_sum", "recommended", "cited_known", "cited_owned", "named",
)  # fmt: skip
_NO_TIME: Final = datetime.min
_RATIO: Final[Mapping[JudgedMetric, tuple[str, str]]] = {
    "mentionRate": ("mentions", "answers"),
    "shareOfVoice": ("mentions", "named"),
    "citationRate": ("cited_owned", "cited_known"),
    "recommendationRate": ("recommended", "answers"),
    "content": ("visibility_sum", "answers"),
}


@dataclass(frozen=True, slots=True)
class CountedRun:
    """One run's counts by (prompt, engine); `counts` has the shape (cells, `COLUMNS`).

    `named` counts the mentions of every tracked entity. `models` are the engines' models, `reading`
    is the way answers were read; `verdicts` are those stored with the run, by metric.
    """

    id: str
    at: datetime
    cells: tuple[tuple[str, str], ...]
    counts: Floats
    basis: str
    models: Mapping[str, str]
    reading: str
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)


def count_run(
    run_id: str, at: datetime, observations: Sequence[Observation], reading: str
) -> CountedRun:
    """The counts of a run's headline observations; `reading` is the way they were read."""
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0] * len(COLUMNS))
    models: dict[str, set[str]] = defaultdict(set)
    for o in observations:
        if o.answer.raw.model:
            models[o.engine_id].add(o.answer.raw.model)
        cell = sums[o.prompt_id, o.engine_id]
        for column, value in enumerate(_counts(o)):
            cell[column] += value
    cells = tuple(sorted(sums))
    basis = observations[0].answer.engine.basis if observations else ""
    return CountedRun(
        run_id,
        at,
        cells,
        np.array([sums[cell] for cell in cells]).reshape(-1, len(COLUMNS)),
        basis,
        {engine: " ".join(sorted(found)) for engine, found in models.items()},
        reading,
    )


def _counts(o: Observation) -> tuple[float, ...]:
    """What one answer adds to its cell, in the order of `COLUMNS`."""
    read = o.extraction
    return (
        1.0,
        float(read.brand_named),
        o.visibility,
        float(read.recommended),
        float(read.cited_owned is not None),
        float(read.cited_owned is True),
        float(len(read.positions)),
    )


def comparable(first: CountedRun, second: CountedRun) -> bool:
    """Whether both rest on one basis, way of reading, and model of every engine they share.

    An unknown way of reading, or model, is taken for the same.
    """
    if first.basis != second.basis:
        return False
    if first.reading and second.reading and first.reading != second.reading:
        return False
    shared = first.models.keys() & second.models.keys()
    return all(first.models[engine] == second.models[engine] for engine in shared)


def model_changed(before: Sequence[Observation], after: Sequence[Observation]) -> bool:
    """Whether two runs' answers differ in basis, or in the model of an engine both asked."""
    if not before or not after:
        return False
    first, second = (count_run("", _NO_TIME, side, "") for side in (before, after))
    return not comparable(first, second)


def since_break(runs: Sequence[CountedRun]) -> int:
    """Index of the first run that can be compared with the newest, without a break between."""
    newest = runs[-1]
    start = len(runs) - 1
    while start > 0 and comparable(runs[start - 1], newest):
        start -= 1
    return start


def reference(runs: Sequence[CountedRun], metric: JudgedMetric) -> int:
    """Index of the run the newest is compared with: the first one or the last that moved."""
    start = since_break(runs)
    for index in range(len(runs) - 2, start, -1):
        stored = runs[index].verdicts
        if stored.get(metric) == "moved" or stored.get("content") == "model changed":
            return index
    return start


def coming_history(
    runs: Sequence[CountedRun], coming: CountedRun, metric: JudgedMetric
) -> MetricHistory | None:
    """The runs, given oldest first, that a coming run will be compared with, on its cells.

    `coming` has the cells it asks and the models it will probably find; its counts are not read.
    None if nothing is comparable with it.
    """
    start = reference([*runs, coming], metric)
    if start == len(runs):
        return None
    asked = frozenset(coming.cells)
    return metric_history([_on(run, asked) for run in runs[start:]], metric)


def _on(run: CountedRun, asked: frozenset[tuple[str, str]]) -> CountedRun:
    kept = [index for index, cell in enumerate(run.cells) if cell in asked]
    return replace(run, cells=tuple(run.cells[index] for index in kept), counts=run.counts[kept])


def metric_history(runs: Sequence[CountedRun], metric: JudgedMetric) -> MetricHistory:
    """Counts of a metric over runs, oldest first; times in days since the epoch."""
    cells = sorted({cell for run in runs for cell in run.cells})
    row = {cell: number for number, cell in enumerate(cells)}
    hits, among = np.zeros((len(cells), len(runs))), np.zeros((len(cells), len(runs)))
    hit, of = (COLUMNS.index(name) for name in _RATIO[metric])
    for column, run in enumerate(runs):
        rows = [row[cell] for cell in run.cells]
        hits[rows, column] = run.counts[:, hit]
        among[rows, column] = run.counts[:, of]
    prompts = sorted({prompt for prompt, _ in cells})
    number = {prompt: index for index, prompt in enumerate(prompts)}
    return MetricHistory(
        hits,
        among,
        np.array([number[prompt] for prompt, _ in cells], dtype=np.int64),
        np.array([run.at.timestamp() / 86_400.0 for run in runs]),
        metric == "content",
    )
