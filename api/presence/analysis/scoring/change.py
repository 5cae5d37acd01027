"""Paired tests of two sides that were asked the same questions at one time.

Invariant: nothing here speaks of runs at different times; how a score changed from run to run is
told by `presence.analysis.changes` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.types import Verdict

PERMUTATIONS: Final = 10_000
LEVEL: Final = 0.05
LEAST_PROMPTS: Final = 5
_EXACT_UP_TO: Final = 13
_SAME: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Change:
    """Points gained (0..100 scale) over shared pairs, with the verdict; p is None if untested."""

    points: float | None
    p_value: float | None
    prompts: int
    verdict: Verdict


def change_verdict(differences: Sequence[float], seed: int) -> Change:
    """The verdict on the differences (0..1 scale) of the prompts that both sides share."""
    if not differences:
        return Change(None, None, 0, "not enough data")
    points = 100.0 * float(np.mean(differences))
    if len(differences) < LEAST_PROMPTS:
        return Change(points, None, len(differences), "not enough data")
    p = paired_permutation(differences, seed)
    return Change(points, p, len(differences), "moved" if p < LEVEL else "within noise")


def paired_permutation(differences: Sequence[float], seed: int) -> float:
    """Two-sided p of the mean of paired differences by sign flips.

    Exact up to 13 pairs, otherwise 10,000 seeded flips with the observed one included. If all
    differences are zero, p is 1.
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.size == 0 or not np.any(np.abs(values) > _SAME):
        return 1.0
    observed = abs(float(values.sum()))
    if values.size <= _EXACT_UP_TO:
        codes = np.arange(2**values.size)[:, None] >> np.arange(values.size)
        sums = np.abs((1.0 - 2.0 * (codes & 1)) @ values)
        return float(np.mean(sums >= observed - _SAME))
    rng = np.random.default_rng(seed)
    signs = 1.0 - 2.0 * rng.integers(0, 2, (PERMUTATIONS, values.size))
    reached = int(np.sum(np.abs(signs @ values) >= observed - _SAME))
    return (reached + 1) / (PERMUTATIONS + 1)
