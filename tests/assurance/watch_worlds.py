"""Simulated years of an engine's canary answers, by one who wants the watch to cry wolf.

Questions differ, answers to one question differ heavily from day to day, days move all answers at
once and one day is like the next, weekends are unlike weekdays, sources come and go, some days
nobody answers and on some only a few questions are. Invariant: nothing here knows how a change is
recognized; a world is what answers would show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.watch import FEATURES, WatchSeries

Floats = NDArray[np.float64]
DOMAINS: Final = 60
_SPREAD: Final = np.array(list(FEATURES.values())) * 2.0
_REFUSED: Final = list(FEATURES).index("refused")


@dataclass(frozen=True, slots=True)
class EngineKind:
    """What an engine is like. `day` is the sd of a day in sds of an answer, `alike` its likeness
    to the day before (AR 1), `week` what a weekend adds, `heavy` the degrees of freedom of answers.

    `drift` is what a year adds in sds, `dead` the share of days without answers, `patchy` of those
    with half of them or fewer; `churn` is the share of sources that are replaced over a year.
    """

    questions: int = 20
    day: float = 0.2
    alike: float = 0.3
    week: float = 0.2
    heavy: float = 5.0
    drift: float = 0.0
    dead: float = 0.01
    patchy: float = 0.02
    churn: float = 0.3
    cites: bool = True


@dataclass(frozen=True, slots=True)
class Swap:
    """Another model from a day on: every feature moves by `size` sds, up or down by lot.

    `part` is the share of features that move; `sources` the share of citations that are others.
    """

    day: int
    size: float = 1.0
    part: float = 0.6
    sources: float = 0.5


def draw_kind(rng: np.random.Generator) -> EngineKind:
    """An engine as there are: few and many questions, calm and restless, citing or not."""
    return EngineKind(
        questions=int(rng.choice([20, 20, 40, 80])),
        day=float(rng.uniform(0.0, 0.5)),
        alike=float(rng.uniform(0.0, 0.7)),
        week=float(rng.uniform(0.0, 0.5)),
        heavy=float(rng.uniform(2.5, 10.0)),
        drift=float(rng.choice([0.0, rng.uniform(0.0, 1.0)])),
        dead=float(rng.uniform(0.0, 0.05)),
        patchy=float(rng.uniform(0.0, 0.05)),
        churn=float(rng.uniform(0.0, 0.6)),
        cites=bool(rng.random() < 0.7),
    )


def make_year(
    kind: EngineKind, rng: np.random.Generator, swap: Swap | None = None, days: int = 365
) -> WatchSeries:
    """Canary answers of `days` days; without `swap` the engine is the same on all of them."""
    shape = (days, kind.questions, len(FEATURES))
    noise = rng.standard_t(kind.heavy, shape)
    shift = _days(kind, rng, days)
    if swap is not None:
        signs = rng.choice([-1.0, 1.0], len(FEATURES))
        moved = rng.random(len(FEATURES)) < swap.part
        shift[swap.day :] += swap.size * signs * moved
    values = rng.normal(0.0, 3.0, shape[1:]) + shift[:, None, :] + noise
    values *= _SPREAD
    values[:, :, _REFUSED] = rng.random(shape[:2]) < 0.01
    return WatchSeries(values, _answered(kind, rng, days), _cited(kind, rng, days, swap))


def calm(kind: EngineKind, **changed: float) -> EngineKind:
    """The kind with some of its traits changed."""
    return replace(kind, **changed)  # type: ignore[arg-type]


def _days(kind: EngineKind, rng: np.random.Generator, days: int) -> Floats:
    """What each day adds to every answer, shape (days, features)."""
    steps = rng.standard_normal((days, len(FEATURES)))
    shift = np.empty_like(steps)
    shift[0] = steps[0]
    for day in range(1, days):
        shift[day] = kind.alike * shift[day - 1] + np.sqrt(1.0 - kind.alike**2) * steps[day]
    weekend = (np.arange(days) % 7 >= 5)[:, None] * rng.choice([-1.0, 1.0], len(FEATURES))
    drift = np.linspace(0.0, 1.0, days)[:, None] * rng.choice([-1.0, 1.0], len(FEATURES))
    total: Floats = kind.day * shift + kind.week * weekend + kind.drift * drift
    return total


def _answered(kind: EngineKind, rng: np.random.Generator, days: int) -> NDArray[np.bool_]:
    share = np.full(days, 0.98)
    share[rng.random(days) < kind.patchy] = 0.5
    share[rng.random(days) < kind.dead] = 0.0
    answered: NDArray[np.bool_] = rng.random((days, kind.questions)) < share[:, None]
    return answered


def _cited(
    kind: EngineKind, rng: np.random.Generator, days: int, swap: Swap | None
) -> NDArray[np.bool_]:
    """Which domains an answer cites: a few of its question's own favourites."""
    if not kind.cites:
        return np.zeros((days, kind.questions, 0), dtype=np.bool_)
    chance = _favourites(rng, kind.questions)
    later = np.where(
        rng.random(chance.shape) < kind.churn, _favourites(rng, kind.questions), chance
    )
    grown = np.linspace(0.0, 1.0, days)[:, None, None]
    by_day = (1.0 - grown) * chance + grown * later
    if swap is not None:
        other = _favourites(rng, kind.questions)
        by_day[swap.day :] = (1.0 - swap.sources) * by_day[swap.day :] + swap.sources * other
    cited: NDArray[np.bool_] = rng.random(by_day.shape) < by_day
    return cited


def _favourites(rng: np.random.Generator, questions: int) -> Floats:
    weights = rng.pareto(1.0, (questions, DOMAINS))
    chances: Floats = np.clip(5.0 * weights / weights.sum(axis=1, keepdims=True), 0.0, 0.95)
    return chances
