"""Tells before an experiment which effect it would see with four chances in five.

Invariant: the verdict's own permutation test is simulated, so small arms are not flattered by a
normal approximation; the noise is the observed one and never less than a floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.experiments.permutation import (
    LEVEL,
    arrangements,
    contrasts,
    least_p,
)

POWER: Final = 0.80
LEAST_NOISE: Final = 0.05  # of one question in one run, on the 0..1 scale
# A rate that a change lifts towards one half varies more than it did before.
ALLOWANCE: Final = 1.05
_WORLDS: Final = 800
_COMPARED: Final = 1_999
_HALVINGS: Final = 14
_SAME: Final = 1e-12


def noise_of_question(runs: Sequence[Mapping[str, float]], answers: float) -> float:
    """Standard deviation of one question's metric in one run, 0..1.

    From three runs on the spread that is left after each question's and each run's own mean
    (a common shock of the day cancels between the arms); before that the sampling error of
    `answers` answers per question. At least `LEAST_NOISE`.
    """
    shared = sorted(set.intersection(*(set(run) for run in runs))) if runs else []
    sampling = _sampling_noise(runs, answers)
    if len(runs) < 3 or len(shared) < 2:
        return max(sampling, LEAST_NOISE)
    table = np.array([[run[key] for run in runs] for key in shared])
    left = table - table.mean(0) - table.mean(1, keepdims=True) + table.mean()
    freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
    return max(sqrt(float(np.sum(left**2)) / freedom), LEAST_NOISE)


def _sampling_noise(runs: Sequence[Mapping[str, float]], answers: float) -> float:
    """Square root of the mean of p (1 - p) / n, p shrunk by half an answer on either side."""
    values = [value for run in runs for value in run.values()]
    if not values or answers <= 0:
        return 0.5
    shrunk = (np.asarray(values) * answers + 0.5) / (answers + 1.0)
    return sqrt(float(np.mean(shrunk * (1.0 - shrunk))) / answers)


def noise_of_change(noise: float, runs_before: int, runs_after: int) -> float:
    """Standard deviation of one question's change between both sides, with `ALLOWANCE`."""
    return ALLOWANCE * noise * sqrt(1.0 / runs_before + 1.0 / runs_after)


def smallest_effect(
    noise: float, treated: int, controls: int, seed: int, power: float = POWER
) -> float | None:
    """The smallest difference (0..1) called real with chance `power`; None if there is none.

    `noise` is that of one question's change. None also where the arms are too small for any
    difference to reach 5 %.
    """
    if not treated or not controls or least_p(treated, controls) > LEVEL:
        return None
    test = _Test(noise, treated, controls, seed)
    low, high = 0.0, 1.0
    if test.power(high) < power:
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (low, middle) if test.power(middle) >= power else (middle, high)
    return high


def power_at(effect: float, noise: float, treated: int, controls: int, seed: int) -> float:
    """Chance that a true difference of `effect` (0..1) is called real, in its own direction."""
    if not treated or not controls or least_p(treated, controls) > LEVEL:
        return 0.0
    return _Test(noise, treated, controls, seed).power(effect)


class _Test:
    """The permutation test on the same simulated noise, for any effect."""

    def __init__(self, noise: float, treated: int, controls: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        arranged = arrangements(treated, controls, seed)
        if len(arranged) > _COMPARED + 1:
            kept = 1 + rng.choice(len(arranged) - 1, _COMPARED, replace=False)
            arranged = arranged[np.concatenate([[0], kept])]
        contrast = contrasts(arranged, treated)
        worlds = rng.normal(0.0, noise, (_WORLDS, treated + controls))
        self._noise: NDArray[np.float64] = worlds @ contrast.T
        self._overlap: NDArray[np.float64] = contrast[:, :treated].sum(axis=1)

    def power(self, effect: float) -> float:
        moved = self._noise + effect * self._overlap
        reached = np.abs(moved) >= np.abs(moved[:, :1]) - _SAME
        real = (reached.mean(axis=1) <= LEVEL) & (moved[:, 0] > 0.0)
        return float(real.mean())
