"""95 % intervals for rates and scores whose observations are clustered (the answers of a prompt).

Invariant: an interval contains its estimate, stays inside [0, 1] and never collapses while any
uncertainty remains: 0 of n has an upper bound above 0, n of n a lower bound below 1. All values
here are ratios in 0..1; `Score` multiplies by 100 later.

The design effect is estimated from the prompts and shrunk towards that of an intra-prompt
correlation of `PRIOR_CORRELATION` as long as few prompts are informative (a prompt whose answers
are all equal says little about spread). If most answers name the brand, the distribution is skewed
the other way and t with few degrees of freedom is too wide on the upper side, so the quantiles are
tilted by `TILTS`. The constants were tuned on the panels of `calibration`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.scoring.quantiles import normal_quantile, t_quantile

Floats = NDArray[np.float64]

CONFIDENCE: Final = 0.95
RESAMPLES: Final = 2000
EXPLORATORY_BELOW: Final = 5
PRIOR_CORRELATION: Final = 0.3
PRIOR_WEIGHT: Final = 1.0
PRIOR_REST: Final = 0.1
LEAST_DESIGN_EFFECT: Final = 0.3
QUANTILE_FLOOR: Final = 0.97
QUANTILE_CEILING: Final = 1.2
# Factors on the quantiles for high means, by number of prompts (linear in between).
TILT_PROMPTS: Final = (4.0, 5.0, 10.0, 25.0, 75.0)
TILTS: Final = {
    "rate-upper": (1.0, 0.62, 0.80, 1.0, 1.0),
    "score-lower": (1.0, 0.94, 1.12, 1.05, 1.0),
    "score-upper-floor": (1.0, 0.60, 0.80, 0.95, 1.0),
}
_TILT_FROM: Final = 0.6
_TILT_FULL: Final = 0.75
_UPPER: Final = 0.5 + CONFIDENCE / 2.0


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval; `n` answers over `clusters` prompts."""

    value: float
    low: float
    high: float
    n: int
    clusters: int

    @property
    def exploratory(self) -> bool:
        """Whether there are too few prompts to report a rate."""
        return self.clusters < EXPLORATORY_BELOW


def wilson_bounds(
    p: Floats, n: Floats, lower_quantile: Floats | float, upper_quantile: Floats | float
) -> tuple[Floats, Floats]:
    """Wilson score bounds for proportions `p` of (effective) sizes `n`, element by element."""
    return _wilson_side(p, n, lower_quantile, -1.0), _wilson_side(p, n, upper_quantile, 1.0)


def _wilson_side(p: Floats, n: Floats, c: Floats | float, sign: float) -> Floats:
    square = np.square(c)
    centre = p + square / (2.0 * n)
    spread = c * np.sqrt(p * (1.0 - p) / n + square / (4.0 * n * n))
    bound: Floats = np.clip((centre + sign * spread) / (1.0 + square / n), 0.0, 1.0)
    return bound


def wilson(successes: int, n: int) -> Interval:
    """Wilson interval of a rate inside one prompt (independent answers).

    Raises ValueError for n < 1.
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError("wilson needs n >= 1 and 0 <= successes <= n")
    rate = successes / n
    z = normal_quantile(_UPPER)
    low, high = wilson_bounds(np.array([rate]), np.array([float(n)]), z, z)
    return Interval(rate, min(float(low[0]), rate), max(float(high[0]), rate), n, 1)


def design_effect(
    mean: Floats, between: Floats, touched: Floats, unfilled: Floats, clusters: int, size: float
) -> Floats:
    """Shrunken design effect of a clustered mean in [0, 1].

    `between` is the sample variance of the prompts' values, `touched`/`unfilled` the number of
    prompts above 0 / below 1, `size` the mean answers per prompt. All element by element.
    """
    binary = mean * (1.0 - mean)
    safe = np.where(binary > 1e-12, binary, 1.0)
    observed = np.where(binary > 1e-12, between * size / safe, 0.0)
    degrees = max(clusters - 1.0, 1.0)
    informative = np.minimum(degrees, np.minimum(touched, unfilled))
    if clusters < 2:
        informative = np.zeros_like(informative)
    weight = PRIOR_WEIGHT * (1.0 - informative / degrees) + PRIOR_REST
    prior = 1.0 + max(size - 1.0, 0.0) * PRIOR_CORRELATION
    shrunk = (observed * informative + weight * prior) / (informative + weight)
    effect: Floats = np.maximum(shrunk, LEAST_DESIGN_EFFECT)
    return effect


def cluster_quantile(clusters: int, confidence: float = CONFIDENCE) -> float:
    """t quantile with prompts - 1 degrees of freedom (one at least)."""
    return t_quantile(0.5 + confidence / 2.0, float(max(clusters - 1, 1)))


def tilt(name: str, mean: Floats, clusters: int) -> Floats:
    """The factor of `TILTS` for each mean: 1 up to 0.6, in full from 0.75 on."""
    share = np.clip((mean - _TILT_FROM) / (_TILT_FULL - _TILT_FROM), 0.0, 1.0)
    factor: Floats = 1.0 + share * (np.interp(clusters, TILT_PROMPTS, TILTS[name]) - 1.0)
    return factor


def rate_bounds(
    rate: Floats, size_effective: Floats, clusters: int, confidence: float = CONFIDENCE
) -> tuple[Floats, Floats]:
    """Wilson bounds of pooled rates over `clusters` prompts with t and the tilted upper side."""
    t = cluster_quantile(clusters, confidence)
    return wilson_bounds(rate, size_effective, t, t * tilt("rate-upper", rate, clusters))


def clustered_rate(
    successes: Sequence[int], totals: Sequence[int], confidence: float = CONFIDENCE
) -> Interval | None:
    """Pooled rate over prompts with a cluster-aware Wilson interval; None without answers.

    `successes[i]` of `totals[i]` answers of prompt i. The variance is that of the ratio
    estimator: k/(k-1) * sum (x_i - p n_i)^2 / N^2.
    """
    pairs = [(x, n) for x, n in zip(successes, totals, strict=True) if n > 0]
    if not pairs:
        return None
    x = np.array([pair[0] for pair in pairs], dtype=np.float64)
    n = np.array([pair[1] for pair in pairs], dtype=np.float64)
    k, size = len(pairs), float(n.mean())
    rate = float(x.sum() / n.sum())
    between = float(((x - rate * n) ** 2).sum() / max(k - 1, 1)) / size**2
    effect = design_effect(
        np.array([rate]),
        np.array([between]),
        np.array([float((x > 0).sum())]),
        np.array([float((x < n).sum())]),
        k,
        size,
    )
    low, high = rate_bounds(np.array([rate]), n.sum() / effect, k, confidence)
    return Interval(rate, min(float(low[0]), rate), max(float(high[0]), rate), int(n.sum()), k)


@lru_cache(maxsize=8)
def resample_counts(clusters: int, seed: int) -> Floats:
    """How often each prompt is drawn in each resample, shape (RESAMPLES, clusters); read-only."""
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(clusters, np.full(clusters, 1.0 / clusters), RESAMPLES)
    counts = drawn.astype(np.float64)
    counts.setflags(write=False)
    return counts


def clustered_bounds(values: Floats, size: float, seed: int) -> tuple[Floats, Floats, Floats]:
    """(mean, low, high) of cluster values in [0, 1]; `values` has shape (panels, clusters).

    Studentised bootstrap clustered by prompt: each resample's distance from the mean, measured in
    its own effective-size standard error, gives the quantiles that replace t in the Wilson form.
    They stay between `QUANTILE_FLOOR` and `QUANTILE_CEILING` of t with prompts - 1 degrees of
    freedom: sparse panels keep their width, and resamples that happen to contain no variation
    cannot inflate it.
    """
    k = values.shape[1]
    mean = np.clip(values.mean(axis=1), 0.0, 1.0)
    size_effective = _effective(values, mean, size)
    t = cluster_quantile(k)
    if k < 2:
        low, high = wilson_bounds(mean, size_effective, t, t)
        return mean, np.minimum(low, mean), np.maximum(high, mean)
    counts = resample_counts(k, seed)
    quantiles = _pivot_quantiles(values, mean, counts, size)
    at_bound = (mean <= 0.0) | (mean >= 1.0)
    floor = QUANTILE_FLOOR * t
    ceiling = QUANTILE_CEILING * t
    least = floor * tilt("score-upper-floor", mean, k)
    upper = np.where(at_bound, t, np.clip(-quantiles[0], least, ceiling))
    lower = np.where(at_bound, t, np.clip(quantiles[1], floor, ceiling))
    lower = lower * tilt("score-lower", mean, k)
    low, high = wilson_bounds(mean, size_effective, lower, upper)
    return mean, np.minimum(low, mean), np.maximum(high, mean)


def _effective(values: Floats, mean: Floats, size: float) -> Floats:
    k = values.shape[1]
    between = values.var(axis=1, ddof=1) if k > 1 else np.zeros(len(values))
    touched = (values > 0.0).sum(axis=1).astype(np.float64)
    unfilled = (values < 1.0).sum(axis=1).astype(np.float64)
    effective: Floats = k * size / design_effect(mean, between, touched, unfilled, k, size)
    return effective


def _pivot_quantiles(values: Floats, mean: Floats, counts: Floats, size: float) -> Floats:
    """2.5 % and 97.5 % quantiles of the studentised resamples, shape (2, panels)."""
    k = values.shape[1]
    drawn = values @ counts.T / k
    between = ((values * values) @ counts.T - k * drawn**2) / (k - 1)
    touched = (values > 0.0).astype(np.float64) @ counts.T
    unfilled = (values < 1.0).astype(np.float64) @ counts.T
    inside = np.clip(drawn, 0.0, 1.0)
    effect = design_effect(inside, np.maximum(between, 0.0), touched, unfilled, k, size)
    spread = np.sqrt(np.maximum(mean * (1.0 - mean), 1e-12)[:, None] * effect / (k * size))
    quantiles: Floats = np.quantile(
        (drawn - mean[:, None]) / spread, [1.0 - _UPPER, _UPPER], axis=1
    )
    return quantiles


def clustered_mean(values: Sequence[float], n: int, seed: int) -> Interval | None:
    """Mean of per-prompt values in [0, 1] with its interval; None without prompts.

    `n` is the number of answers behind them. See `clustered_bounds`.
    """
    if not values:
        return None
    array = np.clip(np.array([values], dtype=np.float64), 0.0, 1.0)
    mean, low, high = clustered_bounds(array, max(n, len(values)) / len(values), seed)
    return Interval(float(mean[0]), float(low[0]), float(high[0]), n, len(values))
