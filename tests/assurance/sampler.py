"""Samples given out by the sampler save most of what known rates would, and bias nothing.

Brands are simulated for half a year of weekly runs. The first two ask all cells equally often; each
later one is planned by the product from the counts of the runs before it. Compared with the equal
plan and with Neyman's plan for the true rates, both of as many calls. Invariants, at plans of 2, 3
and 5 samples: from a brand's ninth run on at least 80 % of what Neyman's plan takes from the
variance, where questions keep their rates; the mean off by at most .2 points, for rare, common and
middling names alone too; never more calls or money than the equal plan; intervals cover as often as
those of the equal plan and are no wider. Earlier runs, and brands whose questions turned round or
were replaced, are counted apart: they save less, because less is known.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from presence.analysis.changes import MetricHistory, shared_series
from presence.analysis.sampling import (
    HISTORY_RUNS,
    LEAST_RUNS,
    CellHistory,
    allocate,
    answer_variances,
    inverse_weights,
)
from presence.analysis.scoring.content import VisibilityMatrix, visibility_interval
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.sampler_worlds import (
    WEEKS,
    Floats,
    World,
    draw_kind,
    make_world,
    true_mean,
)
from tests.conftest import Place

COVERS = (
    "api/presence/analysis/sampling",
    "api/presence/analysis/scoring/content.py",
    "api/presence/analysis/scoring/intervals.py",
    "api/presence/analysis/changes/history.py",
    "tests/assurance/sampler.py",
    "tests/assurance/sampler_worlds.py",
)

PLANS: Final = (2, 3, 5)
LEAST_SHARE: Final = 0.80
MOST_BIAS: Final = 0.2
LESS_COVERED: Final = 0.02  # below the equal plan's, of the same brands
LEAST_COVERED: Final = 0.935
LEARNT: Final = 9  # the first run that is held to the promise
PHASES: Final = ((3, 4), (5, 8), (9, 16), (17, 26))  # runs of a brand, first and last
JUDGED_WEEKS: Final = (13, 19, 25)
REPEATS: Final = 50  # draws of each run's answers, to see a bias of a tenth of a point
WORSE: Final = 0.02  # of the equal plan's variance
Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Scale:
    """How many brands live half a year at each plan."""

    brands: int


FULL: Final = Scale(300)
QUICK: Final = Scale(5)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """300 brands at each of three plans; needs no database."""
    return await asyncio.to_thread(lambda: run(FULL, seed, deadline))


@dataclass(slots=True)
class Sums:
    """What was seen at one plan.

    `by_run` holds, by the number of a run and whether questions kept their rates, pairs of what the
    sampler and Neyman's plan took from the equal plan's variance (0..1).
    """

    runs: int = 0
    over: int = 0
    by_run: dict[tuple[int, bool], list[tuple[float, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    off: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    covered: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    widths: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


def run(scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Let all brands of a scale live; stops at the deadline."""
    counts: dict[str, float] = {}
    violations, complete = 0, True
    for plan, root in zip(PLANS, np.random.SeedSequence(seed).spawn(len(PLANS)), strict=True):
        sums, lived = Sums(), 0
        for child in root.spawn(scale.brands):
            if deadline.passed:
                break
            rng = np.random.default_rng(child)
            _live(make_world(draw_kind(rng), rng), plan, rng, sums)
            lived += 1
        complete &= lived == scale.brands
        found = _counts(sums)
        counts |= {f"plan{plan}.{name}": value for name, value in found.items()}
        violations += len(broken(found))
    return Outcome(counts, violations, complete)


def broken(found: dict[str, float]) -> list[str]:
    """The names of the promises that do not hold for one plan's counts."""
    checks = {
        "share": found["share"] >= LEAST_SHARE,
        "over": found["overPlan"] == 0,
        "bias": all(abs(v) <= MOST_BIAS for k, v in found.items() if k.startswith("bias")),
        "covered": all(
            found[f"{kind}Covered"]
            >= min(found[f"{kind}CoveredEqual"] - LESS_COVERED, LEAST_COVERED)
            for kind in ("panel", "score")
        ),
        "width": all(
            found[f"{kind}Width"] <= found[f"{kind}WidthEqual"] for kind in ("panel", "score")
        ),
    }
    return [name for name, holds in checks.items() if not holds]


def _live(world: World, plan: int, rng: np.random.Generator, sums: Sums) -> None:
    """One brand's weekly runs, planned as the product plans them and asked twice: equally too."""
    shape = world.rates.shape
    named, asked = np.zeros(shape), np.zeros(shape)
    equal_named, equal_asked = np.zeros(shape), np.zeros(shape)
    for week in range(WEEKS):
        cells = np.flatnonzero(world.answering[:, week])
        equal = np.full(len(cells), plan)
        given = equal
        if week >= LEAST_RUNS:
            given = _planned(world, named, asked, cells, week, plan)
        rates = world.rates[cells, week]
        named[cells, week] = rng.binomial(given, rates)
        asked[cells, week] = given
        equal_named[cells, week] = rng.binomial(equal, rates)
        equal_asked[cells, week] = equal
        if week >= LEAST_RUNS:
            _compare(world, week, cells, given, plan, sums)
            _estimate(rates, given, rng, sums)
        if world.kind.turns is None and week in JUDGED_WEEKS:
            _intervals(world, week, (named, asked), (equal_named, equal_asked), rng, sums)


def _planned(
    world: World, named: Floats, asked: Floats, cells: np.ndarray, week: int, plan: int
) -> np.ndarray:
    """The product's plan from the counts of the runs it looks back on."""
    back = slice(max(0, week - HISTORY_RUNS), week)
    history = [
        CellHistory(
            str(world.question[cell]),
            str(world.engine[cell]),
            int(named[cell, back].sum()),
            int(asked[cell, back].sum()),
        )
        for cell in cells
    ]
    return np.array(allocate(answer_variances(history), plan, week, world.cost[cells]))


def _compare(
    world: World, week: int, cells: np.ndarray, given: np.ndarray, plan: int, sums: Sums
) -> None:
    """Variances of the panel's mean under the plan, the equal plan and Neyman's."""
    rates, usual, cost = world.rates[cells, week], world.usual[cells, week], world.cost[cells]
    variances = rates * (1.0 - rates)
    best = np.array(allocate(usual * (1.0 - usual), plan, week, cost))
    equal = variances.sum() / plan
    saved = 1.0 - float((variances / given).sum()) / equal
    could = 1.0 - float((variances / best).sum()) / equal
    sums.runs += 1
    sums.over += bool(given.sum() > plan * len(cells))
    sums.over += bool((given * cost).sum() > plan * cost.sum() * (1.0 + 1e-6))
    sums.over += bool(given.min() < 1)
    settled = world.kind.turns is None and not world.kind.edited
    sums.by_run[week + 1, settled].append((saved, could))


def _estimate(rates: Floats, given: np.ndarray, rng: np.random.Generator, sums: Sums) -> None:
    """How far the mean of cells, and the weighted rate, are off in points."""
    truth = float(rates.mean())
    named = rng.binomial(given, rates, (REPEATS, len(rates))).mean(axis=0)
    off = 100.0 * (float((named / given).mean()) - truth)
    weights = np.array(inverse_weights([int(n) for n in given]))
    pooled = float((named * weights).sum() / (given * weights).sum())
    level = "Rare" if truth < 0.2 else "Common" if truth > 0.6 else "Middling"
    sums.off["bias"].append(off)
    sums.off[f"bias{level}"].append(off)
    sums.off["biasPooled"].append(100.0 * (pooled - truth))


def _intervals(
    world: World,
    week: int,
    sampled: tuple[Floats, Floats],
    equal: tuple[Floats, Floats],
    rng: np.random.Generator,
    sums: Sums,
) -> None:
    """A week's intervals: of the score over questions, and of this panel's own mean."""
    truth = true_mean(world, week, rng)
    for suffix, (every_named, every_asked) in (("", sampled), ("Equal", equal)):
        named, asked = every_named[:, : week + 1], every_asked[:, : week + 1]
        matrix = _matrix(world, named[:, -1], asked[:, -1])
        found = visibility_interval(matrix, seed=1)
        sums.covered[f"scoreCovered{suffix}"].append(found.low <= truth <= found.high)
        sums.widths[f"scoreWidth{suffix}"].append(100.0 * (found.high - found.low))
        days = 7.0 * np.arange(week + 1, dtype=np.float64)
        series = shared_series(MetricHistory(named, asked, world.question, days, True))
        if series is None:
            continue
        cells = (asked[:, -1] > 0.0) & ((asked > 0.0).sum(axis=1) > 1)
        own = float(world.rates[cells, week].mean())
        half = Z * float(np.sqrt(series.variances[-1]))
        sums.covered[f"panelCovered{suffix}"].append(abs(series.rates[-1] - own) <= half)
        sums.widths[f"panelWidth{suffix}"].append(200.0 * half)


def _matrix(world: World, named: Floats, asked: Floats) -> VisibilityMatrix:
    engines = len(world.kind.generosity)
    values = np.divide(named, asked, out=np.full(len(named), np.nan), where=asked > 0.0)
    table = values.reshape(-1, engines)
    rows, columns = ~np.isnan(table).all(axis=1), ~np.isnan(table).all(axis=0)
    kept = table[rows][:, columns]
    names = [tuple(str(n) for n in np.flatnonzero(kept_of)) for kept_of in (rows, columns)]
    return VisibilityMatrix(kept, names[0], names[1], int(asked.sum()))


def _counts(sums: Sums) -> dict[str, float]:
    found: dict[str, float] = {
        "runs": sums.runs,
        "overPlan": sums.over,
        "share": _share(sums, LEARNT, WEEKS, (True,)),
        "shareChangedBrands": _share(sums, LEARNT, WEEKS, (False,)),
        **{
            f"shareRuns{first}To{last}": _share(sums, first, last, (True, False))
            for first, last in PHASES
        },
    }
    every = np.array([pair for pairs in sums.by_run.values() for pair in pairs])
    found["saved"], found["couldSave"] = (round(float(v), 4) for v in every.mean(axis=0))
    found["runsWorseThanEqual"] = round(float((every[:, 0] < -WORSE).mean()), 4)
    found |= {name: round(float(np.mean(off)), 4) for name, off in sorted(sums.off.items())}
    found |= {name: round(float(np.mean(seen)), 4) for name, seen in sums.covered.items()}
    found |= {name: round(float(np.mean(wide)), 3) for name, wide in sums.widths.items()}
    return found


def _share(sums: Sums, first: int, last: int, settled: tuple[bool, ...]) -> float:
    """What was saved in these runs by what Neyman's plan would have saved; 0 without any."""
    pairs = [
        pair
        for number in range(first, last + 1)
        for kept in settled
        for pair in sums.by_run[number, kept]
    ]
    saved, could = np.array(pairs).sum(axis=0) if pairs else (0.0, 1.0)
    return round(float(saved / could), 4)
