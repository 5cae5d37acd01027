"""How strongly a series of days speaks for a sustained change, against thresholds spent over time.

The mean of the newest 1, 2, 3, 4, 8 or 16 days is compared with the mean of all days before them.
Two tests share the error: one with a conservative default for the component of the day, needed
while there are few days, and a t test whose variance is that of the days themselves (so whatever
moves a whole day is in it). A change must show on two scales: on the arcsine scale, where counts of
answers have an even spread, and on the logit scale, where a day has.

Invariant: by the union bound over looks, metrics, windows and tests, unchanged days are called
changed with at most the yearly error, as long as the component of a day is at most the default
while there are fewer than five days, and days are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.changes.history import Floats
from presence.analysis.scoring.quantiles import normal_quantile, t_quantile

YEARLY_ERROR: Final = 0.05
METRICS_JUDGED: Final = 5
YEAR_DAYS: Final = 364.0
LONGEST_GAP_DAYS: Final = 35.0
SHORTEST_GAP_DAYS: Final = 1.0 / 24.0
DEFAULT_DAY: Final = 0.5  # standard deviation of a day on the logit scale
OWN_DAYS_FROM: Final = 5
PROBABLE_ERROR: Final = 0.05
WINDOWS: Final = (1, 2, 3, 4, 8, 16)
_WINDOW_SHARES: Final = (0.15, 0.15, 0.15, 0.30, 0.15, 0.10)
_DEFAULT_SHARE_EARLY: Final = 0.5  # of the error, from five days on
_DEFAULT_SHARE_LATE: Final = 0.1  # from twelve days on
_LATE: Final = 12


@dataclass(frozen=True, slots=True)
class Strength:
    """Evidence for a change per series: statistic divided by its threshold.

    `moved` >= 1 decides; `window` is the number of newest days that show it most, `probable` >= 1
    says that the days since the change agree at a plain 5 %.
    """

    moved: Floats
    window: NDArray[np.int64]
    probable: Floats


def look_error(gap_days: float) -> float:
    """The error that a look may spend on one metric, `gap_days` after the look before.

    5 % a year over five metrics, spent evenly over time (alpha spending, Lan and DeMets 1983): a
    weekly look gets a 52nd part. A look spends at least an hour's and at most five weeks' worth.
    """
    share = min(max(gap_days, SHORTEST_GAP_DAYS), LONGEST_GAP_DAYS) / YEAR_DAYS
    return YEARLY_ERROR / METRICS_JUDGED * share


def strength(rates: Floats, sizes: Floats, variances: Floats, error: float) -> Strength:
    """Evidence of `rates`, shape (series, days), oldest day first; at least two days.

    `sizes` (days,) are in answers, `variances` (series, days) those of chance within a day;
    `error` is what this look may spend (`look_error`). Raises ValueError for fewer than two days.
    """
    if rates.shape[1] < 2:
        raise ValueError("strength needs at least two days")
    least = float(sizes.min())
    scales = (
        _arcsine(rates, least, variances),
        _logit(rates, least, variances),
    )
    found = [_ratios(scale, error) for scale in scales]
    both = np.minimum(found[0][0], found[1][0])  # (tests, series, windows)
    at = both.max(axis=0)
    best = at.argmax(axis=1)
    sizes_of = np.array(_windows(rates.shape[1]))
    probable = np.minimum(found[0][1], found[1][1]).max(axis=0)
    longer = sizes_of > 1
    agreed = probable[:, longer].max(axis=1) if longer.any() else np.zeros(len(rates))
    return Strength(at.max(axis=1), sizes_of[best], agreed)


@dataclass(frozen=True, slots=True)
class _Scale:
    values: Floats
    variances: Floats
    day: Floats


def _arcsine(rates: Floats, least: float, variances: Floats) -> _Scale:
    inside = (least * rates + 0.375) / (least + 0.75)
    mean = inside.mean(axis=1, keepdims=True)
    spread = mean * (1.0 - mean)
    return _Scale(
        np.arcsin(np.sqrt(inside)), variances / (4.0 * spread), DEFAULT_DAY**2 * spread / 4.0
    )


def _logit(rates: Floats, least: float, variances: Floats) -> _Scale:
    inside = (least * rates + 0.5) / (least + 1.0)
    mean = inside.mean(axis=1, keepdims=True)
    spread = mean * (1.0 - mean)
    return _Scale(
        np.log(inside / (1.0 - inside)),
        variances / spread**2,
        np.full_like(spread, DEFAULT_DAY**2),
    )


def _ratios(scale: _Scale, error: float) -> tuple[Floats, Floats]:
    """Statistic by threshold for "moved" and for "probably", shape (tests, series, windows)."""
    days = scale.values.shape[1]
    new, old = _averages(days)
    width, rest = 1.0 / new.max(axis=0), 1.0 / old.max(axis=0)
    mean_new, mean_old = scale.values @ new, scale.values @ old
    distance = np.abs(mean_new - mean_old)
    noise = scale.variances + scale.day
    assumed = np.sqrt(noise @ new**2 + noise @ old**2)
    moved, probable = thresholds(days, error), thresholds(days, 0.0)
    tests = [(distance / assumed / moved[0], distance / assumed / probable[0])]
    if days >= OWN_DAYS_FROM:
        squares = (scale.values**2).sum(axis=1, keepdims=True)
        squares = squares - width * mean_new**2 - rest * mean_old**2
        least = scale.variances.mean(axis=1, keepdims=True)
        own = np.maximum(squares / (days - 2.0), least)
        fewer = np.maximum((scale.variances @ new) / (scale.variances @ old), 1.0)
        spread = np.sqrt(own * (fewer / width + 1.0 / rest))
        tests.append((distance / spread / moved[1], distance / spread / probable[1]))
    return np.stack([a for a, _ in tests]), np.stack([b for _, b in tests])


def _windows(days: int) -> tuple[int, ...]:
    return tuple(window for window in WINDOWS if window < days)


@lru_cache(maxsize=256)
def _averages(days: int) -> tuple[Floats, Floats]:
    """Weights of the days in the newer and in the older mean, shape (days, windows) each."""
    windows = _windows(days)
    new, old = np.zeros((days, len(windows))), np.zeros((days, len(windows)))
    for column, window in enumerate(windows):
        new[days - window :, column] = 1.0 / window
        old[: days - window, column] = 1.0 / (days - window)
    return new, old


@lru_cache(maxsize=1024)
def thresholds(days: int, error: float) -> tuple[Floats, Floats]:
    """Two-sided thresholds by window: of the default test (normal), of the days' own (t).

    An error of 0 stands for the plain 5 % of "probably moving", each test at its own.
    """
    shares = np.array(_WINDOW_SHARES[: len(_windows(days))])
    shares = shares / shares.sum()
    if days < OWN_DAYS_FROM:
        default = 1.0
    else:
        default = _DEFAULT_SHARE_EARLY if days < _LATE else _DEFAULT_SHARE_LATE
    plain = error <= 0.0
    spent = PROBABLE_ERROR if plain else error
    tails = [spent * float(share) / 2.0 for share in shares]
    normal = [normal_quantile(1.0 - tail * default) for tail in tails]
    if days < OWN_DAYS_FROM:
        return np.array(normal), np.array(normal)
    own = [t_quantile(1.0 - tail * (1.0 - default), days - 2.0) for tail in tails]
    return np.array(normal), np.array(own)
