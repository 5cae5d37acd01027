"""What to do next, one recommendation per distinct cause, with why and how sure.

Invariant: nothing is recommended without a cause found in this run, and the order is that of
`ranking`.
"""

from __future__ import annotations

from collections.abc import Sequence

from presence.analysis.recommendations.from_findings import finding_recommendations
from presence.analysis.recommendations.from_fit import fit_recommendations
from presence.analysis.recommendations.from_gaps import gap_recommendations
from presence.analysis.recommendations.from_silence import (
    Silence,
    closed_pages,
    silence_recommendations,
    silences_examined,
)
from presence.analysis.recommendations.grades import GEO_BASELINE, GEO_CAUTION, GEO_EFFECTS
from presence.analysis.recommendations.ranking import EFFORT_COST, ranked
from presence.analysis.types import (
    AudienceFit,
    AuditReport,
    BrandProfile,
    ContentGap,
    Passage,
    Recommendation,
)
from presence.analysis.types.offer import OfferKind

__all__ = ["EFFORT_COST", "GEO_BASELINE", "GEO_CAUTION", "GEO_EFFECTS", "examined", "recommend"]


def recommend(
    profile: BrandProfile,
    gaps: Sequence[ContentGap],
    audit: AuditReport | None,
    fit: AudienceFit | None,
    prompts: int | None = None,
    kind: OfferKind | None = None,
    own: Sequence[Passage] = (),
    year: int | None = None,
) -> tuple[Recommendation, ...]:
    """Recommendations in the one order everything shows them in (`ranking`).

    `own` are the brand's passages, read for what none of them says; `year` is the current one.
    `expected_gain` is in points of the overall score and orders the list; it is not a promise.
    """
    found: list[Recommendation] = []
    if audit is not None:
        found += finding_recommendations(audit)
    names = [competitor.name for competitor in profile.competitors]
    found += gap_recommendations(gaps, prompts, kind, names)
    site = Silence(own, closed_pages(audit), kind, profile.language, year)
    found += silence_recommendations(site, gaps, prompts or len({gap.prompt_id for gap in gaps}))
    if fit is not None:
        found += fit_recommendations(profile, fit, kind)
    return ranked(found)


def examined(
    profile: BrandProfile,
    gaps: Sequence[ContentGap],
    audit: AuditReport | None,
    kind: OfferKind | None = None,
    own: Sequence[Passage] = (),
    year: int | None = None,
) -> frozenset[str]:
    """The keys of what `recommend` looked for on the pages and would have named, had it lacked.

    What else it recommends was examined if there are gaps, an audit or a fit.
    """
    return silences_examined(Silence(own, closed_pages(audit), kind, profile.language, year), gaps)
