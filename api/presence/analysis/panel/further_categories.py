"""What else an offer is about: further categories that the brand itself sells.

Invariant: a category of an unrelated kind, or one that names the customers, is not on offer.
"""

from __future__ import annotations

from collections.abc import Iterator

from presence.analysis.language import terms
from presence.analysis.offer.categories import Category
from presence.analysis.offer.recognition import recognise
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind

# Kinds of things that one business sells together; other kinds are a customer's trade.
_SOLD_TOGETHER: tuple[frozenset[OfferKind], ...] = (
    frozenset(("software", "open-source")),
    frozenset(("product", "shop", "marketplace")),
    frozenset(("local-service", "trade")),
    frozenset(("hospitality", "education", "local-service")),
)

_BY_PERSON = frozenset({"description", "person"})
_PROGRAM_WORDS = frozenset(terms("software program tool system platform app application", "en"))


def further_categories(
    profile: BrandProfile, offer: Offer, language: str
) -> Iterator[tuple[Category, str]]:
    """Entries that a further category names in full, with that name; no customers' trades."""
    kind = offer.kind.value if offer.kind else None
    sold = next((group for group in _SOLD_TOGETHER if kind in group), frozenset({kind}))
    audience = " ".join([profile.audience, offer.audience.value if offer.audience else ""])
    customers = {hit.entry.id for hit in recognise(audience, language)}
    for name in _on_offer(profile, offer, language):
        for hit in recognise(name, language):
            # a brief entry holds several things, so that its first name may be another
            fits = hit.entry.kind in sold and hit.entry.id not in customers and not hit.entry.brief
            if fits and language in hit.entry.wordings:
                yield hit.entry, name
            break


def _on_offer(profile: BrandProfile, offer: Offer, language: str) -> Iterator[str]:
    """The further categories; a program's manual mentions others that it is not one of.

    Of those that only the pages name, a program is one if it shares a word with what it is.
    """
    more, category = offer.more_categories, offer.category
    if more is None or category is None:
        return
    by_person = {quote.text for quote in more.evidence if quote.source in _BY_PERSON}
    program = offer.kind is not None and offer.kind.value in _SOLD_TOGETHER[0]
    program = program and not profile.description.strip()
    own = set(terms(category.value, language)) - set(_PROGRAM_WORDS)
    for name in more.value:
        named = name in by_person or more.confidence == 1.0
        if named or not program or not own.isdisjoint(terms(name, language)):
            yield name
