"""What else an offer is about: further categories that the brand itself sells.

Invariant: a category of an unrelated kind, or one that names the customers, is not on offer.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def further_categories(
    profile: BrandProfile, offer: Offer, language: str
) -> Iterator[tuple[Category, str]]:
    """Entries that a further category names in full, with that name; no customers' trades."""
    kind = offer.kind.value if offer.kind else None
    sold = next((group for group in _SOLD_TOGETHER if kind in group), frozenset({kind}))
    audience = " ".join([profile.audience, offer.audience.value if offer.audience else ""])
    customers = {hit.entry.id for hit in recognise(audience, language)}
    for name in offer.more_categories.value if offer.more_categories else ():
        for hit in recognise(name, language):
            # a brief entry holds several things, so that its first name may be another
            fits = hit.entry.kind in sold and hit.entry.id not in customers and not hit.entry.brief
            if fits and language in hit.entry.wordings:
                yield hit.entry, name
            break
