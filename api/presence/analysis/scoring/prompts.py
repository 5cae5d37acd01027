"""Readings of single prompts, and the exact test applied to their changes.

Invariant: a percentage needs five pooled answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np

from presence.analysis.scoring.intervals import Interval, wilson
from presence.analysis.scoring.observations import Observation, by_prompt

PERCENT_FROM_ANSWERS: Final = 5
_JUDGED: Final = {"positive": 1.0, "neutral": 0.5, "negative": 0.0}
_TIE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class PromptReading:
    """A prompt's pooled answers: `named` of `answers`; `rate` (0..1) only from five answers on."""

    prompt_id: str
    named: int
    answers: int
    rate: Interval | None
    position: float | None
    sentiment: float | None


def prompt_readings(observations: Sequence[Observation]) -> tuple[PromptReading, ...]:
    """One reading per prompt, by prompt id. Expects the pooled observations of the last runs."""
    return tuple(_reading(key, group) for key, group in by_prompt(observations).items())


def _reading(prompt_id: str, group: Sequence[Observation]) -> PromptReading:
    named = sum(o.extraction.brand_named for o in group)
    ranks = [rank for o in group if (rank := o.extraction.position_of("brand")) is not None]
    moods = [_JUDGED[o.extraction.sentiment] for o in group if o.extraction.sentiment]
    return PromptReading(
        prompt_id,
        named,
        len(group),
        wilson(named, len(group)) if len(group) >= PERCENT_FROM_ANSWERS else None,
        float(np.mean(ranks)) if ranks else None,
        100.0 * float(np.mean(sorted(moods))) if moods else None,
    )


def fisher_exact(a: int, n: int, b: int, m: int) -> float:
    """Two-sided p of `a` of `n` against `b` of `m`: tables no likelier than the observed one."""
    total, hits = n + m, a + b
    ways = comb(total, hits)
    chances = {
        x: comb(n, x) * comb(m, hits - x) / ways for x in range(max(0, hits - m), min(n, hits) + 1)
    }
    observed = chances[a] * (1.0 + _TIE)
    return min(1.0, sum(chance for chance in chances.values() if chance <= observed))
