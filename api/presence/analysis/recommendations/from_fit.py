"""Turns weak spots of audience fit into recommendations.

Invariant: each names the item that is weak and quotes the passage it was judged on, or says that
none was found.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.recommendations.grades import FIT_SUPPORT
from presence.analysis.types import AudienceFit, BrandProfile, EvidenceRef, Recommendation

CATEGORY: Final = "Audience"
_WEAK_BELOW: Final = 6.0
_TONE_BELOW: Final = 60.0
_LONGEST_AUDIENCE: Final = 120
_ADVICE: Final = {
    "needs": "say in plain words which needs of {audience} you meet, one sentence each",
    "vocabulary": "use the words {audience} use themselves in headings and first sentences",
    "use cases": "describe situations in which {audience} use what you offer",
    "constraints": "state the limits {audience} care about: price, time, place, compatibility",
}
_TITLES: Final = {
    "needs": "Say which needs of your customers you meet",
    "vocabulary": "Use the words your customers use",
    "use cases": "Describe when your customers need what you offer",
    "constraints": "State your limits: price, time, place, compatibility",
}


def fit_recommendations(profile: BrandProfile, fit: AudienceFit) -> list[Recommendation]:
    """One recommendation per weak item (below 6 of 10), one for tone below 60 %."""
    audience = _inside(profile.audience.strip()[:_LONGEST_AUDIENCE]) or "your audience"
    found = [
        _recommendation(
            title=_TITLES.get(item.name.lower(), f"Speak to {item.name}"),
            description=f"On your main pages, {_advice(item.name, audience)}.",
            evidence=(EvidenceRef("passage", item.source, quote=item.quote, detail=item.name),)
            if item.quote
            else (),
            ref=item.name,
            missing=(_WEAK_BELOW - item.score) / 10.0,
        )
        for item in fit.items
        if item.score < _WEAK_BELOW
    ]
    if fit.tone_match < _TONE_BELOW:
        found.append(_tone(fit))
    return found


def _inside(text: str) -> str:
    """A phrase as it stands inside a sentence; names of one word and acronyms keep their case."""
    first, _, rest = text.partition(" ")
    plain = first[1:].islower() and rest[:1].islower()
    return text[:1].lower() + text[1:] if plain else text


def _advice(name: str, audience: str) -> str:
    return _ADVICE.get(name.lower(), "cover “" + name + "” for {audience}").format(
        audience=audience
    )


def _tone(fit: AudienceFit) -> Recommendation:
    return _recommendation(
        title=f"Write in one tone: {fit.tone_match:.0f} % is {fit.tone}",
        description=f"Rewrite the passages that are not {fit.tone.lower()}, main pages first.",
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
    """`missing` is the distance to the mark (0..1); fit is not part of the overall score, so the
    gain is that distance alone; no effect on answers was measured, so the priority is Low."""
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
