"""Brands whose level, days and answers are known, for the promise of the planner.

Invariant: nothing here knows how a change is judged or planned, and no world was tuned on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from presence.analysis.changes import MetricHistory, judge_history, shared_series, smallest_visible
from presence.analysis.changes.history import Floats

GAP_DAYS = 7.0
RUNS = 4


@dataclass(frozen=True, slots=True)
class Known:
    """A brand named at `rate`; `likeness` correlates a question's answers, also over time.

    `day` is the sd of a day on the logit scale, `weeks` were analyzed before anything changes.
    """

    rate: float
    day: float
    likeness: float
    questions: int
    engines: int
    samples: int
    weeks: int


@dataclass(frozen=True, slots=True)
class Kept:
    """How often the planned change was declared within four runs, up and down; NaN: no room."""

    up: float
    down: float
    median_points: float


def power(world: Known, trials: int, futures: int, seed: int) -> Kept:
    """Plan on a history each, plant the change that was named, and judge the next four runs."""
    rng = np.random.default_rng(seed)
    told: dict[float, list[bool]] = {1.0: [], -1.0: []}
    named = []
    for _ in range(trials):
        base = _bases(world, rng)
        past = _answers(world, base, world.weeks, rng)
        series = shared_series(_history(world, past))
        points = None if series is None else smallest_visible(series, GAP_DAYS, seed=1).points
        if points is None:
            continue
        named.append(points)
        for sign, declared in told.items():
            moved = _moved(base, sign * points / 100.0)
            if moved is not None:
                for _ in range(futures):
                    future = _answers(world, moved, RUNS, rng)
                    declared.append(_declared(world, np.hstack([past, future])))
    up, down = (float(np.mean(told[sign])) if told[sign] else float("nan") for sign in (1.0, -1.0))
    return Kept(up, down, float(np.median(named)))


def _bases(world: Known, rng: np.random.Generator) -> Floats:
    """Logits by cell: questions differ as much as `likeness` says, engines a little."""
    spread = (1.0 - world.likeness) / world.likeness
    rates = rng.beta(world.rate * spread, (1.0 - world.rate) * spread, (world.questions, 1))
    inside = np.clip(rates, 1e-3, 1.0 - 1e-3)
    shift = 0.2 * rng.standard_normal((1, world.engines))
    logits: Floats = (np.log(inside / (1.0 - inside)) + shift).reshape(-1)
    return logits


def _moved(base: Floats, change: float) -> Floats | None:
    """The logits after a change of the mean rate, the same for every cell; None without room."""
    wanted = float(_expit(base).mean()) + change
    if not 0.005 < wanted < 0.995:
        return None
    low, high = -15.0, 15.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if float(_expit(base + middle).mean()) < wanted:
            low = middle
        else:
            high = middle
    return base + low


def _answers(world: Known, base: Floats, weeks: int, rng: np.random.Generator) -> Floats:
    chances = _expit(base[:, None] + world.day * rng.standard_normal(weeks))
    return rng.binomial(world.samples, chances).astype(np.float64)


def _history(world: Known, hits: Floats) -> MetricHistory:
    among = np.full_like(hits, float(world.samples))
    questions = np.repeat(np.arange(world.questions), world.engines)
    return MetricHistory(
        hits, among, questions, GAP_DAYS * np.arange(hits.shape[1], dtype=np.float64)
    )


def _declared(world: Known, hits: Floats) -> bool:
    looks = range(world.weeks + 1, world.weeks + RUNS + 1)
    return any(
        judge_history(_history(world, hits[:, :weeks]), GAP_DAYS).verdict == "moved"
        for weeks in looks
    )


def _expit(x: Floats) -> Floats:
    value: Floats = 1.0 / (1.0 + np.exp(-x))
    return value
