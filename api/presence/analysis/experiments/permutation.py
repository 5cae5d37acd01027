"""Compares the changes of treated and control questions by rearranging who was treated.

Invariant: no distribution is assumed. Under "nothing happened" every arrangement of the questions
is as likely as the registered one, so p is a share of arrangements (Fisher 1935; Ernst 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import comb, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

LEVEL: Final = 0.05
EXACT_UP_TO: Final = 20_000  # arrangements; C(17, 8) = 24,310 is drawn, C(16, 8) = 12,870 listed
DRAWN: Final = 9_999
_SAME: Final = 1e-12
_HALVINGS: Final = 60


@dataclass(frozen=True, slots=True)
class ArmsCompared:
    """Mean change of treated minus control questions, in the unit of the changes.

    `p_value` is two-sided; `p_error` its standard error where arrangements were drawn, 0 where all
    were listed (`exact`). `low`..`high` are the differences not rejected at 5 %; None where the
    arms are too small to reject any.
    """

    difference: float
    p_value: float
    p_error: float
    arrangements: int
    exact: bool
    low: float | None
    high: float | None


def compare_arms(treated: Sequence[float], controls: Sequence[float], seed: int) -> ArmsCompared:
    """The difference with its permutation p and interval. ValueError for an empty arm."""
    if not treated or not controls:
        raise ValueError("compare_arms needs a treated and a control question")
    values = np.asarray([*treated, *controls], dtype=np.float64)
    arranged = arrangements(len(treated), len(controls), seed)
    contrast = contrasts(arranged, len(treated))
    exact = len(arranged) == comb(len(values), len(treated))
    differences = contrast @ values
    overlap = contrast @ _first(len(treated), len(controls))
    difference = float(differences[0])
    p = _p_at(0.0, differences, overlap)
    low, high = (_limit(differences, overlap, side) for side in (-1.0, 1.0))
    error = 0.0 if exact else sqrt(p * (1.0 - p) / len(arranged))
    return ArmsCompared(difference, p, error, len(arranged), exact, low, high)


def arrangements(treated: int, controls: int, seed: int) -> NDArray[np.bool_]:
    """Who might have been treated: (arrangements, questions), the registered one first.

    All of them up to `EXACT_UP_TO`, otherwise that one and `DRAWN` drawn with the seed.
    """
    size = treated + controls
    count = comb(size, treated)
    if count <= EXACT_UP_TO:
        flat = chain.from_iterable(combinations(range(size), treated))
        chosen = np.fromiter(flat, dtype=np.intp, count=count * treated).reshape(count, treated)
        made = np.zeros((count, size), dtype=np.bool_)
        np.put_along_axis(made, chosen, True, axis=1)
        return made
    rng = np.random.default_rng(seed)
    first = np.zeros((1, size), dtype=np.bool_)
    first[0, :treated] = True
    drawn = rng.permuted(np.repeat(first, DRAWN, axis=0), axis=1)
    return np.concatenate([first, drawn])


def contrasts(arranged: NDArray[np.bool_], treated: int) -> NDArray[np.float64]:
    """Weights that turn values into treated mean minus control mean, one row per arrangement."""
    controls = arranged.shape[1] - treated
    return np.where(arranged, 1.0 / treated, -1.0 / controls)


def least_p(treated: int, controls: int) -> float:
    """The smallest p that arms of this size can give: 1 (if even: 2) of all arrangements."""
    return (2 if treated == controls else 1) / comb(treated + controls, treated)


def _first(treated: int, controls: int) -> NDArray[np.float64]:
    return np.concatenate([np.ones(treated), np.zeros(controls)])


def _p_at(shift: float, differences: NDArray[np.float64], overlap: NDArray[np.float64]) -> float:
    """p of "the treated gained exactly `shift` more": theirs are moved back before comparing."""
    moved = np.abs(differences - shift * overlap)
    return float(np.mean(moved >= moved[0] - _SAME))


def _limit(
    differences: NDArray[np.float64], overlap: NDArray[np.float64], side: float
) -> float | None:
    """The nearest shift on one side that the test rejects, by halving."""
    inside = float(differences[0])
    step = max(float(np.ptp(differences)), 1e-9)
    outside = inside + side * step
    for _ in range(12):
        if _p_at(outside, differences, overlap) <= LEVEL:
            break
        outside = inside + side * (step := step * 4.0)
    else:
        return None
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2.0
        if _p_at(middle, differences, overlap) <= LEVEL:
            outside = middle
        else:
            inside = middle
    return outside
