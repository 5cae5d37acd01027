"""What experiments taught so far: how often a kind of advice worked, how good predictions were.

Invariant: a group is shown only from `LEAST_WORKSPACES` workspaces on; nothing here holds a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, erf, sqrt
from typing import Final

import numpy as np

LEAST_WORKSPACES: Final = 5
LEAST_EFFECTS: Final = 6  # 2 / 2^6 = 3 %: fewer leave no 95 % interval of a median
_Z95: Final = 1.959964
_BINS: Final = 5


@dataclass(frozen=True, slots=True)
class MedianEffect:
    """The median of effects with an interval of at least 95 %, in their unit."""

    median: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Predictions of similar confidence: their mean chance and how many came true."""

    predictions: int
    mean_chance: float
    came_true: int


@dataclass(frozen=True, slots=True)
class PredictionScore:
    """How good predictions were; `brier` is 0 for perfect, 0.25 for always saying 50 %."""

    predictions: int
    brier: float | None
    bins: tuple[CalibrationBin, ...]


def median_effect(effects: Sequence[float]) -> MedianEffect | None:
    """Median with the order-statistics interval (sign test); None without effects.

    No interval from fewer than six: even the smallest and the largest would cover less than 95 %.
    """
    if not effects:
        return None
    ordered = sorted(effects)
    size = len(ordered)
    rank, tail = 0, 1.0 / 2.0**size
    while 2.0 * tail <= 0.05:
        rank += 1
        tail += comb(size, rank) / 2.0**size
    median = float(np.median(ordered))
    if rank == 0:
        return MedianEffect(median, None, None)
    return MedianEffect(median, ordered[rank - 1], ordered[size - rank])


def chance_of_gain(points: float, low: float, high: float) -> float:
    """The chance that a prediction gives to a gain: normal around it, from its 95 % interval."""
    spread = (high - low) / (2.0 * _Z95)
    if spread <= 0.0:
        return 1.0 if points > 0.0 else 0.5 if points == 0.0 else 0.0
    return 0.5 * (1.0 + erf(points / spread / sqrt(2.0)))


def score_predictions(pairs: Sequence[tuple[float, bool]]) -> PredictionScore:
    """Brier score and calibration curve of (chance, came true) pairs, in fifths of chance."""
    if not pairs:
        return PredictionScore(0, None, ())
    brier = float(np.mean([(chance - came) ** 2 for chance, came in pairs]))
    made = []
    for place in range(_BINS):
        group = [pair for pair in pairs if min(int(pair[0] * _BINS), _BINS - 1) == place]
        if group:
            mean = float(np.mean([chance for chance, _ in group]))
            made.append(CalibrationBin(len(group), mean, sum(came for _, came in group)))
    return PredictionScore(len(pairs), brier, tuple(made))
