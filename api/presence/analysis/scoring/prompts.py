"""Readings of single prompts.

Invariant: a percentage needs five pooled answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.scoring.intervals import Interval, wilson
from presence.analysis.scoring.observations import Observation, by_prompt

PERCENT_FROM_ANSWERS: Final = 5
_JUDGED: Final = {"positive": 1.0, "neutral": 0.5, "negative": 0.0}


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
