"""How much comes first: priority from expected effect times reach, and the one order of advice.

Invariant: the order is decided here and stored as the rank; every list, digest, report and tool
shows it unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from presence.analysis.types import Level, Priority, Recommendation

EFFORT_COST: Final[dict[Level, float]] = {"Info": 1.0, "Low": 1.0, "Medium": 2.0, "High": 4.0}
# Points of the overall score that a unit of effort may bring.
_HIGH_RATE: Final = 1.5
_MEDIUM_RATE: Final = 0.15
_RANK: Final[dict[Priority, int]] = {"High": 0, "Medium": 1, "Low": 2}
_GRADES: Final = "ABCD"


def priority_of(gain: float, effort: Level, at_most: Priority = "High") -> Priority:
    """Priority of an expected gain in points; `at_most` is what the evidence allows."""
    rate = gain / EFFORT_COST[effort]
    earned: Priority = "High" if rate >= _HIGH_RATE else "Medium" if rate >= _MEDIUM_RATE else "Low"
    return max(earned, at_most, key=lambda priority: _RANK[priority])


def ranked(found: Iterable[Recommendation]) -> tuple[Recommendation, ...]:
    """What empties the product first, then by priority, expected gain per effort, grade, title."""
    return tuple(
        sorted(
            found,
            key=lambda r: (
                not r.blocking,
                _RANK[r.priority],
                -r.expected_gain / EFFORT_COST[r.effort],
                _GRADES.index(r.grade),
                r.title,
                r.source_ref,
            ),
        )
    )
