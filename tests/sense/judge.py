"""Whether a question is one that customers of a business would ask, by the business's own words."""

from __future__ import annotations

import re

from tests.sense.corpus import Business

PATTERNS = ("accept", "buy", "reject")
ASKS_FOR_ONE = re.compile(
    r"\b(best|top|recommend\w*|popular|reviews?|providers?|compan(y|ies)|options|alternatives?"
    r"|worth|choose|offer|buy|cheap\w*)\b|empfehl|beste|anbieter|alternativ|beliebt|lohn(t|en)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\b(for|für)\b ", re.IGNORECASE)
_LONG_WORD = re.compile(r"\w{4,}")
_SHARE = 0.6


def sensible(one: Business, question: str) -> bool:
    """About the offer, not about what is refused, and about something that can be had."""
    hit = {key: re.search(one[key], question, re.IGNORECASE) for key in PATTERNS}
    if hit["reject"] or not hit["accept"]:
        return False
    return bool(hit["buy"]) or not ASKS_FOR_ONE.search(question)


def without_audience(one: Business, question: str) -> str:
    """The question without a tail "for AUDIENCE", whose words would pass for the offer."""
    audience = set(_LONG_WORD.findall(one["audience"].lower()))
    for match in _TAIL.finditer(question):
        tail = _LONG_WORD.findall(question[match.end() :].lower())
        if tail and sum(word in audience for word in tail) >= _SHARE * len(tail):
            return question[: match.start()] + "?"
    return question
