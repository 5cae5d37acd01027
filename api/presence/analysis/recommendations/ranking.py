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


def priority_of(gain: float, effort: Level) -> Priority:
    """Priority of what is written, by its expected gain in points."""
    rate = gain / EFFORT_COST[effort]
    return "High" if rate >= _HIGH_RATE else "Medium" if rate >= _MEDIUM_RATE else "Low"


def ranked(found: Iterable[Recommendation]) -> tuple[Recommendation, ...]:
    """What empties the product first, then by priority; of equal priority what opens a page comes
    before what is written on one, then expected gain per effort, grade, title.
    """
    return tuple(
        sorted(
            found,
            key=lambda r: (
                not r.blocking,
                _RANK[r.priority],
                not r.opens_page,
                -r.expected_gain / EFFORT_COST[r.effort],
                _GRADES.index(r.grade),
                r.title,
                r.source_ref,
            ),
        )
    )
