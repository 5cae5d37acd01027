"""How similar the sources of consecutive runs are.

Invariant: below five runs nothing is claimed, and below twenty the result is labelled early.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from presence.analysis.scoring.intervals import cluster_quantile

SHOWN_FROM_RUNS: Final = 5
EARLY_BELOW_RUNS: Final = 20
_LEAST_SPREAD: Final = 1.0


@dataclass(frozen=True, slots=True)
class Stability:
    """Mean stability (0..100) over pairs of consecutive runs with its 95 % interval."""

    value: float
    low: float
    high: float
    runs: int
    early: bool


def stability(previous: Mapping[str, float], current: Mapping[str, float]) -> float | None:
    """100 x (1 - Bray-Curtis distance) of two citation-share vectors; None if both are empty."""
    keys = sorted(previous.keys() | current.keys())
    total = sum(previous.values()) + sum(current.values())
    if total <= 0.0:
        return None
    apart = sum(abs(previous.get(key, 0.0) - current.get(key, 0.0)) for key in keys)
    return 100.0 * (1.0 - apart / total)


def stability_over(shares: Sequence[Mapping[str, float]]) -> Stability | None:
    """Stability over the citation shares of runs in chronological order.

    None with fewer than five runs that cite. The interval is t over the pairs, with a spread of at
    least one point.
    """
    vectors = [vector for vector in shares if sum(vector.values()) > 0.0]
    if len(vectors) < SHOWN_FROM_RUNS:
        return None
    pairs = [
        value
        for before, after in pairwise(vectors)
        if (value := stability(before, after)) is not None
    ]
    value = float(np.mean(pairs))
    spread = max(float(np.std(pairs, ddof=1)), _LEAST_SPREAD)
    half = cluster_quantile(len(pairs)) * spread / float(np.sqrt(len(pairs)))
    return Stability(
        value,
        max(0.0, value - half),
        min(100.0, value + half),
        len(vectors),
        len(vectors) < EARLY_BELOW_RUNS,
    )
