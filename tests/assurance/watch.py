"""The engine watch finds a swapped model in two days and cries wolf at most once a year.

Years of canary answers without change are judged day by day, with days that are alike, weekends,
heavy tails, drift, dead days and sources that come and go; then models are swapped in them, and
the shares 4.22, 1.61 and 0.38 % of a cited domain are replayed.
Invariant: a violation is more than one false alarm a year at the upper end of its interval, fewer
than 90 % of swaps found within two days on which the engine answers, a replayed step missed in more
than 10 %, or a series without change that is cut in more than 5 %.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from presence.analysis.changes import rate_sequence
from presence.analysis.watch import (
    LEAST_ANSWERS,
    REFERENCE_DAYS,
    SharePoint,
    WatchSeries,
    judge_day,
    share_changes,
)
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.watch_worlds import Swap, draw_kind, make_year
from tests.conftest import Place

COVERS = ("api/presence/analysis/watch", "tests/assurance/watch.py")

MOST_A_YEAR: Final = 1.0
LEAST_YEARS: Final = 20  # of fewer, the interval is too wide to say anything
LEAST_FOUND: Final = 0.90
SWAP_DAY, AFTER, SIZE = 90, 10, 2.0
SOON: Final = 2
SHARES: Final = (0.0422, 0.0161, 0.0038)
STRETCH: Final = 28
ERROR: Final = 0.01
_KEPT: Final = REFERENCE_DAYS + 30


@dataclass(frozen=True, slots=True)
class Scale:
    """Years without change, swapped models, and series of a domain's share."""

    years: int
    swaps: int
    series: int


FULL: Final = Scale(years=200, swaps=300, series=1_000)
QUICK: Final = Scale(years=1, swaps=8, series=40)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """200 years, 300 swaps and 1,000 series; needs no database."""
    return await asyncio.to_thread(lambda: run(FULL, seed, deadline))


def run(scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Judge all worlds of a scale; stops at the deadline."""
    seeds = np.random.SeedSequence(seed).spawn(scale.years + scale.swaps + scale.series)
    swaps, years = seeds[: scale.swaps], seeds[scale.swaps :][: scale.years]
    soon = [_found_after(np.random.default_rng(s)) for s in swaps if not deadline.passed]
    cut = [_replay(np.random.default_rng(s)) for s in seeds[-scale.series :]]
    alarms = [_alarms(np.random.default_rng(s)) for s in years if not deadline.passed]
    false, lived = sum(alarms), len(alarms)
    found = sum(days <= SOON for days in soon)
    low, high = rate_sequence(found, len(soon)) if soon else (0.0, 1.0)
    most = _most_a_year(false, lived)
    missed = sum(not right for right, _ in cut)
    wrong = sum(cut_calm for _, cut_calm in cut)
    broken = [
        lived >= LEAST_YEARS and most > MOST_A_YEAR,
        bool(soon) and found < LEAST_FOUND * len(soon),
        missed > 0.10 * len(cut),
        wrong > 0.05 * len(cut),
    ]
    counts = {
        "years": lived,
        "falseAlarms": false,
        "falseAlarmsAYearHigh": round(most, 3),
        "swaps": len(soon),
        "foundWithinTwoDays": round(found / max(len(soon), 1), 4),
        "foundLow": round(low, 4),
        "foundHigh": round(high, 4),
        "neverFound": sum(days > AFTER for days in soon),
        "series": len(cut),
        "stepsMissed": missed,
        "calmSeriesCut": wrong,
    }
    return Outcome(counts, sum(broken), complete=lived == scale.years and len(soon) == scale.swaps)


def _most_a_year(alarms: int, years: int) -> float:
    """The upper end of a 95 % interval of alarms a year (Poisson; Byar's approximation)."""
    more = alarms + 1.0
    upper = more * (1.0 - 1.0 / (9.0 * more) + 1.96 / (3.0 * sqrt(more))) ** 3
    return upper / max(years, 1)


def _alarms(rng: np.random.Generator) -> int:
    """How often a year without change is called changed."""
    return len(_life(make_year(draw_kind(rng), rng)))


def _found_after(rng: np.random.Generator) -> int:
    """On which day with answers after a swap it is found; `AFTER` + 1 if not within `AFTER`."""
    series = make_year(draw_kind(rng), rng, Swap(SWAP_DAY, SIZE), days=SWAP_DAY + AFTER)
    answered = series.answered.sum(axis=1) >= LEAST_ANSWERS
    for day in _life(series):
        if day >= SWAP_DAY:
            return int(answered[SWAP_DAY : day + 1].sum())
    return AFTER + 1


def _life(series: WatchSeries) -> list[int]:
    """Days on which a change is announced; the watch begins anew where each began."""
    evidence, begun, announced = 0.0, 0, []
    for day in range(len(series.values)):
        told = judge_day(series.days(max(begun, day - _KEPT), day + 1), evidence)
        evidence = told.evidence
        if told.state == "changed":
            announced.append(day)
            begun, evidence = day - (told.since or 0), 0.0
    return announced


def _replay(rng: np.random.Generator) -> tuple[bool, bool]:
    """Whether both steps of the shares are found within a week, and a series without is cut."""
    day, among = float(rng.uniform(0.05, 0.3)), int(rng.integers(300, 1_500))
    steps = _series(np.repeat(SHARES, STRETCH), day, among, rng)
    found = [change.index for change in share_changes(steps, ERROR)]
    right = len(found) == 2 and all(
        abs(at - STRETCH * n) <= 7 for n, at in enumerate(found, start=1)
    )
    calm = _series(np.full(2 * STRETCH, rng.choice(SHARES)), day, among, rng)
    return right, bool(share_changes(calm, ERROR))


def _series(
    shares: np.ndarray, day: float, among: int, rng: np.random.Generator
) -> list[SharePoint]:
    logits = np.log(shares / (1.0 - shares)) + day * rng.standard_normal(len(shares))
    cited = rng.binomial(among, 1.0 / (1.0 + np.exp(-logits)))
    return [SharePoint(int(count), among) for count in cited]
