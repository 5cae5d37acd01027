"""Describes who asks what a site answers: how a customer refers to what is on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from presence.analysis.language import terms
from presence.analysis.language.english_nouns import head_of, is_plural
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.panel.asked import Customer
from presence.analysis.panel.qualified import split_tail
from presence.analysis.panel.sellers import sellers_of
from presence.analysis.panel.subject import Subject
from presence.analysis.types.offer import Offer

_THINGS = ("thing", "product", "software", "open-source")
_BOUGHT = ("thing", "product", "goods")
_NEED: Mapping[str, Mapping[str, str]] = {
    "en": {"buy": "I want to buy {}", "use": "I need {}", "seek": "I am looking for {}"},
    "de": {"buy": "Ich möchte {} kaufen", "use": "Ich brauche {}", "seek": "Ich suche {}"},
}


def customer_of(subjects: Sequence[Subject], offer: Offer, place: str, language: str) -> Customer:
    """The customer of a brand whose first subject is its category."""
    first = subjects[0]
    which = first.slots.get("which", "")
    one = first.manner in _THINGS and not first.wording.plural_only
    return Customer(
        sellers=sellers_of(first.wording, first.manner, language),
        place=place,
        need=_need(first, place, language),
        which=f"{which[:1].upper()}{which[1:]}" if one else "",
        things=dict(_things(subjects, language)),
        about=_about(subjects, offer, language),
    )


def _need(first: Subject, place: str, language: str) -> str:
    texts = _NEED.get(language)
    if texts is None:
        return ""
    if first.manner in _BOUGHT:
        noun = (
            first.slots.get("plural", "") if first.manner == "goods" else first.slots.get("a", "")
        )
        return texts["buy"].format(noun) if noun else ""
    noun = first.slots.get("a", "")
    if not noun:
        return ""
    if first.manner in _THINGS:
        return texts["use"].format(noun)
    return texts["seek"].format(f"{noun} {place}".strip())


def _things(subjects: Sequence[Subject], language: str) -> list[tuple[str, str]]:
    """Each noun on offer by the stem of its head, in reverse so that the first ones win."""
    found: list[tuple[str, str]] = []
    for subject in reversed(subjects):
        many = subject.slots.get("many" if subject.ware and language == "de" else "plural", "")
        noun = split_tail(many, language)[0]
        if not many:
            continue
        if language == "en":
            verb = "are" if is_plural(noun) else "is"
        elif not subject.wording.plural and not subject.ware:
            continue
        else:
            verb = "sind"
        found += [(stem, f"{many} {verb}") for stem in terms(head_of(noun), language)]
    return found


def _about(subjects: Sequence[Subject], offer: Offer, language: str) -> frozenset[str]:
    texts = [name for subject in subjects for name in subject.wording.names]
    texts += [job for subject in subjects for job in subject.jobs]
    for slot in (offer.more_categories, offer.wares):
        texts += slot.value if slot else ()
    return frozenset(terms(" ".join(texts), language)) - COMMON
