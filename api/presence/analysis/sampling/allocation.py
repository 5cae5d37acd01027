"""How many samples of each question on each assistant one analysis takes.

Invariant: each cell gets at least one sample, and all together never more calls, nor more money,
than the same number of samples of every cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

MOST_SAMPLES: Final = 25
_STEPS: Final = 20
_TOLERANCE: Final = 1e-9


def allocate(
    variances: Sequence[float] | Floats,
    samples: int,
    seed: int,
    costs: Sequence[float] | Floats | None = None,
    weights: Sequence[float] | Floats | None = None,
) -> tuple[int, ...]:
    """The samples of each cell, 1..max(`samples`, 25), in place of `samples` of every cell.

    `variances` are those of one answer, `costs` of one call in any currency (equal unless given),
    `weights` what each cell counts in the mean (equal unless given). In proportion to
    w sqrt(v / cost) (Neyman 1934), rounded without loss: samples are given one by one to the cell
    whose next one takes most from the sum of w^2 v / n, w^2 v / (n (n + 1)) (Wright 2012). Where
    that costs more than the equal plan, calls are priced until it does not. Cells that are alike
    take turns by lots of `seed`. Raises ValueError for lists of unlike lengths, negative numbers,
    or fewer than one sample.
    """
    worth, price = _checked(variances, samples, costs, weights)
    if not len(worth):
        return ()
    turn = np.random.default_rng(seed).permutation(len(worth))
    plan = _Plan(worth, price, turn, samples)
    free = plan.drawn(0.0)
    if plan.paid_for(free):
        return tuple(int(n) for n in free)
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        if plan.paid_for(plan.drawn(middle)):
            high = middle
        else:
            low = middle
    return tuple(int(n) for n in plan.drawn(high, within_money=True))


def _checked(
    variances: Sequence[float] | Floats,
    samples: int,
    costs: Sequence[float] | Floats | None,
    weights: Sequence[float] | Floats | None,
) -> tuple[Floats, Floats]:
    v = np.asarray(variances, dtype=np.float64)
    price = np.ones(len(v)) if costs is None else np.asarray(costs, dtype=np.float64)
    weight = np.ones(len(v)) if weights is None else np.asarray(weights, dtype=np.float64)
    if samples < 1 or not len(v) == len(price) == len(weight):
        raise ValueError("allocate needs samples >= 1 and lists of one length")
    if not all(bool(np.isfinite(a).all() and (a >= 0.0).all()) for a in (v, price, weight)):
        raise ValueError("allocate needs variances, costs and weights of at least 0")
    return weight**2 * v, price


class _Plan:
    """Samples given one by one; `turn` orders cells that are alike."""

    def __init__(self, worth: Floats, costs: Floats, turn: Whole, samples: int) -> None:
        self._worth, self._costs, self._turn = worth, costs, turn
        self._calls = samples * len(worth)
        self._money = float(samples * costs.sum()) * (1.0 + _TOLERANCE)
        self._most = max(samples, MOST_SAMPLES)

    def paid_for(self, given: Whole) -> bool:
        """Whether the samples cost no more than the equal plan."""
        return float((given * self._costs).sum()) <= self._money

    def drawn(self, share: float, *, within_money: bool = False) -> Whole:
        """The samples when a call is priced by its cost to `share` (0..1), by itself else."""
        mean = float(self._costs.mean()) or 1.0
        price = np.maximum(1.0 - share + share * self._costs / mean, _TOLERANCE)
        gain = self._worth / price
        given = np.full(len(gain), 1)  # guard: sampling.floor -> np.full(len(gain), 0)
        heap = [(-gain[cell] / 2.0, int(self._turn[cell]), cell) for cell in range(len(gain))]
        heapify(heap)
        left, paid = self._calls - len(gain), float(self._costs.sum())
        while left and heap:
            _, turn, cell = heappop(heap)
            over = paid + self._costs[cell] > self._money
            if within_money and over:  # guard: sampling.money
                continue
            given[cell] += 1
            left -= 1
            paid += float(self._costs[cell])
            n = int(given[cell])
            if n < self._most:  # guard: sampling.most -> True
                heappush(heap, (-gain[cell] / (n * (n + 1)), turn, cell))
        return given
