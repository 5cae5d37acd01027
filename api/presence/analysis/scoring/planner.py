"""Computes how many samples and prompts it takes to detect a change of a given size.

Invariant: variances are observed ones (between prompts, within a prompt); nothing is assumed about
a panel that was not measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import numpy as np

from presence.analysis.scoring.intervals import cluster_quantile
from presence.analysis.scoring.observations import Observation, by_prompt

MAX_SAMPLES: Final = 25


@dataclass(frozen=True, slots=True)
class Spread:
    """Variance of visibility between prompts and within a prompt (both on the 0..1 scale)."""

    between: float
    within: float


def observed_spread(observations: Sequence[Observation]) -> Spread | None:
    """Spread over prompts with repeated answers; None with fewer than two prompts or no repeat."""
    groups = [[o.visibility for o in group] for group in by_prompt(observations).values()]
    repeated = [np.var(group, ddof=1) for group in groups if len(group) > 1]
    if len(groups) < 2 or not repeated:
        return None
    within = float(np.mean(repeated))
    sizes = float(np.mean([len(group) for group in groups]))
    between = float(np.var([np.mean(group) for group in groups], ddof=1)) - within / sizes
    return Spread(max(between, 0.0), within)


def detectable_points(spread: Spread, prompts: int, samples: int) -> float:
    """Smallest ± change in points (0..100) that the interval of a paired change resolves.

    The same prompts are asked again, so only the within-prompt variance of both runs counts.
    """
    variance = 2.0 * spread.within / (prompts * samples)
    return 100.0 * cluster_quantile(prompts) * math.sqrt(variance)


def samples_needed(spread: Spread, prompts: int, points: float) -> int:
    """Samples per prompt to detect ± `points`.

    Raises ValueError unless prompts >= 2 and points > 0.
    """
    if prompts < 2 or points <= 0.0:
        raise ValueError("samples_needed needs prompts >= 2 and points > 0")
    t = cluster_quantile(prompts)
    needed = 2.0 * spread.within * (100.0 * t / points) ** 2 / prompts
    return max(1, math.ceil(needed))


@dataclass(frozen=True, slots=True)
class SamplePlan:
    """What it takes to detect a change of ± `points`: `answers` = samples x prompts x engines."""

    points: float
    samples: int
    prompts: int
    engines: int
    answers: int
    cost: Decimal | None

    @property
    def sentence(self) -> str:
        """The plan as a sentence."""
        cost = "" if self.cost is None else f", costing about ${self.cost:.2f}"
        questions = f"{self.prompts} question{'' if self.prompts == 1 else 's'}"
        times = "once each" if self.samples == 1 else f"{self.samples} times each"
        points = f"{self.points:g} point{'' if self.points == 1 else 's'}"
        return f"To detect a change of {points}, ask each assistant {questions}, {times}{cost}."


def plan_for(
    spread: Spread,
    points: float,
    prompts: int,
    engines: int = 1,
    cost_per_answer: Decimal | None = None,
) -> SamplePlan:
    """The cheapest plan for a paired change of ± `points`, from the observed spread.

    Keeps the panel as long as `MAX_SAMPLES` samples suffice; otherwise more prompts are needed. The
    engines' answers to one prompt count as samples of it. Raises ValueError as `samples_needed`
    does.
    """
    wanted = samples_needed(spread, prompts, points)
    while math.ceil(wanted / engines) > MAX_SAMPLES:
        prompts = math.ceil(prompts * 1.25)
        wanted = samples_needed(spread, prompts, points)
    samples = math.ceil(wanted / engines)
    answers = samples * prompts * engines
    cost = None if cost_per_answer is None else cost_per_answer * answers
    return SamplePlan(points, samples, prompts, engines, answers, cost)
