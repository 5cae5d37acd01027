"""Compares with a weighted mix of untreated series where no question can be left untreated.

Invariant: weights are not negative and add up to one, so the mix never leaves the range of what
was observed (Abadie and Gardeazabal 2003); the p value is the rank among placebos (Abadie, Diamond
and Hainmueller 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST_RUNS: Final = 5  # before the change: fewer fit any mix
_STEPS: Final = 5_000
_STILL: Final = 1e-13
_NOTHING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Synthetic:
    """`weights` by donor; `difference` is the mean gap after minus the mean gap before.

    `fit` is the root mean square error before the change. `p_value` is the share of series,
    placebos and the treated one, whose error grew at least as much.
    """

    weights: tuple[float, ...]
    difference: float
    fit: float
    p_value: float


def simplex_weights(donors: Floats, target: Floats) -> Floats:
    """argmin |donors @ w - target|² over w >= 0, sum w = 1; `donors` is (times, donors).

    Accelerated projected gradient (Beck and Teboulle 2009), then the exact solution on the donors
    that are left. ValueError without a donor or a time.
    """
    if donors.ndim != 2 or 0 in donors.shape or len(target) != len(donors):
        raise ValueError("simplex_weights needs at least one time and one donor")
    gram, linear = donors.T @ donors, donors.T @ target
    step = 1.0 / max(float(np.linalg.eigvalsh(gram)[-1]), 1e-12)
    weights = np.full(donors.shape[1], 1.0 / donors.shape[1])
    ahead, speed = weights, 1.0
    for _ in range(_STEPS):
        moved = project_to_simplex(ahead - step * (gram @ ahead - linear))
        faster = (1.0 + np.sqrt(1.0 + 4.0 * speed**2)) / 2.0
        ahead = moved + (speed - 1.0) / faster * (moved - weights)
        if float(np.max(np.abs(moved - weights))) < _STILL:
            weights = moved
            break
        weights, speed = moved, faster
    return _polished(gram, linear, weights)


def project_to_simplex(point: Floats) -> Floats:
    """The nearest point with no negative part and sum one (Duchi and others 2008)."""
    ordered = np.sort(point)[::-1]
    excess = (np.cumsum(ordered) - 1.0) / np.arange(1, len(point) + 1)
    last = int(np.nonzero(ordered > excess)[0][-1])
    found: Floats = np.maximum(point - excess[last], 0.0)
    return found


def _polished(gram: Floats, linear: Floats, weights: Floats) -> Floats:
    """The equality-constrained optimum on the support, if it is feasible and no worse."""
    kept = np.nonzero(weights > _NOTHING)[0]
    size = len(kept)
    system = np.ones((size + 1, size + 1))
    system[:size, :size] = gram[np.ix_(kept, kept)]
    system[size, size] = 0.0
    solved = np.linalg.lstsq(system, np.append(linear[kept], 1.0), rcond=None)[0][:size]
    if np.any(solved < 0.0) or abs(float(solved.sum()) - 1.0) > 1e-9:
        return weights
    exact = np.zeros_like(weights)
    exact[kept] = solved

    def loss(at: Floats) -> float:
        return float(at @ gram @ at - 2.0 * linear @ at)

    return exact if loss(exact) <= loss(weights) + 1e-12 else weights


def synthetic_control(
    target: Sequence[float], donors: Sequence[Sequence[float]], before: int
) -> Synthetic:
    """The treated series against its mix; series are by run, the first `before` precede the change.

    ValueError with fewer than `LEAST_RUNS` runs before, none after, or fewer than two donors.
    """
    if before < LEAST_RUNS or len(target) <= before or len(donors) < 2:
        raise ValueError("synthetic_control needs five runs before, one after and two donors")
    series = np.asarray([target, *donors], dtype=np.float64)
    weights, gaps = _gaps(series[0], series[1:], before)
    ratios = [_ratio(gaps, before)]
    for place in range(1, len(series)):
        others = np.delete(series, (0, place), axis=0)
        ratios.append(_ratio(_gaps(series[place], others, before)[1], before))
    p = float(np.mean(np.asarray(ratios) >= ratios[0] - _NOTHING))
    difference = float(gaps[before:].mean() - gaps[:before].mean())
    fit = float(np.sqrt(np.mean(gaps[:before] ** 2)))
    return Synthetic(tuple(float(w) for w in weights), difference, fit, p)


def _gaps(target: Floats, donors: Floats, before: int) -> tuple[Floats, Floats]:
    weights = simplex_weights(donors[:, :before].T, target[:before])
    return weights, target - weights @ donors


def _ratio(gaps: Floats, before: int) -> float:
    """Error after over error before, which is at least a hundredth of a point."""
    after, fit = np.mean(gaps[before:] ** 2), np.mean(gaps[:before] ** 2)
    return float(np.sqrt(after) / max(float(np.sqrt(fit)), 1e-4))
