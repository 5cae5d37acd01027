"""Reads the offer of a brand from its own words, strongest source first.

Furniture never counts. Invariant: an offer that cannot be read has no category, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from presence.analysis.crawler.furniture import without_furniture
from presence.analysis.language import base_language, terms
from presence.analysis.offer.abroad import GRAMMARS as ABROAD
from presence.analysis.offer.abroad import japanese_phrase
from presence.analysis.offer.categories import Category
from presence.analysis.offer.choosing import LEAST_SCORE, choose_category
from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.evidence import DESCRIPTION, Evidence, ranked_categories
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.kinds import kind_of
from presence.analysis.offer.phrases import Grammar, audience_of, noun_phrases
from presence.analysis.offer.places import place_of
from presence.analysis.offer.stated_facts import compared_with, price_lines
from presence.analysis.offer.suggesting import suggested_names
from presence.analysis.offer.support import supported_lines
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Offer, OfferKind, Quote, Slot

AUDIENCE = "audience"
_GRAMMARS = {"en": ENGLISH, "de": GERMAN, **ABROAD}
_MOST_MORE = 5
_WITHOUT = re.compile(
    r"\b(?:no|without|ohne|sans|sin|senza|zonder|sem|bez)\s+[^,.;:!?()]{3,40}", re.IGNORECASE
)


def read_offer(
    profile: BrandProfile,
    pages: Sequence[PageFacts] = (),
    embedder: Embedder | None = None,
    documents: Sequence[DocumentText] = (),
) -> Offer:
    """The offer of a brand. `pages` as crawled, furniture included; English is also recognised by
    meaning where there is an embedder.
    """
    language = base_language(profile.language)
    read = without_furniture(pages)
    grammar = _GRAMMARS.get(language)
    phrases = _phrases(profile, grammar, language)
    if not profile.description.strip() and grammar is not None:
        phrases = _introduced(profile, read, documents, grammar)
    ranked = ranked_categories(profile, read, documents, language)
    entry, category = choose_category(phrases, ranked, language, embedder, profile.description)
    kind = _kind(entry, category, read, profile.description)
    return Offer(
        language=profile.language,
        kind=kind,
        category=category,
        more_categories=_more(phrases, ranked, entry, category, language),
        audience=_audience(profile, grammar),
        place=place_of(profile.description, profile.audience, read, language),
        jobs=usual_jobs(entry, language),
        qualities=_qualities(profile.description),
        price_facts=_slot(price_lines(read), 0.8),
        named_competitors=_slot(compared_with(read, profile), 0.6),
        entry=entry.id if entry else None,
        supported=supported_lines(entry, language, _own_text(profile, read)),
        suggestions=() if category else _suggestions(profile, read, ranked, language, embedder),
    )


def _introduced(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar,
) -> list[str]:
    """What the sentence says that begins with the brand's name: "Acme makes oak tables"."""
    texts = [text for page in pages[:1] for text in (page.description, page.main_text[:1000])]
    texts += [text for document in documents for _, text in document.blocks[:5]]
    for text in texts:
        begin = text.find(f"{profile.name} ")
        if begin >= 0 and (said := noun_phrases(text[begin:], profile.name, grammar)):
            return [phrase for phrase in said if not phrase.startswith(profile.name)]
    return []


def _phrases(profile: BrandProfile, grammar: Grammar | None, language: str) -> list[str]:
    if language == "ja":
        return japanese_phrase(profile.description)
    return noun_phrases(profile.description, profile.name, grammar) if grammar else []


def _suggestions(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    ranked: Sequence[tuple[Category, Evidence]],
    language: str,
    embedder: Embedder | None,
) -> tuple[str, ...]:
    start = (f"{page.title}. {page.description}" for page in pages[:1])
    text = ". ".join((profile.description, *start))
    return suggested_names([entry for entry, _ in ranked], text, language, embedder)


def _own_text(profile: BrandProfile, pages: Sequence[PageFacts]) -> str:
    texts = [f"{page.title}\n{page.description}\n{page.main_text}" for page in pages]
    return "\n".join([profile.description, profile.audience, *texts])


def _kind(
    entry: Category | None,
    category: Slot[str] | None,
    pages: Sequence[PageFacts],
    description: str,
) -> Slot[OfferKind] | None:
    if entry is not None and category is not None:
        return Slot(entry.kind, category.confidence, category.evidence)
    found = kind_of(pages, description)
    if found is None or category is None:
        return None
    kind, words, source = found
    return Slot(kind, 0.5, (Quote(words, source),))


def _more(
    phrases: Sequence[str],
    ranked: Sequence[tuple[Category, Evidence]],
    entry: Category | None,
    category: Slot[str] | None,
    language: str,
) -> Slot[tuple[str, ...]] | None:
    """Further things on offer: the rest of the person's list, then what the pages name as much."""
    if category is None:
        return None
    quotes = [Quote(phrase, DESCRIPTION) for phrase in phrases if phrase != category.value]
    found = [quote.text for quote in quotes]
    said = set(terms(category.value, language))
    for other, evidence in ranked:
        # "floor" in "pelvic floor physiotherapy" is no flooring.
        inside = said.issuperset(terms(other.wordings[language].name, language))
        if other is not entry and not inside and evidence.score >= LEAST_SCORE:
            found.append(other.wordings[language].name)
            quotes += evidence.quotes[:1]
    return Slot(tuple(found[:_MOST_MORE]), 0.6, tuple(quotes[:_MOST_MORE])) if found else None


def _audience(profile: BrandProfile, grammar: Grammar | None) -> Slot[str] | None:
    if profile.audience.strip():
        said = profile.audience.strip()
        return Slot(said, 1.0, (Quote(said, AUDIENCE),))
    found = audience_of(profile.description, grammar) if grammar else None
    return Slot(found, 0.7, (Quote(found, DESCRIPTION),)) if found else None


def usual_jobs(entry: Category | None, language: str) -> Slot[tuple[str, ...]] | None:
    """What customers of such a business want done, by the catalogue; `language` without region."""
    if entry is None or language not in entry.wordings or not entry.wordings[language].jobs:
        return None
    jobs = entry.wordings[language].jobs
    return Slot(jobs, 0.6, (Quote(entry.wordings[language].name, "catalogue"),))


def _qualities(description: str) -> Slot[tuple[str, ...]] | None:
    found = [match.group().strip() for match in _WITHOUT.finditer(description)]
    quotes = [Quote(text, DESCRIPTION) for text in found]
    return _slot(quotes, 0.8)


def _slot(quotes: Sequence[Quote], confidence: float) -> Slot[tuple[str, ...]] | None:
    if not quotes:
        return None
    return Slot(tuple(quote.text for quote in quotes), confidence, tuple(quotes))
