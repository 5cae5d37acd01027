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
    """A quote as evidence.

    `source` is the address of a page, the name of a document, "description", "audience",
    "catalogue", or "person" for what a person entered.
    """

    text: str
    source: str


class KindSlotOut(ApiOut):
    """The kind of business, with the confidence and the quotes it is based on."""

    value: OfferKind
    confidence: Percent
    evidence: tuple[QuoteOut, ...]


class TextSlotOut(ApiOut):
    """One detail of the offer, with the confidence and the quotes it is based on."""

    value: str
    confidence: Percent
    evidence: tuple[QuoteOut, ...]


class TextsSlotOut(ApiOut):
    """Several details of one kind, with the confidence and the quotes they are based on."""

    value: tuple[str, ...]
    confidence: Percent
    evidence: tuple[QuoteOut, ...]


class OfferOut(ApiOut):
    """What a brand offers; a field is null when nothing is known.

    `said` lists the fields a person corrected; when a correction is withdrawn, the field shows what
    was read from the content. `readable` is false until a category is known; `suggestions` then
    offers some to choose from, and also beside a category that is a guess. `entry` is the
    category's id in our catalog, null when it is not listed. `readAt` is null before the content
    was first read.
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
