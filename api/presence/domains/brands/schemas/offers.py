"""The offer of a brand on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic.alias_generators import to_camel

from presence.analysis.offer import SLOTS
from presence.analysis.types.offer import OfferKind, Slot
from presence.domains.brands.records import OfferDetail
from presence.http.schemas import ApiOut, unit

Percent = Annotated[float, unit("percent")]


class QuoteOut(ApiOut):
    """Words that show something; `source` is an address or document, "description", "audience",
    "catalogue", or "person" for what somebody said of the offer itself.
    """

    text: str
    source: str


class KindSlotOut(ApiOut):
    """What kind of business it is, how sure that is, and the words that show it."""

    value: OfferKind
    confidence: Percent
    evidence: tuple[QuoteOut, ...]


class TextSlotOut(ApiOut):
    """One thing known of the offer, how sure it is, and the words that show it."""

    value: str
    confidence: Percent
    evidence: tuple[QuoteOut, ...]


class TextsSlotOut(ApiOut):
    """Several things of a kind, how sure they are, and the words that show them."""

    value: tuple[str, ...]
    confidence: Percent
    evidence: tuple[QuoteOut, ...]


class OfferOut(ApiOut):
    """What a brand is and sells; a slot nothing is known of is null.

    `said` names the slots a person spoke of; taken back, they hold what was read again.
    `readable` is false until there is a category: `suggestions` are some to choose from. `entry` is
    the category's id in our catalogue, null for one that is not in it. `readAt` is null before the
    first reading.
    """

    kind: KindSlotOut | None
    category: TextSlotOut | None
    more_categories: TextsSlotOut | None
    audience: TextSlotOut | None
    place: TextSlotOut | None
    jobs: TextsSlotOut | None
    qualities: TextsSlotOut | None
    price_facts: TextsSlotOut | None
    named_competitors: TextsSlotOut | None
    language: str
    entry: str | None
    readable: bool
    confidence: Percent
    said: tuple[str, ...]
    suggestions: tuple[str, ...]
    read_at: datetime | None

    @classmethod
    def of(cls, detail: OfferDetail) -> OfferOut:
        """The wire form of an offer."""
        offer = detail.offer
        return cls.model_validate(
            {
                **{name: _shown(getattr(offer, name)) for name in SLOTS},
                "language": offer.language,
                "entry": offer.entry,
                "readable": offer.readable,
                "confidence": _percent(offer.confidence),
                "said": [to_camel(name) for name in detail.said],
                "suggestions": detail.suggestions,
                "read_at": detail.read_at,
            }
        )


def _shown(slot: Slot[Any] | None) -> dict[str, Any] | None:
    if slot is None:
        return None
    evidence = [{"text": quote.text, "source": quote.source} for quote in slot.evidence]
    return {"value": slot.value, "confidence": _percent(slot.confidence), "evidence": evidence}


def _percent(share: float) -> float:
    return round(100 * share, 1)
