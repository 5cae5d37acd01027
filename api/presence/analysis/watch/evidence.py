"""Whether an engine answers as it did: evidence of days, added up with a bound on false alarms.

Each day's distance is ranked among those of its reference days: an exact permutation p, because
under no change every one of the days is as likely to be the farthest. Beyond the farthest reference
day, p is taken to fall with the square of the distance, as slowly as a tail with a variance can. p
becomes a bet, e = .05 p^-.95 and at most 50, of mean at most 1; bets multiply over days in a
Shiryaev-Roberts sum, R = e (1 + R).

Invariant: for days that can be exchanged, the mean time to a false alarm is at least `ALARM` days.
Sources: Vovk and others, Testing exchangeability on-line (2003); Phipson and Smyth (2010); Shin,
Ramdas and Rinaldo, E-detectors (2024): R reaches a threshold of c after c days or more on average.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from presence.analysis.watch.distance import LEAST_ANSWERS, WatchSeries, day_distances

REFERENCE_DAYS: Final = 56  # eight weeks: every weekday eight times
LEAST_REFERENCE: Final = 28  # four whole weeks
LAG_DAYS: Final = 7  # the newest days are never in their own reference
ALARM: Final = 400.0  # days between false alarms of one engine, at least
LEAST_DISTANCE: Final = 4.0  # a farthest reference day nearer than this is taken to be this far
MOST_OF_A_DAY: Final = 50.0  # one day alone is an incident, not a change
_MOST_EVIDENCE: Final = 1e9
_BET: Final = 0.05
_TAIL: Final = 2.0

WatchState = Literal["learning", "no answers", "steady", "doubtful", "changed"]


@dataclass(frozen=True, slots=True)
class DayVerdict:
    """What is known after a day.

    `distance` is in units of the farthest reference day (1 is as far as it), None as `p` where the
    day could not be judged. `evidence` is the sum R to hand on to the next day; at `ALARM` the
    engine has changed, most likely `since` days before (0 is today).
    """

    state: WatchState
    evidence: float
    distance: float | None = None
    p: float | None = None
    since: int | None = None
    reference_days: int = 0


def judge_day(series: WatchSeries, before: float, *, alarm: float = ALARM) -> DayVerdict:
    """Judge the newest day of a series that begins after the last change, oldest day first.

    `before` is the evidence of the day before, 0 for a first one. A day with too few answers
    leaves it as it is.
    """
    today = len(series.values) - 1
    if today < 0 or series.answered[today].sum() < LEAST_ANSWERS:
        return DayVerdict("no answers", before)
    bag, known = _bag(series, today)
    if known < LEAST_REFERENCE:
        return DayVerdict("learning", before, reference_days=known)
    distance, p = _ranked(bag)
    evidence = min(_bet(p) * (1.0 + before), _MOST_EVIDENCE)
    if evidence < alarm:
        state: WatchState = "doubtful" if evidence >= alarm / 20.0 else "steady"
        return DayVerdict(state, evidence, distance, p, reference_days=known)
    since = _since(series, today)
    return DayVerdict("changed", evidence, distance, p, since, known)


def _bet(p: float) -> float:
    """What a day's p multiplies the evidence by; its mean is at most 1 when nothing changed."""
    return float(min(_BET * p ** (_BET - 1.0), MOST_OF_A_DAY))


def _bag(series: WatchSeries, today: int) -> tuple[WatchSeries, int]:
    """The reference days that have answers, then today; and how many reference days they are."""
    last = today - LAG_DAYS + 1
    chosen = series.answered.sum(axis=1) >= LEAST_ANSWERS
    places = np.flatnonzero(chosen[: max(last, 0)])[-REFERENCE_DAYS:]
    keep = np.zeros(len(chosen), dtype=np.bool_)
    keep[places] = True
    keep[today] = True
    return series.only(keep), len(places)


def _ranked(bag: WatchSeries) -> tuple[float, float]:
    """Today's distance by the farthest reference day's, and its p."""
    distances = day_distances(bag)
    today, others = float(distances[-1]), distances[:-1]
    farthest = max(float(others.max()), LEAST_DISTANCE)
    reached = int((others >= today).sum())
    ratio = max(today, 0.0) / farthest
    p = (1.0 + reached) / (len(others) + 1.0)
    return ratio, p * min(1.0, ratio**-_TAIL) if ratio > 1.0 else p


def _since(series: WatchSeries, today: int) -> int:
    """How many days ago the change most likely began: where evidence since then is largest."""
    best, total, at = 0.0, 0.0, 0
    for back in range(min(LAG_DAYS, today + 1)):
        day = today - back
        if series.answered[day].sum() < LEAST_ANSWERS:
            continue
        keep = _bag_of(series, day, today)
        total += float(np.log(_bet(_ranked(keep)[1])))
        if total > best:
            best, at = total, back
    return at


def _bag_of(series: WatchSeries, day: int, today: int) -> WatchSeries:
    """A day among the reference of today."""
    known = series.answered.sum(axis=1) >= LEAST_ANSWERS
    places = np.flatnonzero(known[: today - LAG_DAYS + 1])[-REFERENCE_DAYS:]
    return series.only(np.isin(np.arange(len(known)), [*places, day]))
