"""Metrics over sums of answers, with intervals, and the change between two such sums.

Formulas and intervals are those of `scoring`; a score computed here from a run's cells and seed
equals the stored one to the digit. Invariant: no data is None, never 0, and a share of a single
prompt is only given from five answers on (its counts always are).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from presence.analysis.analytics.cells import Cell, EntityCell
from presence.analysis.changes import ShrunkenChange, question_changes
from presence.analysis.extraction import BRAND
from presence.analysis.scoring import Change, change_verdict
from presence.analysis.scoring.content import VisibilityMatrix, visibility_interval
from presence.analysis.scoring.intervals import (
    Interval,
    cluster_quantile,
    clustered_mean,
    clustered_rate,
    wilson,
)

Unit = Literal["percent", "score100", "rank"]
LEAST_ANSWERS: Final = 5


@dataclass(frozen=True, slots=True)
class MetricValue:
    """A metric over `n` answers of `prompts` prompts; `hits` are the answers that count for it.

    `value`, `low`, `high` are in `unit`; None when there is too little to give a number.
    """

    unit: Unit
    value: float | None
    low: float | None
    high: float | None
    n: int
    prompts: int
    hits: int | None = None


Ratio = tuple[Callable[[Cell], int], Callable[[Cell], int]]
RATIOS: Final[Mapping[str, Ratio]] = {
    "mentionRate": (lambda c: c.mentions, lambda c: c.answers),
    "citationRate": (lambda c: c.cited_owned, lambda c: c.cited_known),
    "ghostRate": (lambda c: c.ghosts, lambda c: c.cited_owned),
    "informativeRate": (lambda c: c.informative, lambda c: c.answers),
    "recommendationRate": (lambda c: c.recommended, lambda c: c.answers),
}
METRICS: Final = ("content", *RATIOS, "promptCoverage", "avgPosition", "sentiment")


def readings(
    cells: Sequence[Cell], metrics: Sequence[str], seed: int
) -> dict[str, MetricValue | None]:
    """Each metric over cells of one basis without branded prompts; KeyError for an unknown one."""
    asked = [cell for cell in cells if cell.answers > 0]
    made: dict[str, MetricValue | None] = {}
    for name in metrics:
        if name in RATIOS:
            made[name] = _ratio(asked, *RATIOS[name])
        else:
            made[name] = _OTHERS[name](asked, seed)
    return made


def rate_of_run(cells: Sequence[Cell], name: str) -> MetricValue | None:
    """A rate over everything that a run asked, as its score has it: however few the answers."""
    pairs = [pair for pair in _by_prompt(cells, *RATIOS[name]) if pair[1] > 0]
    found = clustered_rate([x for x, _ in pairs], [n for _, n in pairs])
    if found is None:
        return None
    n, hits = sum(pair[1] for pair in pairs), sum(pair[0] for pair in pairs)
    return _reading("percent", found, n, len(pairs), hits, 100.0)


def _ratio(
    cells: Sequence[Cell], hit: Callable[[Cell], int], among: Callable[[Cell], int]
) -> MetricValue | None:
    return rate_reading(_by_prompt(cells, hit, among))


def _by_prompt(
    cells: Sequence[Cell], hit: Callable[[Cell], int], among: Callable[[Cell], int]
) -> list[tuple[int, int]]:
    hits: dict[str, int] = defaultdict(int)
    totals: dict[str, int] = defaultdict(int)
    for cell in cells:
        hits[cell.prompt_id] += hit(cell)
        totals[cell.prompt_id] += among(cell)
    return [(hits[key], totals[key]) for key in sorted(totals)]


def rate_reading(pairs: Sequence[tuple[int, int]]) -> MetricValue | None:
    """A rate from (hits, answers) per prompt: Wilson inside one prompt, clustered over several."""
    known = [(x, n) for x, n in pairs if n > 0]
    n, hits = sum(pair[1] for pair in known), sum(pair[0] for pair in known)
    if n == 0:
        return None
    if len(known) == 1:
        found = wilson(hits, n) if n >= LEAST_ANSWERS else None
    else:
        found = clustered_rate([x for x, _ in known], [n for _, n in known])
    return _reading("percent", found, n, len(known), hits, 100.0)


def _reading(
    unit: Unit, found: Interval | None, n: int, prompts: int, hits: int | None, scale: float
) -> MetricValue:
    if found is None:
        return MetricValue(unit, None, None, None, n, prompts, hits)
    return MetricValue(
        unit, found.value * scale, found.low * scale, found.high * scale, n, prompts, hits
    )


def _content(cells: Sequence[Cell], seed: int) -> MetricValue | None:
    if not cells:
        return None
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for cell in cells:
        sums[cell.prompt_id, cell.engine][0] += cell.visibility_sum
        sums[cell.prompt_id, cell.engine][1] += cell.answers
    prompts = tuple(sorted({prompt for prompt, _ in sums}))
    engines = tuple(sorted({engine for _, engine in sums}))
    values = np.full((len(prompts), len(engines)), np.nan)
    for (prompt, engine), (total, count) in sums.items():
        values[prompts.index(prompt), engines.index(engine)] = total / count
    n = sum(cell.answers for cell in cells)
    found = visibility_interval(VisibilityMatrix(values, prompts, engines, n), seed)
    hits = sum(cell.mentions for cell in cells)
    return _reading("score100", found, n, len(prompts), hits, 100.0)


def _coverage(cells: Sequence[Cell], seed: int) -> MetricValue | None:
    named: dict[str, int] = defaultdict(int)
    for cell in cells:
        named[cell.prompt_id] += cell.mentions
    covered = [int(count > 0) for count in named.values()]
    found = clustered_rate(covered, [1] * len(covered))
    n = sum(cell.answers for cell in cells)
    return None if found is None else _reading("percent", found, n, len(named), sum(covered), 100.0)


def _sentiment(cells: Sequence[Cell], seed: int) -> MetricValue | None:
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for cell in cells:
        judged = cell.positive + cell.neutral + cell.negative
        sums[cell.prompt_id][0] += cell.positive + 0.5 * cell.neutral
        sums[cell.prompt_id][1] += judged
    known = {key: pair for key, pair in sums.items() if pair[1] > 0}
    n = int(sum(pair[1] for pair in known.values()))
    if not known:
        return None
    few = len(known) == 1 and n < LEAST_ANSWERS
    means = [known[key][0] / known[key][1] for key in sorted(known)]
    found = None if few else clustered_mean(means, n, seed)
    return _reading("score100", found, n, len(known), None, 100.0)


def _position(cells: Sequence[Cell], seed: int) -> MetricValue | None:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for cell in cells:
        sums[cell.prompt_id][0] += cell.position_sum
        sums[cell.prompt_id][1] += cell.mentions
    return rank_reading([(a, b) for a, b in sums.values()])


def rank_reading(pairs: Sequence[tuple[int, int]]) -> MetricValue | None:
    """Mean rank from (sum of ranks, answers) per prompt, as `scoring.metrics.position`."""
    known = [(total, n) for total, n in pairs if n > 0]
    n = sum(pair[1] for pair in known)
    if n == 0:
        return None
    mean = sum(pair[0] for pair in known) / n
    k = len(known)
    per_prompt = np.array([total / count for total, count in known])
    spread = max(float(per_prompt.std(ddof=1)), 0.25) if k > 1 else 0.25
    half = cluster_quantile(k) * spread / float(np.sqrt(k)) if k > 1 else 1.0
    return MetricValue("rank", mean, max(1.0, mean - half), mean + half, n, k, n)


_OTHERS: Final[Mapping[str, Callable[[Sequence[Cell], int], MetricValue | None]]] = {
    "content": _content,
    "promptCoverage": _coverage,
    "avgPosition": _position,
    "sentiment": _sentiment,
}


def voice_of(cells: Sequence[EntityCell], entity: str = BRAND) -> MetricValue | None:
    """Share of voice: answers naming the entity / sum over entities of answers naming each.

    None when nobody is named. Pass the cells of all tracked entities.
    """
    own: dict[str, int] = defaultdict(int)
    every: dict[str, int] = defaultdict(int)
    for cell in cells:
        every[cell.prompt_id] += cell.mentions
        own[cell.prompt_id] += cell.mentions if cell.entity == entity else 0
    return rate_reading([(own[key], every[key]) for key in sorted(every)])


_PAIRED: Final[Mapping[str, tuple[Callable[[Cell], float], Callable[[Cell], int], float]]] = {
    "content": (lambda c: c.visibility_sum, lambda c: c.answers, 100.0),
    **{name: (hit, among, 100.0) for name, (hit, among) in RATIOS.items()},
    "avgPosition": (lambda c: c.position_sum, lambda c: c.mentions, 1.0),
    "sentiment": (
        lambda c: c.positive + 0.5 * c.neutral,
        lambda c: c.positive + c.neutral + c.negative,
        100.0,
    ),
}


def mean_change(metric: str, before: Sequence[Cell], after: Sequence[Cell], seed: int) -> Change:
    """Mean change over the (prompt, engine) pairs of both sides, in the metric's unit.

    Paired permutation test, prompts flip together; a metric without a paired form, or fewer than
    five shared prompts: "not enough data".
    """
    if metric not in _PAIRED:
        return change_verdict([], seed)
    total, among, scale = _PAIRED[metric]
    old, new = _means(before, total, among), _means(after, total, among)
    by_prompt: dict[str, list[float]] = defaultdict(list)
    for pair in sorted(old.keys() & new.keys()):
        by_prompt[pair[0]].append(new[pair] - old[pair])
    found = change_verdict([float(np.mean(values)) for values in by_prompt.values()], seed)
    points = None if found.points is None else found.points * scale / 100.0
    return replace(found, points=points)


def _means(
    cells: Sequence[Cell], total: Callable[[Cell], float], among: Callable[[Cell], int]
) -> dict[tuple[str, str], float]:
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for cell in cells:
        sums[cell.prompt_id, cell.engine][0] += total(cell)
        sums[cell.prompt_id, cell.engine][1] += among(cell)
    return {pair: value / count for pair, (value, count) in sums.items() if count > 0}


def compare_prompts(
    before: Sequence[Cell], after: Sequence[Cell], days: tuple[int, int] = (1, 1)
) -> dict[str, Change]:
    """Change of the mention rate of each prompt both sides have, over the engines of both.

    The verdict and the points are those of `changes.question_changes` over all the prompts given,
    asked on so many `days` before and after. Engines weigh alike on both sides.
    """
    old, new = _pairs(before), _pairs(after)
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for pair in old.keys() & new.keys():
        (a, n), (b, m) = old[pair], new[pair]
        if min(n, m) > 0:
            weight = 2.0 * n * m / (n + m)  # answers on either side that tell as much as n and m
            added = (weight * a / n, weight, weight * b / m, weight)
            counts[pair[0]] = [x + y for x, y in zip(counts[pair[0]], added, strict=True)]
    found = question_changes({key: (a, n, b, m) for key, (a, n, b, m) in counts.items()}, days)
    return {key: _prompt_change(change) for key, change in found.items()}


def _prompt_change(found: ShrunkenChange) -> Change:
    known = found.verdict != "not enough data"
    return Change(found.points if known else None, None, 1, found.verdict)


def _pairs(cells: Sequence[Cell]) -> dict[tuple[str, str], tuple[int, int]]:
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for cell in cells:
        hits, n = sums.get((cell.prompt_id, cell.engine), (0, 0))
        sums[cell.prompt_id, cell.engine] = (hits + cell.mentions, n + cell.answers)
    return sums
