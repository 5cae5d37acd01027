"""What is known of single prompts, and which of them changed.

Invariant: a percentage needs five pooled answers, and a list of changed prompts is corrected for
the many comparisons it is made of (Benjamini-Hochberg, 10 %).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Final, Literal

import numpy as np

from presence.analysis.scoring.change import benjamini_hochberg, model_changed
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
    """One reading per prompt, by prompt id. Pass the pooled observations of the last runs."""
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


@dataclass(frozen=True, slots=True)
class PromptChange:
    """Mentions of one prompt before and after, over the engines that answered both times.

    `points` (0..100) only where both sides have five answers; p None when nothing was tested.
    """

    prompt_id: str
    named_before: int
    answers_before: int
    named_after: int
    answers_after: int
    points: float | None
    p_value: float | None
    verdict: Literal["moved", "within noise", "not enough data", "model changed"]


def prompt_changes(
    before: Sequence[Observation], after: Sequence[Observation]
) -> tuple[PromptChange, ...]:
    """Changes of all prompts both sides have, by prompt id.

    Fisher's exact test per prompt; "moved" are the discoveries at a false discovery rate of 10 %
    among the prompts tested. A changed model is said of every prompt and nothing is tested.
    """
    old, new = by_prompt(before), by_prompt(after)
    found = [_change(key, old[key], new[key]) for key in sorted(old.keys() & new.keys())]
    if model_changed(before, after):
        blank = {"points": None, "p_value": None, "verdict": "model changed"}
        return tuple(replace(item, **blank) for item in found)  # type: ignore[arg-type]  # fields by name
    tested = [item for item in found if item.p_value is not None]
    moved = benjamini_hochberg([item.p_value or 0.0 for item in tested])
    discovered = {
        item.prompt_id for item, discovery in zip(tested, moved, strict=True) if discovery
    }
    return tuple(
        replace(item, verdict="moved") if item.prompt_id in discovered else item for item in found
    )


def _change(key: str, old: Sequence[Observation], new: Sequence[Observation]) -> PromptChange:
    shared = {o.engine_id for o in old} & {o.engine_id for o in new}
    sides = [[o for o in side if o.engine_id in shared] for side in (old, new)]
    (a, n), (b, m) = ((sum(o.extraction.brand_named for o in s), len(s)) for s in sides)
    if min(n, m) < PERCENT_FROM_ANSWERS:
        return PromptChange(key, a, n, b, m, None, None, "not enough data")
    points = 100.0 * (b / m - a / n)
    return PromptChange(key, a, n, b, m, points, fisher_exact(a, n, b, m), "within noise")


def fisher_exact(a: int, n: int, b: int, m: int) -> float:
    """Two-sided p of `a` of `n` against `b` of `m`: tables no likelier than the observed one."""
    total, hits = n + m, a + b
    ways = comb(total, hits)
    chances = {
        x: comb(n, x) * comb(m, hits - x) / ways for x in range(max(0, hits - m), min(n, hits) + 1)
    }
    observed = chances[a] * (1.0 + _TIE)
    return min(1.0, sum(chance for chance in chances.values() if chance <= observed))
