"""How far each day's answers lie from those of all other days: the energy distance.

Answers are compared question by question, so that only what changed of an answer counts and not
what was asked. Features enter on the L1 metric, cited domains as Jaccard distances of sets; both
are of negative type, so the distance of two distributions is 0 only where they agree.
Source: Székely and Rizzo, Energy statistics (2013); for L1 the sum of the features' own distances.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.watch.features import FEATURES, CanaryAnswer

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEAST_ANSWERS: Final = 8  # of a day, below which it says nothing
_CLIP: Final = 6.0  # scales; one wild answer is not a changed engine
_MEDIAN_TO_SD: Final = 1.4826
_LEAST_JACCARD: Final = 0.1
_DOMAINS_WORTH: Final = 8.0  # features


@dataclass(frozen=True, slots=True)
class WatchSeries:
    """Answers by day and canary question, oldest day first.

    `values` has the shape (days, canaries, features); `answered` (days, canaries) says which of
    them exist; `cited` (days, canaries, domains) which domains an answer cites.
    """

    values: Floats
    answered: Flags
    cited: Flags

    def days(self, first: int, last: int) -> WatchSeries:
        """The days from `first` up to and without `last`."""
        part = slice(first, last)
        return WatchSeries(self.values[part], self.answered[part], self.cited[part])

    def only(self, chosen: Flags) -> WatchSeries:
        """The days that are chosen."""
        return WatchSeries(self.values[chosen], self.answered[chosen], self.cited[chosen])


def watch_series(days: Sequence[Mapping[str, CanaryAnswer]]) -> WatchSeries:
    """The answers of days by canary id, as arrays; a failed answer is left out of its day."""
    canaries = sorted({canary for day in days for canary in day})
    domains = sorted({d for day in days for a in day.values() for d in a.domains or ()})
    column = {domain: number for number, domain in enumerate(domains)}
    values = np.zeros((len(days), len(canaries), len(FEATURES)))
    answered = np.zeros(values.shape[:2], dtype=np.bool_)
    cited = np.zeros((*answered.shape, len(domains)), dtype=np.bool_)
    for row, day in enumerate(days):
        for number, canary in enumerate(canaries):
            if canary in day:
                values[row, number] = day[canary].features
                answered[row, number] = True
                cited[row, number, [column[d] for d in day[canary].domains or ()]] = True
    return WatchSeries(values, answered, cited)


def day_distances(series: WatchSeries) -> Floats:
    """The energy distance of each day's answers from all other days', times its answers.

    About 0 for a day like the others, in any direction larger for one that is not. Every day is
    treated alike, so under days that can be exchanged its rank is uniform. Shape (days,). Raises
    ValueError for fewer than three days or a day with fewer than `LEAST_ANSWERS` answers.
    """
    counts = series.answered.sum(axis=1)
    if len(counts) < 3 or counts.min() < LEAST_ANSWERS:
        raise ValueError("day_distances needs three days with enough answers each")
    distances: Floats = _of_features(series, counts) + _of_domains(series, counts)
    return distances


def _of_features(series: WatchSeries, counts: NDArray[np.int64]) -> Floats:
    """Sum over features of the day's own energy distance, in scales of each feature."""
    table = _residuals(series)  # (answers, features), days in order
    total, day = len(table), np.repeat(np.arange(len(counts)), counts)
    from_all = np.zeros((len(counts), table.shape[1]))
    np.add.at(from_all, day, _absolute_sums(table))
    starts = np.concatenate(([0], np.cumsum(counts)))
    inside = np.stack([_absolute_sums(table[a:b]).sum(axis=0) for a, b in pairwise(starts)])
    own, rest = counts[:, None].astype(np.float64), (total - counts)[:, None].astype(np.float64)
    between = (from_all - inside) / (own * rest)
    within = inside / (own * (own - 1.0))
    others = (from_all.sum(axis=0) - 2.0 * from_all + inside) / (rest * (rest - 1.0))
    energy = (2.0 * between - within - others) * own * rest / total
    summed: Floats = energy.sum(axis=1)
    return summed


def _residuals(series: WatchSeries) -> Floats:
    """What an answer differs by from the median of its question, in clipped scales of the feature.

    A scale is the median absolute difference, as far as the feature's least scale allows: neither
    a wild answer nor a wild question stretches it.
    """
    known = np.where(series.answered[:, :, None], series.values, np.nan)
    with warnings.catch_warnings():  # a question that nobody answered has no median
        warnings.simplefilter("ignore", RuntimeWarning)
        away = known - np.nanmedian(known, axis=0)
    table = away[series.answered]
    spread = np.median(np.abs(table), axis=0) * _MEDIAN_TO_SD
    table = table / np.maximum(spread, list(FEATURES.values()))
    clipped: Floats = np.clip(table, -_CLIP, _CLIP)
    return clipped


def _absolute_sums(table: Floats) -> Floats:
    """For each entry, the sum of absolute differences to all of its column; O(n log n)."""
    count = len(table)
    order = np.argsort(table, axis=0, kind="stable")
    ranked = np.take_along_axis(table, order, axis=0)
    below = np.cumsum(ranked, axis=0)
    place = np.arange(1, count + 1)[:, None]
    sums: Floats = (2.0 * place - count) * ranked + below[-1] - 2.0 * below
    back: Floats = np.empty_like(sums)
    np.put_along_axis(back, order, sums, axis=0)
    return back


def _of_domains(series: WatchSeries, counts: NDArray[np.int64]) -> Floats:
    """How much less a day's citations agree with other days' than those agree among each other."""
    if not series.cited.any():
        return np.zeros(len(counts))
    cited = series.cited.astype(np.float64).transpose(1, 0, 2)  # (canaries, days, domains)
    shared = cited @ cited.transpose(0, 2, 1)
    size = cited.sum(axis=2)
    united = size[:, :, None] + size[:, None, :] - shared
    jaccard = np.where(united > 0.0, 1.0 - shared / np.maximum(united, 1.0), 0.0)
    known = series.answered.T.astype(np.float64)
    pairs = known[:, :, None] * known[:, None, :]
    pairs[:, np.arange(len(counts)), np.arange(len(counts))] = 0.0
    sums, others = (jaccard * pairs).sum(axis=2), pairs.sum(axis=2)
    away = sums / np.maximum(others, 1.0)  # (canaries, days)
    rest_pairs = others.sum(axis=1, keepdims=True) - 2.0 * others
    rest = (sums.sum(axis=1, keepdims=True) - 2.0 * sums) / np.maximum(rest_pairs, 1.0)
    scale = max(float((jaccard * pairs).sum() / max(pairs.sum(), 1.0)), _LEAST_JACCARD)
    distances: Floats = _DOMAINS_WORTH * ((away - rest) * known).sum(axis=0) / scale
    return distances
