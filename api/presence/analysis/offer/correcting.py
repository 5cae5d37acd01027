"""Applies a person's corrections to an offer as it was read.

Invariant: a person's corrections stand whatever is read, and what was derived from a category they
replaced is removed with it: its usual jobs, and its kind unless the new words indicate the same
one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from presence.analysis.language import base_language, terms
from presence.analysis.offer.head_nouns import kind_by_head
from presence.analysis.offer.reading import AUDIENCE, usual_jobs
from presence.analysis.offer.recognition import entry_named
from presence.analysis.types.offer import Offer, OfferCorrections, OfferKind, Quote, Slot

T = TypeVar("T")
PERSON = "person"
_FREE = ("more_categories", "audience", "place", "jobs", "qualities")


def with_corrections(offer: Offer, corrections: OfferCorrections) -> Offer:
    """The offer with the person's corrections in their slots, at confidence 1."""
    corrected = _with_category(offer, corrections)
    if corrections.kind is not None:
        corrected = replace(corrected, kind=_said(corrections.kind, corrections.kind))
    said = {name: getattr(corrections, name) for name in _FREE}
    slots: dict[str, Any] = {
        name: _slot(value) for name, value in said.items() if value is not None
    }
    if corrections.audience is None and _was_said(offer.audience):
        slots["audience"] = None  # the reading contains the person's words at that time
    return replace(corrected, **slots)


def _with_category(offer: Offer, corrections: OfferCorrections) -> Offer:
    said = corrections.category
    if said is None:
        return offer
    language = base_language(offer.language)
    entry = entry_named(said, offer.language)
    same = entry is not None and entry.id == offer.entry
    more = offer.more_categories
    others = (
        tuple(name for name in more.value if name.casefold() != said.casefold()) if more else ()
    )
    return replace(
        offer,
        category=_said(said, said),
        entry=entry.id if entry else None,
        kind=_said(entry.kind, said) if entry else _kind_of(said, offer),
        jobs=offer.jobs if same else usual_jobs(entry, language),
        more_categories=replace(more, value=others) if more and others else None,
    )


def _kind_of(said: str, offer: Offer) -> Slot[OfferKind] | None:
    """The kind of a category that is not in the catalogue: the kind its noun indicates.

    Otherwise the kind that was read, unless it was derived from the category; "oak tables" would
    still be furniture of oak.
    """
    language = base_language(offer.language)
    if kind := kind_by_head(said, language):
        return _said(kind, said)
    before = terms(offer.category.value, language) if offer.category else ()
    akin = not set(terms(said, language)).isdisjoint(before)
    return offer.kind if offer.entry is None or akin else None


def _slot(value: str | tuple[str, ...]) -> Slot[str] | Slot[tuple[str, ...]] | None:
    if not value:
        return None
    if isinstance(value, str):
        return _said(value, value)
    return Slot(value, 1.0, tuple(Quote(text, PERSON) for text in value))


def _said(value: T, words_said: str) -> Slot[T]:
    return Slot(value, 1.0, (Quote(words_said, PERSON),))


def _was_said(slot: Slot[str] | None) -> bool:
    return slot is not None and any(quote.source == AUDIENCE for quote in slot.evidence)
