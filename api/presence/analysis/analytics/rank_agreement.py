"""How far two measures put the same pages in the same order: Spearman's rank correlation.

Ties share the mean of their ranks. The 95 % interval is Fisher's z with the standard error of
Bonett and Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman
correlations" (Psychometrika 65, 2000): sqrt((1 + rho^2 / 2) / (n - 3)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.scoring.quantiles import normal_quantile

LEAST_PAGES: Final = 8
_UPPER: Final = 0.975
_ALL_BUT_ONE: Final = 1.0 - 1e-9


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """Spearman's rho in -1..1 with its 95 % interval, over `n` pages."""

    value: float
    low: float
    high: float
    n: int


def rank_agreement(first: Sequence[float], second: Sequence[float]) -> RankAgreement | None:
    """The agreement of two figures of the same pages, in the same order.

    None below `LEAST_PAGES` pages, and where one of the measures does not tell any two apart.
    """
    n = len(first)
    if n < LEAST_PAGES or len(set(first)) < 2 or len(set(second)) < 2:
        return None
    rho = float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])
    z = atanh(min(max(rho, -_ALL_BUT_ONE), _ALL_BUT_ONE))
    margin = normal_quantile(_UPPER) * sqrt((1.0 + rho * rho / 2.0) / (n - 3))
    low, high = tanh(z - margin), tanh(z + margin)
    return RankAgreement(rho, min(low, rho), max(high, rho), n)


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Ranks from 1, equal values at the mean of theirs."""
    _, place, counts = np.unique(np.asarray(values, float), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    means = ends - (counts - 1) / 2.0
    found: NDArray[np.float64] = means[place].astype(np.float64)
    return found
