"""The smallest sustained change that the verdict would declare, before the runs are made.

Invariant: the power is that of the rule itself: future days are drawn around the level and the
spread seen so far, with what is not yet known of both, and judged by `evidence.strength`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.changes.evidence import DEFAULT_DAY, OWN_DAYS_FROM, look_error, strength
from presence.analysis.changes.history import Floats, SharedSeries

POWER: Final = 0.80
WITHIN_RUNS: Final = 4
_DRAWS: Final = 300
_STEPS: Final = 9
_SPARE: Final = 0.03  # above the power asked for, against the error of the draws


@dataclass(frozen=True, slots=True)
class Visible:
    """The smallest change seen within four runs with four chances in five; None: none yet."""

    points: float | None

    @property
    def sentence(self) -> str:
        """What the next runs can show, as a sentence."""
        if self.points is None:
            return "Can see no change yet: more analyses are needed."
        return f"Can see a change of {self.points:.0f} points with four chances in five."


def smallest_visible(
    series: SharedSeries, gap_days: float, seed: int, sample_factor: float = 1.0
) -> Visible:
    """Smallest sustained change in points (0..100) that four more runs declare with chance .80.

    `gap_days` lie between runs, `sample_factor` is the number of answers of a coming run by that of
    the newest one. The change must be seen in either direction that the level leaves room for.
    """
    future = _Future(series, look_error(gap_days), seed, sample_factor)
    level = float(np.mean(series.rates))
    seen = [_smallest(future, sign, room) for sign, room in ((1.0, 1.0 - level), (-1.0, level))]
    found = [points for points in seen if points is not None]
    if not found:
        return Visible(None)
    points = max(found)
    wide = [room for room, own in ((1.0 - level, seen[0]), (level, seen[1])) if own is None]
    # A direction in which nothing is seen must have no room for the change named.
    if any(room >= points for room in wide):
        return Visible(None)
    return Visible(100.0 * points)


def _smallest(future: _Future, sign: float, room: float) -> float | None:
    high = room * 0.98
    if future.power(sign * high) < POWER + _SPARE:
        return None
    low = 0.0
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        if future.power(sign * middle) < POWER + _SPARE:
            low = middle
        else:
            high = middle
    return high


class _Future:
    """Draws of the next runs; the same draws for every size of change, so power is monotone."""

    def __init__(self, series: SharedSeries, error: float, seed: int, factor: float) -> None:
        rng = np.random.default_rng(seed)
        self._series, self._error = series, error
        days = len(series.rates)
        self._mean = float(series.rates.mean())
        self._size = float(series.sizes[-1]) * factor
        self._inside = (self._size * self._mean + 0.5) / (self._size + 1.0)
        spread = self._inside * (1.0 - self._inside)
        self._chance = float(series.variances.mean() * series.sizes.mean()) / self._size
        self._share = min(1.0, self._chance * self._size / spread)
        self._day = self._draw_day(rng, spread, days)
        noise = self._chance + self._day**2 * spread**2
        self._shift = rng.standard_normal(_DRAWS) * np.sqrt(noise / days)
        self._z = rng.standard_normal((2, _DRAWS, WITHIN_RUNS))

    def _draw_day(self, rng: np.random.Generator, spread: float, days: int) -> Floats:
        """Standard deviations of a day on the logit scale: the default, or as far as is known.

        What the days cannot tell apart from chance is filled up with the default, which counts as
        much as one day does.
        """
        if days < OWN_DAYS_FROM:
            return np.full(_DRAWS, DEFAULT_DAY)
        total = max(float(self._series.rates.var(ddof=1)), self._chance)
        drawn = total * (days - 1.0) / rng.chisquare(days - 1.0, _DRAWS)
        left = np.maximum(drawn - self._chance, 0.0)
        known = (days - 1.0) * left / drawn
        day: Floats = np.sqrt((known * left / spread**2 + DEFAULT_DAY**2) / (known + 1.0))
        return day

    def power(self, change: float) -> float:
        """The chance that a change of the rate is declared within four runs."""
        level = np.clip(self._mean + self._shift + change, 0.5 / (self._size + 1.0), 1.0 - 1e-4)
        logits = np.log(level / (1.0 - level))[:, None] + self._day[:, None] * self._z[0]
        chances = 1.0 / (1.0 + np.exp(-logits))
        chance = np.sqrt(self._share * chances * (1.0 - chances) / self._size)
        drawn = np.clip(chances + chance * self._z[1], 0.0, 1.0)
        past = np.repeat(self._series.rates[None, :], _DRAWS, axis=0)
        before = np.repeat(self._series.variances[None, :], _DRAWS, axis=0)
        declared = np.zeros(_DRAWS, dtype=bool)
        for run in range(1, WITHIN_RUNS + 1):
            rates = np.concatenate([past, drawn[:, :run]], axis=1)
            sizes = np.concatenate([self._series.sizes, np.full(run, self._size)])
            variances = np.concatenate([before, np.full((_DRAWS, run), self._chance)], axis=1)
            declared |= strength(rates, sizes, variances, self._error).moved >= 1.0
        return float(declared.mean())
