"""Checks the intervals against panels whose true value is known.

Invariant: trials are seeded, so the table is the same on every machine. Run the full check with
`python -m presence.analysis.scoring.calibration`.

A panel draws each prompt's true rate from a beta distribution around the panel's true rate (with
two intra-prompt correlations), and then its answers. For the score, each answer that names the
brand also gets a position that varies by prompt and by answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Literal

import numpy as np

from presence.analysis.scoring.change import change_verdict
from presence.analysis.scoring.intervals import (
    Floats,
    clustered_bounds,
    design_effect,
    rate_bounds,
)

PROMPTS: Final = (5, 10, 25, 75, 150)
RATES: Final = (0.02, 0.1, 0.5, 0.9)
CORRELATIONS: Final = (0.05, 0.3)
ANSWERS_PER_PROMPT: Final = 6
FULL_TRIALS: Final = 2000
SEED: Final = 20_261_121
FEW: Final = 10
NULL_TRIALS: Final = 1000
NULL_LIMIT: Final = 0.06
RECORD: Final = "calibration.json"
Kind = Literal["rate", "score"]
_SHIFTS: Final = (-1, 0, 1)
_PLACES: Final = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How often the interval contained the true value in one kind of panel."""

    kind: Kind
    prompts: int
    rate: float
    correlation: float
    coverage: float
    width: float

    @property
    def sparse(self) -> bool:
        """Whether fewer than ten mentions are expected; the interval may then be conservative."""
        return self.prompts * ANSWERS_PER_PROMPT * self.rate < FEW - 1e-9

    def acceptable(self, slack: float = 0.0) -> bool:
        """Whether coverage is 93-97 %, or up to 100 % if sparse. `slack` allows for few trials."""
        upper = 1.0 if self.sparse else 0.97 + slack
        return 0.93 - slack <= self.coverage <= upper


def _true_rates(
    prompts: int, rate: float, correlation: float, trials: int, rng: np.random.Generator
) -> Floats:
    size = 1.0 / correlation - 1.0
    return rng.beta(rate * size, (1.0 - rate) * size, (trials, prompts))


def rate_coverage(
    prompts: int, rate: float, correlation: float, trials: int, seed: int
) -> Coverage:
    """Coverage of the cluster-aware Wilson interval of a pooled rate."""
    rng = np.random.default_rng(seed)
    chances = _true_rates(prompts, rate, correlation, trials, rng)
    values = rng.binomial(ANSWERS_PER_PROMPT, chances) / ANSWERS_PER_PROMPT
    mean = values.mean(axis=1)
    effect = design_effect(
        mean,
        values.var(axis=1, ddof=1),
        (values > 0.0).sum(axis=1).astype(np.float64),
        (values < 1.0).sum(axis=1).astype(np.float64),
        prompts,
        float(ANSWERS_PER_PROMPT),
    )
    low, high = rate_bounds(mean, prompts * ANSWERS_PER_PROMPT / effect, prompts)
    inside = (low <= rate) & (rate <= high)
    return Coverage(
        "rate", prompts, rate, correlation, float(inside.mean()), float((high - low).mean())
    )


def score_coverage(
    prompts: int, rate: float, correlation: float, trials: int, seed: int
) -> Coverage:
    """Coverage of the interval of Content AI Visibility (position-weighted mentions)."""
    rng = np.random.default_rng(seed)
    chances = _true_rates(prompts, rate, correlation, trials, rng)[:, :, None]
    shape = (trials, prompts, ANSWERS_PER_PROMPT)
    named = rng.random(shape) < chances
    usual = rng.choice(_PLACES, (trials, prompts, 1))
    places = np.maximum(usual + rng.choice(_SHIFTS, shape), 1)
    values = (named / (1.0 + 0.1 * (places - 1))).mean(axis=2)
    worth = np.mean(
        [1.0 / (1.0 + 0.1 * (max(place + shift, 1) - 1)) for place in _PLACES for shift in _SHIFTS]
    )
    truth = rate * float(worth)
    _, low, high = clustered_bounds(values, float(ANSWERS_PER_PROMPT), seed)
    inside = (low <= truth) & (truth <= high)
    return Coverage(
        "score", prompts, rate, correlation, float(inside.mean()), float((high - low).mean())
    )


def coverage_table(trials: int = FULL_TRIALS, seed: int = SEED) -> Iterator[Coverage]:
    """Coverage of both interval kinds over the whole grid, in a fixed order."""
    step = 0
    for kind in ("rate", "score"):
        of = rate_coverage if kind == "rate" else score_coverage
        for prompts in PROMPTS:
            for rate in RATES:
                for correlation in CORRELATIONS:
                    step += 1
                    yield of(prompts, rate, correlation, trials, seed + step)


@dataclass(frozen=True, slots=True)
class NullChange:
    """How often "moved" was reported although nothing had changed."""

    trials: int
    moved: float

    @property
    def acceptable(self) -> bool:
        """Whether the event occurred in at most 6 % of the trials."""
        return self.moved <= NULL_LIMIT


def null_change(trials: int = NULL_TRIALS, seed: int = SEED, prompts: int = 25) -> NullChange:
    """Simulates paired runs of panels whose true rates do not change between them."""
    rng = np.random.default_rng(seed)
    moved = 0
    for trial in range(trials):
        rate, correlation = (
            RATES[trial % len(RATES)],
            CORRELATIONS[(trial // len(RATES)) % len(CORRELATIONS)],
        )
        chances = _true_rates(prompts, rate, correlation, 1, rng)[0]
        before, after = rng.binomial(ANSWERS_PER_PROMPT, chances, (2, prompts))
        moved += (
            change_verdict(list((after - before) / ANSWERS_PER_PROMPT), trial).verdict == "moved"
        )
    return NullChange(trials, moved / trials)


def calibrate(
    trials: int = FULL_TRIALS, null_trials: int = NULL_TRIALS, seed: int = SEED
) -> dict[str, Any]:
    """The whole check as one record: every cell, the null changes, and whether all held."""
    cells = list(coverage_table(trials, seed))
    null = null_change(null_trials, seed)
    outside = sum(not cell.acceptable() for cell in cells) + (not null.acceptable)
    return {
        "seed": seed,
        "counts": {"cells": len(cells), "trialsPerCell": trials, "nullTrials": null.trials},
        "violations": outside,
        "passed": outside == 0,
        "cells": [
            {
                "kind": cell.kind,
                "prompts": cell.prompts,
                "rate": cell.rate,
                "correlation": cell.correlation,
                "covered": round(cell.coverage, 4),
                "width": round(cell.width, 4),
                "fewMentions": cell.sparse,
            }
            for cell in cells
        ],
        "nullMoved": round(null.moved, 4),
    }


def recorded() -> dict[str, Any] | None:
    """The last full check recorded beside this module, for the method page."""
    file = files(__package__).joinpath(RECORD)
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Print the full check as JSON; exit status 1 when a cell is outside its bounds."""
    found = calibrate()
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0 if found["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
