"""What kinds of fact are called in advice, and what to write, as it suits what a business sells.

Invariant: every kind of fact has words for every kind of business.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import StatedFact


class FactWords(NamedTuple):
    """`predicate`: what answers do; `lacking`: what the page does not; `do`: the step to take.

    `title` names the step with {place}; `noun` is the fact in a list; `asked` is what customers
    ask where no answer was counted.
    """

    predicate: str
    lacking: str
    do: str
    title: str
    noun: str
    asked: str


FACT_WORDS: Final[dict[StatedFact, FactWords]] = {
    "price": FactWords(
        "quote a price", "gives none",
        "State yours there: the amount, what is included and what costs extra.",
        "State your prices on {place}", "the price",
        "what it costs",
    ),
    "numbers": FactWords(
        "give figures", "gives none",
        "State yours there: how many, how long, how much.",
        "Give figures on {place} (how many, how long, how much)", "figures (how many, how long)",
        "how many, how long or how much",
    ),
    "conditions": FactWords(
        "say on what conditions", "names none",
        "Say there who can have it, by when and what is needed.",
        "Say on {place} who can have it and on what terms", "who can have it and on what terms",
        "on what terms",
    ),
    "comparison": FactWords(
        "compare the choices", "compares nothing",
        "Compare them there fairly, and say for whom yours is the better one.",
        "Set the choices side by side on {place}", "how it compares",
        "how it compares",
    ),
    "place": FactWords(
        "name a place", "names none",
        "Say there where you are and which area you serve.",
        "Say on {place} where you are and which area you serve", "where you are",
        "who is nearby",
    ),
    "hours": FactWords(
        "name opening hours", "names none",
        "State yours there, day by day.",
        "State your opening hours on {place}", "when you are open",
        "when you are open",
    ),
    "proof": FactWords(
        "point to proof such as reviews or certificates", "shows none",
        "Show yours there, with names, figures and dates.",
        "Back up what you say on {place} with reviews or certificates", "reviews or certificates",
        "whom they can trust",
    ),
    "date": FactWords(
        "say as of when", "has no date",
        "Date the page and say what is true now.",
        "Date {place} and keep it current", "as of when it is true",
        "what is true now",
    ),
}  # fmt: skip
_ASKS_FOR: Final[dict[StatedFact, str]] = {
    "price": "for a price", "numbers": "for figures", "conditions": "for conditions",
    "comparison": "for a comparison", "place": "for somebody nearby", "hours": "for opening hours",
    "proof": "for proof", "date": "what is true now",
}  # fmt: skip
# Whoever may not or need not collect stars shows something else.
_OTHER_PROOF: Final[dict[OfferKind, FactWords]] = {
    "professional-service": FactWords(
        "point to proof", "shows none",
        "Show yours there: accreditations, memberships and results, with register and year.",
        "Back up what you say on {place} with accreditations or results",
        "accreditations and results",
        "whom they can trust",
    ),
    "non-profit": FactWords(
        "point to proof", "shows none",
        "Show yours there: inspections, registrations or results, with the report and its date.",
        "Show on {place} what others found", "inspections and results",
        "whom they can trust",
    ),
    "open-source": FactWords(
        "say who uses it", "names nobody",
        "Name there who runs it, how many do, and link to them.",
        "Say on {place} who uses it", "who uses it",
        "whether they can rely on it",
    ),
    "public-body": FactWords(
        "name the legal basis or a source", "names none",
        "Name and link yours there.",
        "Name the source on {place}", "the legal basis",
        "whether they can rely on it",
    ),
}  # fmt: skip
# What a fact is called depends on what is sold: goods have delivery, services have bookings, and
# where nothing is sold a price is "free" as often as not.
_OR_FREE: Final = FactWords(
    "say what it costs", "does not say",
    "Say there whether it costs anything; where it is free, write so.",
    "Say on {place} whether it costs anything", "what it costs, or that it is free",
    "what it costs",
)  # fmt: skip
_TYPICAL_PRICE: Final = FactWords(
    "quote a price", "gives none",
    "State yours there: a typical price or a range, what is included and what costs extra.",
    "Give typical prices on {place}", "typical prices",
    "what it costs",
)  # fmt: skip
_GOODS_TERMS: Final = FactWords(
    "state terms such as delivery, returns or warranty", "states none",
    "State yours there: minimum order, delivery, returns, warranty.",
    "State delivery, returns and warranty on {place}", "delivery, returns and warranty",
    "on what terms",
)  # fmt: skip
_NEEDED: Final = FactWords(
    "say what it needs and where its limits are", "does not say",
    "Say there what it runs on, what it needs and what it does not do.",
    "Say on {place} what it needs and where its limits are", "what it needs and its limits",
    "what it needs",
)  # fmt: skip
_BOOKING_TERMS: Final = FactWords(
    "say on what terms", "states none",
    "State yours there: whom you serve, what you need beforehand, and how booking and canceling "
    "work.",
    "Say on {place} whom you serve and how booking works", "whom you serve and how booking works",
    "on what terms",
)  # fmt: skip
_BY_KIND: Final[dict[StatedFact, dict[OfferKind, FactWords]]] = {
    "proof": _OTHER_PROOF,
    "price": {
        "non-profit": _OR_FREE, "public-body": _OR_FREE, "open-source": _OR_FREE,
        "trade": _TYPICAL_PRICE, "professional-service": _TYPICAL_PRICE,
    },
    "conditions": {
        "product": _GOODS_TERMS, "shop": _GOODS_TERMS,
        "software": _NEEDED, "open-source": _NEEDED,
        "local-service": _BOOKING_TERMS, "trade": _BOOKING_TERMS, "hospitality": _BOOKING_TERMS,
        "education": _BOOKING_TERMS, "professional-service": _BOOKING_TERMS,
    },
}  # fmt: skip
# Nobody but those who sell goods and programs says in public how others are worse or better.
HOW_TO_CHOOSE: Final = FactWords(
    "say how to choose", "does not say how",
    "Say there what to look for, and how it is with you on each point.",
    "Say on {place} how to choose", "what to look for",
    "how to choose",
)  # fmt: skip
_COMPARES: Final[frozenset[OfferKind | None]] = frozenset(
    {"software", "product", "shop", "marketplace", "open-source", None}
)


def words_of(fact: StatedFact, kind: OfferKind | None) -> FactWords:
    """The words for a fact, as they suit a kind of business."""
    if kind and (words := _BY_KIND.get(fact, {}).get(kind)):
        return words
    if fact == "comparison" and kind not in _COMPARES:
        return HOW_TO_CHOOSE
    return FACT_WORDS[fact]


def compares_by_name(kind: OfferKind | None) -> bool:
    """Whether a kind of business sets itself beside others by name."""
    return kind in _COMPARES


def asks_for(fact: StatedFact, kind: OfferKind | None) -> str:
    """What a question asks for, in words that can follow "asks"."""
    return "how to choose" if words_of(fact, kind) is HOW_TO_CHOOSE else _ASKS_FOR[fact]
