"""Names what is missing where a gap opens: the category of the gap.

Invariant: the category follows from the question and from the stored answers alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from presence.analysis.scoring import Observation

CONTENT_STRUCTURE: Final = "content structure"
BRAND_AUTHORITY: Final = "brand authority"
CONTENT_DEPTH: Final = "content depth"
CITATIONS: Final = "citations"
FRESHNESS: Final = "freshness"
COMPARISON: Final = "comparison"
PRICING: Final = "pricing"
REVIEWS: Final = "reviews"
CATEGORIES: Final = (
    CONTENT_STRUCTURE, BRAND_AUTHORITY, CONTENT_DEPTH, CITATIONS, FRESHNESS, COMPARISON,
    PRICING, REVIEWS,
)  # fmt: skip

_PRICING = re.compile(
    r"\b(?:pric(?:e[sd]?|ing)|costs?|cheap(?:er|est)?|affordable|budget|fees?|how much|"
    r"precios?|prix|tarifs?|preise?|kosten|kostet|prezz[oi]|preços?|prijs|prijzen)\b|价格|価格|가격",
    re.IGNORECASE,
)
_REVIEWS = re.compile(
    r"\b(?:reviews?|ratings?|rated|testimonials?|trustworthy|reputable|worth it|complaints?|"
    r"opiniones|avis|bewertung(?:en)?|erfahrungen|recensioni|avaliações|ervaringen)\b",
    re.IGNORECASE,
)
_FRESH = re.compile(
    r"\b(?:latest|newest|new|recent|recently|this year|right now|currently|upcoming|trends?|"
    r"20[2-4]\d|neueste[rn]?|nouveautés|novedades|novità)\b",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"\b(?:vs\.?|versus|compared?|comparison|difference between|better than|alternatives?|"
    r"vergleich|comparaison|comparación|confronto|alternativen?)\b",
    re.IGNORECASE,
)


def coverage_category(observations: Sequence[Observation], threshold_share: float) -> str:
    """Category of a coverage gap.

    A question kind the brand's pages lack outright names itself; else "content structure" when
    an own passage came near (`threshold_share` of the answers found it), else "content depth".
    """
    asked = _by_question(observations)
    if asked:
        return asked
    return CONTENT_STRUCTURE if threshold_share > 0.0 else CONTENT_DEPTH


def competitor_category(
    observations: Sequence[Observation], winner: str, competing: Collection[str] = ()
) -> str:
    """Category of a competitor gap; `competing` are hosts of others in the market.

    In order: what the question itself asks for; third parties cited while the brand is not
    ("citations"); the winner's own pages cited for a how-to or problem ("content depth", or
    "content structure" when an own page was considered too); else "brand authority".
    """
    asked = _by_question(observations)
    if asked:
        return asked
    cited = [c for o in observations for c in o.extraction.citations or () if c.kind == "cited"]
    winners_pages = sum(c.owner == winner for c in cited)
    others = [c for c in cited if c.domain not in competing]
    third = sum(c.source_class in ("editorial", "community", "reference") for c in others)
    if third > winners_pages:
        return CITATIONS
    intent = observations[0].answer.prompt.intent
    if winners_pages or intent in ("how-to", "problem"):
        return CONTENT_STRUCTURE if _own_page_considered(observations) else CONTENT_DEPTH
    return BRAND_AUTHORITY


def _by_question(observations: Sequence[Observation]) -> str | None:
    prompt = observations[0].answer.prompt
    if _PRICING.search(prompt.text):
        return PRICING
    if _REVIEWS.search(prompt.text):
        return REVIEWS
    if prompt.intent == "comparison" or _COMPARE.search(prompt.text):
        return COMPARISON
    return FRESHNESS if _FRESH.search(prompt.text) else None


def _own_page_considered(observations: Sequence[Observation]) -> bool:
    """Whether a source of the brand was retrieved without being cited in some answer."""
    for o in observations:
        if any(c.owner == "brand" and c.kind == "retrieved" for c in o.extraction.citations or ()):
            return True
        best = max((p.score for p in o.answer.raw.passages if p.cited), default=0.0)
        near = [p for p in o.answer.raw.passages if p.owner == "brand" and not p.cited]
        if any(p.score >= 0.8 * best > 0.0 for p in near):
            return True
    return False
