"""Chooses the category: the person's own words for it take precedence over the pages.

Invariant: without a noun phrase, a matching name, enough evidence or a similar meaning there is no
category; the brand's customers are never what it sells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from presence.analysis.language import sentences, terms, words
from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.category_evidence import Weighed
from presence.analysis.offer.english import WORK_ON_THINGS
from presence.analysis.offer.evidence import DESCRIPTION, Evidence
from presence.analysis.offer.head_nouns import head_word, kind_by_head
from presence.analysis.offer.name_vectors import name_vectors
from presence.analysis.offer.own_name import named_trade
from presence.analysis.offer.recognition import entry_named, recognise
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import OfferKind, Quote, Slot

LEAST_SCORE = 3.5  # of evidence; less is chance
_KIN = 0.65  # cosine from which a phrase counts as a catalogue name
NAME = "name"
_TERSE = 2  # words in a sentence that is part of a slogan if there are several
_NAME_CONFIDENCE = 0.6
_NARROWER_CONFIDENCE = 0.8
_WARES: frozenset[OfferKind] = frozenset({"product", "shop", "software", "open-source"})
CLEAR_LEAD = 1.5  # over the next entry, from which all words together outweigh one of their phrases
# What follows is what people have or want, "people who want furniture", and may be on sale.
_THEIR_WISHES = re.compile(
    r"(?:\b(?:who|that|which|whose|looking|wanting|needing|seeking|buying|furnishing|with|for|mit"
    r"|für|auf der suche|qui|avec|pour|que|con|para|che|per|met|voor|com|dla)\b"
    r"|,\s*(?:die|der|das)\b).*",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Noun phrases for what is sold, most important first, and where they occur.

    `outright` is true if the text says "we are" or "we sell" rather than being a fragment. The
    `first` so many belong to the first of several deeds; None if there is only one.
    """

    found: Sequence[str] = ()
    source: str = DESCRIPTION
    outright: bool = False
    first: int | None = None

    @property
    def of_first_deed(self) -> Sequence[str]:
        """Those of what is done first: "repairs boats and sells ropes" is asked as boat repair."""
        return self.found[: self.first]


@dataclass(frozen=True, slots=True)
class Site:
    """What the pages say together: their words without denials, and the entries these support."""

    text: str = ""
    likely: Weighed | None = None


def choose_category(
    profile: BrandProfile,
    phrases: Phrases,
    ranked: Sequence[tuple[Category, Evidence]],
    language: str,
    embedder: Embedder | None,
    site: Site,
) -> tuple[Category | None, Slot[str] | None]:
    """The catalogue entry and the words for it: the person's own if they name a thing.

    If all words together clearly support a different entry, one that the pages contain and the
    person's phrase does not, that one is chosen. A shop is what its name says, whatever it sells.
    """
    trade = named_trade(profile.name, language)
    shop = trade is not None and trade.entry.kind == "shop"
    likely = site.likely
    strong = likely is not None and likely.lead >= CLEAR_LEAD
    for phrase in phrases.of_first_deed:
        entry = entry_named(phrase, language, forgiving=True)
        if entry is not None and not (shop and entry.kind == "product"):
            other = likely is not None and entry.id != likely.entry.id
            if likely and other and strong and not _is_shown_on(entry, site.text, language):
                return of_everything(likely)
            said = asked_for(phrase, entry, language)
            return entry, Slot(said, 0.95, (Quote(phrase, phrases.source),))
        inside = next(recognise(phrase, language), None)
        if likely is not None and inside is not None and inside.entry.id == likely.entry.id:
            return inside.entry, Slot(inside.name, 0.8, (Quote(phrase, phrases.source),))
    kinds = {kind_by_head(phrase, language) for phrase in phrases.found} if trade else set()
    kinds -= {None, "product"} if shop else {None}
    if trade is not None and not (phrases.outright and kinds - {trade.entry.kind}):
        wording = trade.entry.wordings[language]
        shown = wording.name if trade.name == wording.plural else trade.name
        return trade.entry, Slot(shown, _NAME_CONFIDENCE, (Quote(profile.name, NAME),))
    if phrases.found:
        first = phrases.found[0]
        near = nearest_entry(first, language, embedder)
        near = None if near and _is_work_on(near, first, language) else near
        if likely is not None and strong:
            spoken = _speaks_of(first, likely.entry, language)
            if not spoken and not is_known(first, language):
                return of_everything(likely)
            head = terms(head_word(first, language), language)
            if site.text and not spoken and set(terms(site.text, language)).isdisjoint(head):
                return of_everything(likely)
            near = near or (None if _is_work_on(likely.entry, first, language) else likely.entry)
        return near, Slot(first, 0.8 if near else 0.6, (Quote(first, phrases.source),))
    if likely is not None:
        return of_everything(likely)
    best, evidence = ranked[0] if ranked else (None, Evidence())
    if best is not None and evidence.score >= LEAST_SCORE:
        rest = ranked[1][1].score if len(ranked) > 1 else 0.0
        confidence = round(evidence.score / (evidence.score + rest + 1.0), 2)
        return best, Slot(evidence.name(best, language), confidence, tuple(evidence.quotes))
    near = nearest_entry(profile.description, language, embedder)
    customers = customers_in(profile.audience, language)
    name = near.wordings[language].name if near else ""
    if near is not None and customers.isdisjoint(terms(head_word(name, language), language)):
        return near, Slot(name, 0.5, (Quote(profile.description, DESCRIPTION),))
    return None, None


def _is_work_on(entry: Category, phrase: str, language: str) -> bool:
    """Whether a phrase names work on what the entry sells: "wood stove fitting" is no stove."""
    works = language == "en" and phrase.split()[-1].casefold() in WORK_ON_THINGS
    return works and entry.kind in _WARES


def asked_for(phrase: str, entry: Category, language: str) -> str:
    """The term customers search for if a woman calls herself „Elektrikerin“: „Elektriker“."""
    names = {name.casefold(): name for name in entry.wordings[language].names}
    man = phrase.removesuffix("in").casefold()
    plain = man.replace("ärzt", "arzt").replace("wält", "walt")
    if language != "de" or not phrase.endswith("in"):
        return phrase
    return names.get(man) or names.get(plain, phrase)


def of_everything(likely: Weighed) -> tuple[Category, Slot[str]]:
    """The entry that all words together support."""
    return likely.entry, Slot(likely.name, likely.confidence, likely.quotes)


def _is_shown_on(entry: Category, text: str, language: str) -> bool:
    """Whether pages name the entry at all; without pages nothing contradicts it."""
    return not text or any(hit.entry.id == entry.id for hit in recognise(text, language))


def _speaks_of(phrase: str, entry: Category, language: str) -> bool:
    """Whether a phrase shares a word with the entry's names or signs."""
    wording = entry.wordings[language]
    own = set(terms(" ".join((*wording.names, *wording.signs)), language))
    return not own.isdisjoint(terms(phrase, language))


def in_particular(
    entry: Category | None,
    category: Slot[str] | None,
    description: str,
    language: str,
) -> tuple[Category | None, Slot[str] | None]:
    """The narrower category named later in the description:

    "Lawyers. Divorce, custody."
    """
    if entry is None or category is None or not _is_shown(category.value, entry, language):
        return entry, category
    general = set(terms(category.value, language))
    said = set(terms(description, language)) - general
    shared = {
        other.id: len(said & _beyond(other, general, language))
        for other in catalogue().values()
        if other.kind == entry.kind and other.id != entry.id and language in other.wordings
    }
    best = max(shared, key=lambda key: shared[key], default="")
    if not best or not shared[best]:
        return entry, category
    other = catalogue()[best]
    name = other.wordings[language].name
    return other, replace(category, value=name, confidence=_NARROWER_CONFIDENCE)


def _beyond(entry: Category, general: set[str], language: str) -> set[str]:
    """The words in an entry's names beyond a general word that they contain."""
    names = (set(terms(name, language)) for name in entry.wordings[language].names)
    return {term for name in names if general < name for term in name - general}


def _is_shown(phrase: str, entry: Category, language: str) -> bool:
    """Whether the phrase is just a name of the entry."""
    names = (*entry.wordings[language].names, entry.wordings[language].plural)
    return any(set(terms(phrase, language)) == set(terms(name, language)) for name in names)


def of_the_brand(phrases: Phrases, profile: BrandProfile, language: str) -> Phrases:
    """The phrases without those that name the customers, and without one-word slogans."""
    if phrases.outright:
        return phrases
    customers = customers_in(profile.audience, language)
    single = terse_sentences(profile.description) if phrases.source == DESCRIPTION else frozenset()
    kept = [
        phrase
        for phrase in phrases.found
        if customers.isdisjoint(terms(head_word(phrase, language), language))
        and (phrase.casefold() not in single or is_known(phrase, language))
    ]
    # "Potters with a kiln meet potters": the first thing is the sentence, the rest depends on it.
    lost = bool(phrases.found) and phrases.found[0] not in kept
    return Phrases((), phrases.source) if lost else Phrases(kept, phrases.source)


def customers_in(audience: str, language: str) -> set[str]:
    """Stems of the words for the customers themselves, without what they have, want or do."""
    return set(terms(_THEIR_WISHES.sub("", audience), language))


def is_known(phrase: str, language: str) -> bool:
    """Whether the catalogue contains it, or names of a single kind share its noun."""
    named = entry_named(phrase, language) is not None
    return named or kind_by_head(phrase, language) is not None


def terse_sentences(description: str) -> frozenset[str]:
    """Sentences of one or two words, if there are several.

    "Warm floors. Quiet rooms." is a slogan, as is "Coffee. Cake. Corner."
    """
    said = [re.sub(r"\W+$", "", sentence.strip()) for sentence in sentences(description)]
    short = [text.casefold() for text in said if 0 < len(words(text)) <= _TERSE]
    return frozenset(short) if len(short) > 1 else frozenset()


def nearest_entry(text: str, language: str, embedder: Embedder | None) -> Category | None:
    """The entry whose name is closest in meaning; English only, as the embedding knows English."""
    if embedder is None or language != "en" or not text.strip():
        return None
    near = name_vectors(embedder, 1) @ embedder.embed([text])[0]
    place = int(near.argmax())
    return list(catalogue().values())[place] if near[place] >= _KIN else None
