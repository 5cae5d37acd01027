"""The smallest sustained change that the verdict would declare, before the runs are made.

Invariant: the power is that of the rule itself: future days are drawn around the level and the
spread seen so far, with what is not yet known of both, and judged by `evidence.strength`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.changes.evidence import DEFAULT_DAY, OWN_DAYS_FROM, look_error, strength
from presence.analysis.changes.history import (
    Floats,
    MetricHistory,
    SharedSeries,
    newest_day,
    shared_series,
)

POWER: Final = 0.80
WITHIN_RUNS: Final = 4
_DRAWS: Final = 600
_STEPS: Final = 5
_WANTED: Final = POWER + 0.01  # against the error of the draws
_WITHIN: Final = 0.98  # of the room above or below a level, as far as a change is tried


@dataclass(frozen=True, slots=True)
class Visible:
    """The smallest change seen within four runs with four chances in five; None: none yet."""

    points: float | None

    @property
    def sentence(self) -> str:
        """What the next runs can show, as a sentence."""
        if self.points is None:
            return "It cannot yet tell a lasting change from the ordinary ups and downs of answers."
        points = max(1, math.ceil(self.points))
        unit = "point" if points == 1 else "points"
        return (
            f"With the three after it, this analysis can see a change of {points} {unit} or more"
            " with four chances in five."
        )


def coming_series(history: MetricHistory) -> SharedSeries | None:
    """The days that a coming run on the newest run's cells is compared with.

    One day where no earlier one shares six questions with it; None if it has no six itself.
    """
    return shared_series(history) or newest_day(history)


def smallest_visible(
    series: SharedSeries, gap_days: float, seed: int, sample_factor: float = 1.0
) -> Visible:
    """Smallest sustained change in points (0..100) that four more runs declare with chance .80.

    `gap_days` lie between runs, `sample_factor` is the number of answers of a coming run by that of
    the newest one. The change must be seen in either direction that the level leaves room for.
    """
    future = _Future(series, look_error(gap_days), seed, sample_factor)
    rooms = _rooms(series)
    seen = [_smallest(future, sign, room) for sign, room in rooms]
    found = [points for points in seen if points is not None]
    if not found:
        return Visible(None)
    points = max(found)
    wide = [room for (_, room), own in zip(rooms, seen, strict=True) if own is None]
    # A direction in which nothing is seen must have no room for the change named.
    if any(room >= points for room in wide):
        return Visible(None)
    return Visible(100.0 * points)


def samples_to_see(
    series: SharedSeries, points: float, gap_days: float, seed: int, samples: float, most: int
) -> int | None:
    """Fewest samples per cell (1 to `most`) of coming runs that let them see `points` (0..100).

    `samples` are those of the newest run. None if not even `most` do: then days differ too much, or
    there are too few of them, for any number of answers.
    """
    change, error = points / 100.0, look_error(gap_days)
    signs = [sign for sign, room in _rooms(series) if room * _WITHIN >= change]

    def seen(number: int) -> bool:
        future = _Future(series, error, seed, number / samples)
        return all(future.power(sign * change) >= _WANTED for sign in signs)

    if not signs or not seen(most):
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if seen(middle) else (middle, high)
    return high


def _rooms(series: SharedSeries) -> tuple[tuple[float, float], tuple[float, float]]:
    """Up and down, each with how far the level can go."""
    level = float(np.mean(series.rates))
    return (1.0, 1.0 - level), (-1.0, level)


def _smallest(future: _Future, sign: float, room: float) -> float | None:
    low, high = 0.0, room * _WITHIN
    under, over = 0.0, future.power(sign * high)
    if over < _WANTED:
        return None
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        found = future.power(sign * middle)
        if found < _WANTED:
            low, under = middle, found
        else:
            high, over = middle, found
    return low + (high - low) * (_WANTED - under) / (over - under)


class _Future:
    """Draws of the next runs; the same draws for every size of change, so power is monotone."""

    def __init__(self, series: SharedSeries, error: float, seed: int, factor: float) -> None:
        rng = np.random.default_rng(seed)
        self._series, self._error = series, error
        days = len(series.rates)
        self._mean = float(series.rates.mean())
        self._size = float(series.sizes[-1]) * factor
        scaled = float(series.sizes.mean()) / self._size
        self._variance = float(series.variances.mean()) * scaled
        inside = (self._size * self._mean + 0.5) / (self._size + 1.0)
        spread = inside * (1.0 - inside)
        now = float(series.independent.mean()) * float(series.sizes.mean() / series.sizes[-1])
        day = self._draw_day(rng, spread, now, days)
        self._day = np.sqrt(day) / spread
        self._share = min(1.0, now / factor * self._size / spread)
        self._shift = _both_ways(rng, ()) * np.sqrt((now + day) / days)
        self._z = np.stack([_both_ways(rng, (WITHIN_RUNS,)) for _ in range(2)])

    def _draw_day(
        self, rng: np.random.Generator, spread: float, chance: float, days: int
    ) -> Floats:
        """Variances of a day without chance: the default, or as far as the days tell.

        From five days on the variance of all days is drawn as their own suggests, its share of
        `chance` being taken as even before (Daniels 1999), and `chance` is taken out.
        """
        if days < OWN_DAYS_FROM:
            return np.full(_DRAWS, DEFAULT_DAY**2 * spread**2)
        own = float(self._series.rates.var(ddof=1))
        drawn = own * (days - 1.0) / rng.chisquare(days + 1.0, _DRAWS)
        day: Floats = np.maximum(drawn - chance, 0.0)
        return day

    def power(self, change: float) -> float:
        """The chance that a change of the rate is declared within four runs."""
        level = np.clip(self._mean + self._shift + change, 0.5 / (self._size + 1.0), 1.0 - 1e-4)
        logits = np.log(level / (1.0 - level))[:, None] + self._day[:, None] * self._z[0]
        chances = 1.0 / (1.0 + np.exp(-logits))
        chance = np.sqrt(self._share * chances * (1.0 - chances) / self._size)
        drawn = np.clip(chances + chance * self._z[1], 0.0, 1.0)
        declared = np.zeros(_DRAWS, dtype=bool)
        for run in range(WITHIN_RUNS, 0, -1):  # the last look declares most, and is asked first
            left = np.flatnonzero(~declared)
            if len(left):
                declared[left] = self._moved(drawn[left, :run])
        return float(declared.mean())

    def _moved(self, drawn: Floats) -> NDArray[np.bool_]:
        """Whether the newest of the drawn runs, shape (draws, runs), is told as moved."""
        draws, runs = drawn.shape
        past, sizes = self._series, np.full(runs, self._size)
        coming = np.full((draws, runs), self._variance)
        rates = np.hstack([np.tile(past.rates, (draws, 1)), drawn])
        variances = np.hstack([np.tile(past.variances, (draws, 1)), coming])
        found = strength(rates, np.concatenate([past.sizes, sizes]), variances, self._error)
        moved: NDArray[np.bool_] = found.moved >= 1.0
        return moved


def _both_ways(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Standard normal draws, each with its opposite: their mean is that of the law."""
    half = rng.standard_normal((_DRAWS // 2, *shape))
    both: Floats = np.concatenate([half, -half])
    return both
