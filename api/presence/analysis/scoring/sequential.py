"""When sampling may stop early without invalidating the interval.

Invariant: stopping as soon as a 95 % interval looks narrow would cover less than 95 %, so the looks
are planned and share the error: each look's interval is made at 1 - 0.05 / looks. By the union
bound the interval at which sampling stops covers at least 95 %, whatever the reason for stopping.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from presence.analysis.scoring.intervals import CONFIDENCE, Interval, clustered_rate
from presence.analysis.scoring.observations import Observation, by_prompt

Reason = Literal["narrow enough", "last look", "samples cannot help", "go on"]
_HELPS: Final = 0.98


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the answers so far: the interval to report if sampling stops here, and why."""

    interval: Interval | None
    stop: bool
    reason: Reason


def look(
    named: Sequence[int], answers: Sequence[int], points: float, number: int, looks: int
) -> Look:
    """Decide after look `number` (from 1) of at most `looks` planned ones.

    `named[i]` of `answers[i]` answers of prompt i so far name the brand; the goal is an interval of
    ± `points` (0..100). Sampling also stops if the prompts differ so much that even all the
    remaining samples would leave the interval as wide. Raises ValueError for an unplanned look.
    """
    if not 1 <= number <= looks or points <= 0.0:
        raise ValueError("look needs 1 <= number <= looks and points > 0")
    interval = clustered_rate(named, answers, 1.0 - (1.0 - CONFIDENCE) / looks)
    if interval is not None and 50.0 * (interval.high - interval.low) <= points:
        return Look(interval, True, "narrow enough")
    if number == looks:
        return Look(interval, True, "last look")
    if interval is not None and _hopeless(named, answers, looks / number):
        return Look(interval, True, "samples cannot help")
    return Look(interval, False, "go on")


def look_at(observations: Sequence[Observation], points: float, number: int, looks: int) -> Look:
    """`look` at the mention rate of observations."""
    groups = by_prompt(observations).values()
    named = [sum(o.extraction.brand_named for o in group) for group in groups]
    return look(named, [len(group) for group in groups], points, number, looks)


def _hopeless(named: Sequence[int], answers: Sequence[int], growth: float) -> bool:
    """Whether the variance between prompts alone keeps the interval as wide as it is.

    With `growth` times the answers, only the variance within prompts shrinks.
    """
    pairs = [(x, n) for x, n in zip(named, answers, strict=True) if n > 1]
    if len(pairs) < 2:
        return False
    rates = [x / n for x, n in pairs]
    mean = sum(rates) / len(rates)
    observed = sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1)
    within = sum(r * (1.0 - r) / (n - 1) for r, (_, n) in zip(rates, pairs, strict=True))
    within /= len(pairs)
    if observed <= 0.0:
        return False
    left = max(observed - within, 0.0) + within / growth
    return left >= _HELPS * observed
