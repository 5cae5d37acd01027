"""Clauses that follow the category in the description: "… that catches unsafe migrations".

Invariant: a clause is used verbatim except for the possessor: "your tables" become "my tables"; one
about the brand itself is not used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.language.english_nouns import is_plural
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer

_MOST_WORDS = 12
_MOST_RELATIVE = 6  # words in a "that …" clause, which a question cannot carry in full
_CLAUSE: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"^,?\s*((?:that|which|with|without|made from|made of|for)\s+[^.;:!?()|]+)", re.IGNORECASE
    ),
    "de": re.compile(r"^,?\s*((?:mit|ohne|aus|für)\s+[^.;:!?()|,]+)", re.IGNORECASE),
}
_OURS = re.compile(
    r"\b(?:we|our|ours|us|my|i|wir|uns|unser\w*|ich|mein\w*|price|prices|charge)\b", re.IGNORECASE
)
_RELATIVE = re.compile(r"(?:that|which)\b", re.IGNORECASE)
_YOURS = re.compile(r"\byour\b")
_CUT = re.compile(r",\s+(?:and|but|so|made|tested|from|since)\b.*$|,[^,]*$", re.IGNORECASE)


def own_conditions(profile: BrandProfile, offer: Offer, language: str) -> tuple[str, ...]:
    """At most one condition in the person's own words, in the form that follows the category."""
    pattern = _CLAUSE.get(language)
    if pattern is None or offer.category is None:
        return ()
    _, found, rest = profile.description.partition(offer.category.value)
    match = pattern.match(rest) if found else None
    if match is None:
        return ()
    if _RELATIVE.match(match.group(1)) and is_plural(offer.category.value):
        return ()  # "backups that run": the questions are in the singular
    said = match.group(1).strip()
    if offer.place:  # every question states the place by itself
        said = re.sub(rf"\s+(?:\w+\s+)?{re.escape(offer.place.value)}\b.*$", "", said)
    clause = _YOURS.sub("my", said)
    if len(clause.split()) > _MOST_WORDS:
        clause = _CUT.sub("", clause)
    if not 2 <= len(clause.split()) <= _MOST_WORDS or _OURS.search(clause.replace("my ", "")):
        return ()
    if _RELATIVE.match(clause) and len(clause.split()) > _MOST_RELATIVE:
        return ()
    return (clause.rstrip(" ,-–—"),)
