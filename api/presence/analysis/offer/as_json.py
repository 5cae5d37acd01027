"""An offer as one JSON object, for the command line and the API."""

from __future__ import annotations

from typing import Any

from presence.analysis.types.offer import Offer, Quote, Slot

SLOTS = (
    *("kind", "category", "more_categories", "audience", "place", "jobs", "qualities"),
    *("price_facts", "named_competitors"),
)


def offer_as_json(offer: Offer) -> dict[str, Any]:
    """The offer as one object: each slot is null, or has value, confidence and evidence."""
    return {
        **{name: _slot_as_json(getattr(offer, name)) for name in SLOTS},
        "language": _slot_as_json(Slot(offer.language, 1.0)),
        "entry": offer.entry,
        "evidence": [_quote_as_json(quote) for quote in _quotes_of(offer)],
        "confidence": round(offer.confidence, 2),
    }


def _quotes_of(offer: Offer) -> list[Quote]:
    slots = [getattr(offer, name) for name in SLOTS]
    return list(dict.fromkeys(quote for slot in slots if slot for quote in slot.evidence))


def _quote_as_json(quote: Quote) -> dict[str, str]:
    return {"text": quote.text, "source": quote.source}


def _slot_as_json(slot: Slot[Any] | None) -> dict[str, Any] | None:
    if slot is None:
        return None
    value = list(slot.value) if isinstance(slot.value, tuple) else slot.value
    evidence = [_quote_as_json(quote) for quote in slot.evidence]
    return {"value": value, "confidence": round(slot.confidence, 2), "evidence": evidence}
