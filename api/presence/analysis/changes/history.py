"""Brings runs that asked different things onto the parts they share.

Invariant: a run enters a comparison only through the (question, engine) pairs that the newest run
answered too, so a missing engine, an edited panel or other samples move nothing by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

LEAST_QUESTIONS: Final = 6  # five paired questions cannot reach 5 % even when all agree: 2/32


@dataclass(frozen=True, slots=True)
class MetricHistory:
    """Counts of one metric since the run it is compared with, oldest run first.

    `hits` of `among` have the shape (cells, runs), a cell being a question on an engine; `among` is
    0 where nothing was answered. `questions` numbers the question of each cell, `days` gives each
    run's time in days; runs of one day are one observation. With `equal_cells` the metric is a mean
    of cells (Content AI Visibility), otherwise a ratio of sums.
    """

    hits: Floats
    among: Floats
    questions: Whole
    days: Floats
    equal_cells: bool = False


@dataclass(frozen=True, slots=True)
class SharedSeries:
    """A metric day by day on what each day shares with the newest one, oldest first.

    `rates` (0..1), `sizes` in answers and `variances` of chance within a day have one entry a day;
    `independent` are those variances were answers independent given their cell, and without the
    worth of one answer; `columns` are the days' places among the days of the history.
    """

    rates: Floats
    sizes: Floats
    variances: Floats
    independent: Floats
    questions: int
    columns: Whole


def by_day(history: MetricHistory) -> MetricHistory:
    """The same with the runs of one day added up: they share whatever moved that day.

    Where all runs are of one day, they are left apart: between them no day lies.
    """
    day = np.floor(history.days)
    kept, index = np.unique(day, return_inverse=True)
    if len(kept) in (1, len(day)):
        return history
    together = np.zeros((len(day), len(kept)))
    together[np.arange(len(day)), index] = 1.0
    return MetricHistory(
        history.hits @ together,
        history.among @ together,
        history.questions,
        kept,
        history.equal_cells,
    )


def shared_series(history: MetricHistory) -> SharedSeries | None:
    """The series that may be compared; None if no earlier day shares six questions.

    A two-way least-squares fit (cell + day, weighted by answers) takes each day's effect from the
    cells it shares with the newest day; the newest day keeps its observed rate. With the same cells
    every day this is the observed rate of each day.
    """
    found = by_day(history)
    shared = (found.among[:, -1] > 0.0) & ((found.among > 0.0).sum(axis=1) > 1)
    hits, among, questions = found.hits[shared], found.among[shared], found.questions[shared]
    numbers, index = np.unique(questions, return_inverse=True)
    belongs = np.zeros((len(numbers), len(index)))
    belongs[index, np.arange(len(index))] = 1.0
    columns = np.flatnonzero((belongs @ among > 0.0).sum(axis=0) >= LEAST_QUESTIONS)
    if len(columns) < 2 or columns[-1] != among.shape[1] - 1:
        return None
    hits, among = hits[:, columns], among[:, columns]
    answered = among > 0.0
    values = np.divide(hits, among, out=np.zeros_like(hits), where=answered)
    weights = answered.astype(np.float64) if found.equal_cells else among
    cells, days = _two_way(values, weights)
    totals = weights.sum(axis=0)
    newest = float((weights[:, -1] * values[:, -1]).sum() / totals[-1])
    rates = np.clip(newest + days, 0.0, 1.0)
    squares = np.divide(weights**2, among, out=np.zeros_like(among), where=answered).sum(axis=0)
    sizes = totals**2 / squares
    left = np.where(answered, values - cells[:, None] - days, 0.0)
    independent = _independent(hits, among, weights)
    variances = np.maximum(independent, _alike(weights, left, belongs)) + 1.0 / sizes**2
    return SharedSeries(rates, sizes, variances, independent, len(numbers), columns)


def newest_day(history: MetricHistory) -> SharedSeries | None:
    """The newest day alone, as what a coming run starts from; None below six questions.

    A cell with one answer says nothing of its own chance; it is given that of all answers.
    """
    found = by_day(history)
    hits, among = found.hits[:, -1:], found.among[:, -1:]
    answered = among[:, 0] > 0.0
    hits, among, questions = hits[answered], among[answered], found.questions[answered]
    number = len(np.unique(questions))
    if number < LEAST_QUESTIONS:
        return None
    weights = np.ones_like(among) if found.equal_cells else among
    total = float(weights.sum())
    rate = float(np.clip((weights * hits / among).sum() / total, 0.0, 1.0))
    squares = weights**2 / among
    size = np.array([total**2 / float(squares.sum())])
    once = float(squares[among == 1.0].sum()) / total**2
    independent = _independent(hits, among, weights) + once * rate * (1.0 - rate)
    last = np.array([found.among.shape[1] - 1])
    variances = independent + 1.0 / size**2
    return SharedSeries(np.array([rate]), size, variances, independent, number, last)


def _two_way(values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Effects of cells and of days, the newest day's being 0."""
    by_cell = weights.sum(axis=1)
    known = by_cell > 0.0
    inverse = np.where(known, 1.0 / np.where(known, by_cell, 1.0), 0.0)
    weighted = weights * values
    sums = weighted.sum(axis=1)
    normal = np.diag(weights.sum(axis=0)) - weights.T @ (weights * inverse[:, None])
    right = weighted.sum(axis=0) - weights.T @ (sums * inverse)
    days = np.zeros(values.shape[1])
    days[:-1] = np.linalg.solve(normal[:-1, :-1], right[:-1])
    return (sums - weights @ days) * inverse, days


def _independent(hits: Floats, among: Floats, weights: Floats) -> Floats:
    """Variance of each day's rate without the day itself, answers independent given their cell.

    One answer has p(1 - p) n/(n - 1); `_alike` is the other estimate of it, the larger one counts.
    """
    n = among.sum(axis=1)
    p = np.clip(hits.sum(axis=1) / n, 0.0, 1.0)
    per_answer = p * (1.0 - p) * n / np.maximum(n - 1.0, 1.0)
    squares = np.divide(weights**2, among, out=np.zeros_like(among), where=among > 0.0)
    variances: Floats = (per_answer @ squares) / weights.sum(axis=0) ** 2
    return variances


def _alike(weights: Floats, left: Floats, belongs: Floats) -> Floats:
    """The same from what is left of the two-way fit by question: its answers may be alike."""
    questions, runs = len(belongs), weights.shape[1]
    totals = weights.sum(axis=0)
    steps = np.diff((belongs @ (weights * left)) / totals, axis=1)
    # a sustained change is in one of the steps only
    alike = 0.5 * (steps**2).sum() / (runs - 1.0) * questions / max(questions - 1.0, 1.0)
    scaled: Floats = alike * totals.mean() / totals
    return scaled
