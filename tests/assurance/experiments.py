"""Experiments say "worked" when something worked, and only then; what was spoiled is called so.

Invariant: worlds enter as the answers of assistants (counts per question, run and assistant, with
a day everybody shares and questions of unlike rates), never as the changes the verdict tests.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt

import numpy as np

from presence.analysis.experiments import (
    Circumstances,
    LotQuestion,
    Registration,
    RunSnapshot,
    Verdict,
    draw_controls,
    draw_treated,
    judge_experiment,
    noise_of_change,
    noise_of_question,
    smallest_effect,
)
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = ("api/presence/analysis/experiments",)

NULL_WORLDS = 1_000
PLANTED_WORLDS = 400
SPOILED_WORLDS = 100
NULL_AT_MOST = 0.05
POWER_AT_LEAST = 0.78
QUESTIONS, BEFORE, AFTER, ANSWERS = 60, 4, 4, 6
_UNIT = 0.05
_ENGINES = {"a": "a-1", "b": "b-1"}
_SPOILS = ("model-break", "overlap", "questions-removed", "too-few-runs", "other-engines")


@dataclass(frozen=True)
class World:
    """A brand's questions, and how its answers vary: day to day, and question by question."""

    rng: np.random.Generator
    base: np.ndarray
    day: float

    def run(
        self, name: str, treated: frozenset[int] = frozenset(), effect: float = 0.0
    ) -> RunSnapshot:
        """One run; `effect` is added to the rate of treated questions."""
        shock = self.rng.normal(0.0, self.day)
        cells = {}
        for at, base in enumerate(self.base):
            for engine in _ENGINES:
                rate = 1.0 / (1.0 + np.exp(-(base + shock)))
                rate = min(1.0, max(0.0, rate + effect * (at in treated)))
                cells[key_of(at), engine] = self.rng.binomial(ANSWERS, rate) / ANSWERS
        return RunSnapshot(name, cells, _ENGINES)


def key_of(at: int) -> str:
    """A panel key."""
    return f"q{at:03}"


def world(rng: np.random.Generator, questions: int = QUESTIONS) -> World:
    """A world with a day's shock of 0 to 0.3 on the logit scale."""
    return World(rng, rng.normal(-0.6, 0.8, questions), float(rng.uniform(0.0, 0.3)))


def registered(
    of: World, before: list[RunSnapshot], how: str, treated: int
) -> tuple[Registration, float | None]:
    """An experiment as the product registers it, and the smallest effect it promises to see.

    `how` is "lowest" (the questions named least, as gaps are), "random" or "by-lot".
    """
    rates = [{key: _rate(run, key) for key, _ in run.cells} for run in before]
    keys = [key_of(at) for at in range(len(of.base))]
    lot = [
        LotQuestion(key, float(np.mean([run[key] for run in rates])), "ab"[n % 2], "discovery")
        for n, key in enumerate(keys)
    ]
    seed = int(of.rng.integers(2**31))
    if how == "by-lot":
        draw = draw_treated([lot[n] for n in of.rng.permutation(len(lot))[: 2 * treated]], seed)
    else:
        order = of.rng.permutation(len(lot))
        if how == "lowest":
            order = np.argsort([one.rate for one in lot], kind="stable")
        draw = draw_controls([lot[n] for n in order[:treated]], lot, seed)
    noise = noise_of_change(noise_of_question(rates, ANSWERS * len(_ENGINES)), BEFORE, AFTER)
    unit = _seen(len(draw.treated), len(draw.controls))
    seen = None if unit is None else min(1.0, unit * noise / _UNIT)
    plan = Registration(
        brand="b",
        change="c",
        page="",
        metric="mentionRate",
        assignment="chosen",
        treated=draw.treated,
        controls=draw.controls,
        donors=False,
        baseline=tuple(run.id for run in before),
        starts_at="",
        ends_at="",
        runs_planned=AFTER,
        effect=100.0 * (seen or 1.0),
        detectable=None if seen is None else 100.0 * seen,
        power=0.8,
        seed=seed,
        registered_late=False,
    )
    return plan, seen


@cache
def _seen(treated: int, controls: int) -> float | None:
    """What arms of this size see, at a noise of `_UNIT`; it is in proportion to the noise."""
    return smallest_effect(_UNIT, treated, controls, 1)


def _rate(run: RunSnapshot, key: str) -> float:
    return float(np.mean([run.cells[key, engine] for engine in _ENGINES]))


def verdict_in(rng: np.random.Generator, how: str, planted: bool, spoil: str = "") -> Verdict:
    """The verdict of one experiment in a world of its own."""
    of = world(rng)
    before = [of.run(f"b{n}") for n in range(BEFORE)]
    plan, seen = registered(of, before, how, int(rng.integers(4, 11)))
    if seen is None or not plan.controls:
        return "too early"
    treated = frozenset(int(key[1:]) for key in plan.treated)
    effect = seen if planted else 0.0
    after = [of.run(f"a{n}", treated, effect) for n in range(AFTER)]
    return judge_experiment(plan, before, *_spoiled(plan, after, spoil)).verdict


def _spoiled(
    plan: Registration, after: list[RunSnapshot], spoil: str
) -> tuple[list[RunSnapshot], Circumstances]:
    asked = {*plan.treated, *plan.controls}
    if spoil == "questions-removed":
        asked -= set(plan.controls[: len(plan.controls) // 2])
    if spoil == "too-few-runs":
        after = after[:1]
    if spoil == "model-break":
        after = [*after[:2], *(replace(run, models={"a": "a-2", "b": "b-1"}) for run in after[2:])]
    if spoil == "other-engines":
        after = [
            RunSnapshot(run.id, {(key, f"{e}x"): v for (key, e), v in run.cells.items()}, {})
            for run in after
        ]
    seen = Circumstances(asked=asked, window_ended=True, overlaps=spoil == "overlap")
    return after, seen


def measure(
    seed: int, nulls: int, planted: int, spoiled: int, deadline: Deadline
) -> tuple[dict[str, float], int, bool]:
    """(counts, violations, complete) of that many worlds of each sort."""
    rng = np.random.default_rng(seed)
    counts: dict[str, float] = {}
    violations, complete = 0, True
    for how in ("random", "by-lot", "lowest"):
        name = how.replace("-", "").capitalize()
        for sort, worlds in (("null", nulls), ("planted", planted)):
            found: Counter[Verdict] = Counter()
            for _ in range(worlds):
                if deadline.passed:
                    complete = False
                    break
                found[verdict_in(rng, how, sort == "planted")] += 1
            made = max(1, found.total())
            worked = found["worked"] / made
            counts[f"{sort}{name}Worlds"] = found.total()
            counts[f"{sort}{name}Worked"] = round(worked, 4)
            error = 1.96 * sqrt(max(worked * (1 - worked), 1e-4) / made)
            counts[f"{sort}{name}Error"] = round(error, 4)
            bad = worked > NULL_AT_MOST if sort == "null" else worked < POWER_AT_LEAST
            violations += bad
    for spoil in _SPOILS:
        for _ in range(spoiled):
            said = verdict_in(rng, "random", planted=True, spoil=spoil)
            violations += said != "spoiled"
    counts["spoiledWorlds"] = spoiled * len(_SPOILS)
    return counts, violations, complete


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """1,000 null and 400 planted worlds for each way to choose, 500 spoiled; no database."""
    found = await asyncio.to_thread(
        measure, seed, NULL_WORLDS, PLANTED_WORLDS, SPOILED_WORLDS, deadline
    )
    return Outcome(*found)
