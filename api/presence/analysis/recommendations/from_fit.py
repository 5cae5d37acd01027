"""Turns weaknesses in audience fit into recommendations.

Invariant: all weak items form one action with a list, and each item quotes the passage it was
judged by, if one was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from presence.analysis.gaps.advice_words import listed, place_of
from presence.analysis.language import base_language
from presence.analysis.recommendations.grades import FIT_SUPPORT
from presence.analysis.types import (
    AudienceFit,
    BrandProfile,
    EvidenceRef,
    FitItem,
    Recommendation,
)
from presence.analysis.types.offer import OfferKind

CATEGORY: Final = "Audience"
_WEAK_BELOW: Final = 6.0
_TONE_BELOW: Final = 60.0
_LONGEST_AUDIENCE: Final = 60
# An audience description that says nothing more than that there is one.
_ANYBODY: Final = frozenset({"customers", "clients", "everyone", "everybody", "people", "all"})
_ADVICE: Final = {
    "needs": "say which of their needs you meet, one sentence each",
    "vocabulary": "use their words in headings and first sentences",
    "use cases": "describe when they need what you offer",
    "constraints": "state {limits}",
}
_LIMITS: Final = "price, time and place"
_LIMITS_OF: Final[dict[OfferKind, str]] = {
    "software": "price, what it works with and what it does not do",
    "product": "price, sizes and delivery",
    "shop": "price, delivery and returns",
    "marketplace": "fees, who may take part and where",
    "open-source": "what it runs on, its license and what it does not do",
    "non-profit": "who can have it, when and where",
    "public-body": "who can have it, when and where",
    "media": "what it is about, how often it comes out and what it costs",
}


def fit_recommendations(
    profile: BrandProfile, fit: AudienceFit, kind: OfferKind | None = None
) -> list[Recommendation]:
    """At most one recommendation for all items below 6 of 10, and one for tone below 60 %."""
    weak = [item for item in fit.items if item.score < _WEAK_BELOW]
    found = [_words(profile, weak, kind)] if weak else []
    if fit.tone_match < _TONE_BELOW:
        found.append(_tone(fit))
    return found


def _words(
    profile: BrandProfile, weak: Sequence[FitItem], kind: OfferKind | None
) -> Recommendation:
    audience = profile.audience.strip().rstrip(".")
    if base_language(profile.language) == "en":
        audience = _inside(audience)
    named = 0 < len(audience) <= _LONGEST_AUDIENCE and audience.lower() not in _ANYBODY
    whom = audience if named else "your customers"
    limits = _LIMITS_OF.get(kind, _LIMITS) if kind else _LIMITS
    steps = [_advice(item.name).format(limits=limits) for item in weak]
    worst = min((item for item in weak if item.source), key=lambda item: item.score, default=None)
    begin = f" Begin with {place_of(worst.source)}." if worst is not None else ""
    return _recommendation(
        title=f"Write for {whom}: {steps[0]}",
        description=f"On your main pages, {listed(steps)}.{begin}",
        evidence=tuple(
            EvidenceRef("passage", item.source, quote=item.quote, detail=item.name)
            for item in weak
            if item.quote
        ),
        ref="words",
        missing=max((_WEAK_BELOW - item.score) / 10.0 for item in weak),
    )


def _inside(text: str) -> str:
    """A phrase in the form used inside a sentence; one-word names and acronyms keep their case."""
    first, _, rest = text.partition(" ")
    plain = first[1:].islower() and rest[:1].islower()
    return text[:1].lower() + text[1:] if plain else text


def _advice(name: str) -> str:
    return _ADVICE.get(name.lower(), f"cover “{name}”")


def _tone(fit: AudienceFit) -> Recommendation:
    return _recommendation(
        title=f"Keep one tone: only {fit.tone_match:.0f} % of your text reads {fit.tone.lower()}",
        description=(
            "Choose the tone that suits your customers and rewrite the passages in another one, "
            "your home page first."
        ),
        evidence=(),
        ref="tone",
        missing=(_TONE_BELOW - fit.tone_match) / 100.0,
    )


def _recommendation(
    *,
    title: str,
    description: str,
    evidence: tuple[EvidenceRef, ...],
    ref: str,
    missing: float,
) -> Recommendation:
    """Build a recommendation whose gain is `missing`, the distance to the target (0..1).

    Fit is not part of the overall score, so the gain is that distance alone; no effect on answers
    was measured, so the priority is Low.
    """
    return Recommendation(
        category=CATEGORY,
        priority="Low",
        title=title,
        description=description,
        grade=FIT_SUPPORT.grade,
        effort="Medium",
        evidence=evidence,
        expected_gain=round(missing, 3),
        source_kind="fit",
        source_ref=ref,
        key=f"fit:{ref}",
        why=FIT_SUPPORT.reason,
    )
