"""How the readings of trending queries are made, in the words shown beside them.

Invariant: windows and limits are read from where they are used, never written down again.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.scoring.formulas import Metric
from presence.analysis.trends.queries import (
    DIFFICULTIES,
    HARD_LIMITS,
    LEAST_BASE,
    SATURATED_LIMITS,
    SATURATIONS,
    WINDOW,
)

_DAYS: Final = WINDOW.days
_NONE: Final = "None: an index of recorded searches, marked as estimated"


def _bands(names: tuple[str, ...], limits: tuple[float, ...]) -> str:
    """ "Low up to 0.5, Medium up to 0.8, above that High"."""
    levels = (f"{name} up to {limit:g}" for name, limit in zip(names, limits, strict=False))
    return f"{', '.join(levels)}, above that {names[-1]}"


TREND_METRICS: Final = (
    Metric(
        "aiDemand", "AI Demand",
        f"Answers of the last {_DAYS} days that searched for the query ÷ answers of those days"
        " × 100. No provider publishes how often people ask, so no volume is claimed.",
        "score100", _NONE,
    ),
    Metric(
        "contentSaturation", "Content Saturation",
        "Effective number of domains cited for the query: e to the entropy of their shares."
        f" {_bands(SATURATIONS, SATURATED_LIMITS)}.",
        "level", _NONE,
    ),
    Metric(
        "rankingDifficulty", "Ranking Difficulty",
        "Share of citations on the three most cited domains + ⅓ × share on reference and"
        f" institutional sites. {_bands(DIFFICULTIES, HARD_LIMITS)}.",
        "level", _NONE,
    ),
    Metric(
        "growthRate", "Growth Rate",
        f"(Demand of the last {_DAYS} days ÷ demand of the {_DAYS} days before − 1) × 100; “New”"
        f" where fewer than {LEAST_BASE} answers had searched for it before.",
        "percent", _NONE,
    ),
)  # fmt: skip
