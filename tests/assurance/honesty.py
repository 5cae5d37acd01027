"""Unchanged brands are not told that they moved, and changes the planner names are declared.

Brands are simulated week by week and judged by the product's verdict on five metrics at once. Half
of what can go wrong goes wrong: engines drop out, panels are edited, samples change, days move.
Invariant: at most 5 % of unchanged brands are ever told "moved" in 52 weeks; a sustained change of
the planner's size is declared within four runs in at least 78 %, within 26 in at least 95 %.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.changes import (
    JudgedChange,
    MetricHistory,
    judge_history,
    rate_sequence,
    shared_series,
    smallest_visible,
)
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.honesty_worlds import (
    METRICS,
    WEEKS,
    Planted,
    World,
    draw_kind,
    make_world,
)
from tests.conftest import Place

COVERS = ("api/presence/analysis/changes", "tests/assurance/honesty.py")

GAP_DAYS: Final = 7.0
MOST_FALSE: Final = 0.05
LEAST_WITHIN_FOUR: Final = 0.78
LEAST_WITHIN_26: Final = 0.95
SOON, LATER = 4, 26


@dataclass(frozen=True, slots=True)
class Scale:
    """How many brands live a year, unchanged and with a planted change."""

    unchanged: int
    planted: int


FULL: Final = Scale(2_000, 1_000)
QUICK: Final = Scale(12, 12)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """2,000 unchanged brands and 1,000 with a planted change; needs no database."""
    return await asyncio.to_thread(lambda: run(FULL, seed, deadline))


def run(scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Judge all brands of a scale; stops at the deadline."""
    seeds = np.random.SeedSequence(seed).spawn(scale.unchanged + scale.planted)
    false = probable = looks = lived = 0
    for child in seeds[: scale.unchanged]:
        if deadline.passed:
            break
        rng = np.random.default_rng(child)
        told = [_year(make_world(draw_kind(rng), rng), metric) for metric in METRICS]
        lived += 1
        false += any(year.moved_at is not None for year in told)
        probable += sum(year.probable for year in told)
        looks += sum(year.looks for year in told)
    soon = later = named = silent = 0
    for child in seeds[scale.unchanged :]:
        if deadline.passed:
            break
        within = _declared_after(np.random.default_rng(child))
        silent += within is None
        if within is not None:
            named += 1
            soon += within <= SOON
            later += within <= LATER
    low, high = rate_sequence(false, lived)
    shares = {
        "everMoved": false / max(lived, 1),
        "withinFour": soon / max(named, 1),
        "within26": later / max(named, 1),
    }
    broken = [
        shares["everMoved"] > MOST_FALSE,
        shares["withinFour"] < LEAST_WITHIN_FOUR,
        shares["within26"] < LEAST_WITHIN_26,
    ]
    counts = {
        "brands": lived,
        "weeks": WEEKS,
        "looks": looks,
        "everMovedLow": round(low, 4),
        "everMovedHigh": round(high, 4),
        "looksProbablyMoving": round(probable / max(looks, 1), 4),
        "planted": named,
        "plannerSaidNoneYet": silent,
        **{name: round(share, 4) for name, share in shares.items()},
    }
    reached = lived == scale.unchanged and named + silent == scale.planted
    return Outcome(counts, sum(broken), complete=reached)


@dataclass(frozen=True, slots=True)
class _Year:
    moved_at: int | None
    probable: int
    looks: int


def _year(world: World, metric: str) -> _Year:
    """What the verdict says of one metric week by week, until it first says "moved"."""
    probable = 0
    for weeks in range(2, WEEKS + 1):
        verdict = _judged(world, metric, weeks).verdict
        if verdict == "moved":
            return _Year(weeks, probable, weeks - 1)
        probable += verdict == "probably moving"
    return _Year(None, probable, WEEKS - 1)


def _judged(world: World, metric: str, weeks: int) -> JudgedChange:
    return judge_history(_history(world, metric, weeks), GAP_DAYS)


def _history(world: World, metric: str, weeks: int) -> MetricHistory:
    return MetricHistory(
        world.hits[metric][:, :weeks],
        world.among[metric][:, :weeks],
        world.questions,
        world.days[:weeks],
        metric == "content",
    )


def _declared_after(rng: np.random.Generator) -> int | None:
    """Runs until a change of the planner's size in the content score is declared.

    27 if none of 26 runs declares it; None where the planner names no change. The year up to the
    change is drawn once: the same generator state makes it again with the change planted.
    """
    kind, week, seed = draw_kind(rng), int(rng.integers(3, WEEKS - LATER + 1)), rng.integers(2**32)
    before = make_world(kind, np.random.default_rng(seed), Planted(week, 0.0))
    series = shared_series(_history(before, "content", week))
    if series is None:
        return None
    points = smallest_visible(series, GAP_DAYS, seed=1).points
    if points is None:
        return None
    level, sign = float(series.rates.mean()), 1.0 if rng.random() < 0.5 else -1.0
    if not 0.0 < level + sign * points / 100.0 < 1.0:
        sign = -sign
    named, content = (before.hits[m][:, :week].sum() for m in ("mentionRate", "content"))
    per_point = named / content if content else 1.0 / 0.8
    world = make_world(kind, np.random.default_rng(seed), Planted(week, sign * points * per_point))
    for weeks in range(week + 1, week + LATER + 1):
        if _judged(world, "content", weeks).verdict == "moved":
            return weeks - week
    return LATER + 1
