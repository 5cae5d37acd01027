"""Rates of small cells drawn towards the panel's mean as far as they are chance.

Invariant: how far is taken from the cells themselves (empirical Bayes), so a cell of few answers
is never listed first for having few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.changes.history import Floats

MOST_PRIOR: Final = 1000.0  # answers; cells that differ by no more than chance are all one rate
MOST_ALIKE: Final = 4.0  # answers; where one cell is asked whether it changed, see `loosened`
_GRID: Final = 2000


@dataclass(frozen=True, slots=True)
class RatePrior:
    """What the cells say of any one of them: a mean rate, worth `answers` answers (beta prior)."""

    mean: float
    answers: float

    def posterior_mean(self, hits: float, n: float) -> float:
        """The rate of a cell with `hits` of `n` answers, 0..1."""
        return (hits + self.answers * self.mean) / (n + self.answers)

    @property
    def loosened(self) -> RatePrior:
        """The same mean, worth at most `MOST_ALIKE` answers: cells may be unlike all the others."""
        return RatePrior(self.mean, min(self.answers, MOST_ALIKE))

    def density(self, hits: float, n: float) -> Floats:
        """The posterior of a cell's rate on `grid()`, summing to 1."""
        grid = rate_grid()
        a = hits + self.answers * self.mean
        b = n - hits + self.answers * (1.0 - self.mean)
        log = (a - 1.0) * np.log(grid) + (b - 1.0) * np.log1p(-grid)
        made: Floats = np.exp(log - log.max())
        made /= made.sum()
        return made


def rate_grid() -> Floats:
    """The rates on which posteriors are laid out: midpoints of 2,000 equal steps."""
    grid: Floats = (np.arange(_GRID) + 0.5) / _GRID
    return grid


def shrinkage(hits: Sequence[float], n: Sequence[float]) -> float | None:
    """Share (0..1) of the cells' spread that is chance: mean of p(1 - p)/(n - 1) / s^2.

    Cells of one answer say nothing of chance and are left out; None with fewer than two others.
    """
    rates, answers = _repeated(hits, n)
    if len(rates) < 2:
        return None
    spread = float(rates.var(ddof=1))
    chance = float(np.mean(rates * (1.0 - rates) / (answers - 1.0)))
    return 1.0 if spread <= chance else chance / spread


def fit_prior(hits: Sequence[float], n: Sequence[float]) -> RatePrior | None:
    """The prior that draws a cell of typical size towards the mean by `shrinkage`.

    None without answers. Cells too small to tell chance from spread share one rate.
    """
    total = float(np.sum(n))
    if total <= 0.0:
        return None
    share = shrinkage(hits, n)
    rates, answers = _repeated(hits, n)
    mean = float(rates.mean()) if len(rates) else float(np.sum(hits)) / total
    mean = min(max(mean, 0.5 / (total + 1.0)), 1.0 - 0.5 / (total + 1.0))
    if share is None or share >= 1.0:
        return RatePrior(mean, MOST_PRIOR)
    typical = len(answers) / float(np.sum(1.0 / answers))
    return RatePrior(mean, min(MOST_PRIOR, max(typical * share / (1.0 - share), 0.1)))


def chance_ahead(first: Floats, second: Floats, margin: float = 0.0) -> float:
    """Chance that the first rate exceeds the second by more than `margin` (0..1).

    Both are posteriors of independent cells, as `RatePrior.density` gives them.
    """
    shift = round(margin * _GRID)
    below = np.concatenate([[0.0], np.cumsum(second)])
    upto = np.clip(np.arange(_GRID) - shift, 0, _GRID)
    half = np.where(
        (upto < _GRID) & (np.arange(_GRID) >= shift), second[np.minimum(upto, _GRID - 1)], 0
    )
    return float((first * (below[upto] + 0.5 * half)).sum())


def _repeated(hits: Sequence[float], n: Sequence[float]) -> tuple[Floats, Floats]:
    x, answers = np.asarray(hits, dtype=np.float64), np.asarray(n, dtype=np.float64)
    kept = answers >= 2.0
    return x[kept] / answers[kept], answers[kept]


def shrunken_means(values: Sequence[float], variance: float) -> tuple[float, tuple[float, ...]]:
    """(share kept, shrunken values) of k >= 4 means with one known variance.

    James and Stein's estimator towards the grand mean in the form of Efron and Morris (1977):
    keep = 1 - (k - 3) variance / sum of squares, never below 0. ValueError for k < 4.
    """
    if len(values) < 4:
        raise ValueError("shrunken_means needs at least four values")
    array = np.asarray(values, dtype=np.float64)
    left = array - array.mean()
    squares = float((left**2).sum())
    keep = 0.0 if squares <= 0.0 else max(0.0, 1.0 - (len(values) - 3) * variance / squares)
    return keep, tuple(float(v) for v in array.mean() + keep * left)
