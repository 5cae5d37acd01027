"""What to do next, one recommendation per distinct cause, with why and how sure.

Invariant: nothing is recommended without a cause found in this run, and the order is expected
gain divided by effort.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from presence.analysis.recommendations.from_findings import finding_recommendations
from presence.analysis.recommendations.from_fit import fit_recommendations
from presence.analysis.recommendations.from_gaps import gap_recommendations
from presence.analysis.recommendations.grades import GEO_BASELINE, GEO_CAUTION, GEO_EFFECTS
from presence.analysis.types import (
    AudienceFit,
    AuditReport,
    BrandProfile,
    ContentGap,
    Recommendation,
)

__all__ = ["EFFORT_COST", "GEO_BASELINE", "GEO_CAUTION", "GEO_EFFECTS", "recommend"]

EFFORT_COST: Final = {"Info": 1.0, "Low": 1.0, "Medium": 2.0, "High": 4.0}
_GRADE_ORDER: Final = "ABCD"


def recommend(
    profile: BrandProfile,
    gaps: Sequence[ContentGap],
    audit: AuditReport | None,
    fit: AudienceFit | None,
    prompts: int | None = None,
) -> tuple[Recommendation, ...]:
    """Recommendations ordered by expected gain / effort, then grade, title.

    `expected_gain` is in points of the overall score and orders the list; it is not a promise.
    """
    found: list[Recommendation] = []
    if audit is not None:
        found += finding_recommendations(audit)
    found += gap_recommendations(gaps, prompts)
    if fit is not None:
        found += fit_recommendations(profile, fit)
    return tuple(
        sorted(
            found,
            key=lambda r: (
                -r.expected_gain / EFFORT_COST[r.effort],
                _GRADE_ORDER.index(r.grade),
                r.title,
                r.source_ref,
            ),
        )
    )
