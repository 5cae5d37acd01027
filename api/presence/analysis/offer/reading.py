"""Reads the offer of a brand from its own words, strongest source first.

The person's description speaks before titles, titles before headings, headings before body text;
furniture never counts. Invariant: an offer that cannot be read has no category, never a guess.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from presence.analysis.crawler.furniture import without_furniture
from presence.analysis.language import base_language, terms
from presence.analysis.offer.abroad import GRAMMARS as ABROAD
from presence.analysis.offer.abroad import japanese_phrase
from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.kinds import kind_of
from presence.analysis.offer.phrases import Grammar, audience_of, noun_phrases
from presence.analysis.offer.places import place_of
from presence.analysis.offer.recognition import entry_named, recognise
from presence.analysis.offer.suggesting import suggested_names
from presence.analysis.offer.support import supported_lines
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Offer, OfferKind, Quote, Slot

DESCRIPTION = "description"
AUDIENCE = "audience"
_GRAMMARS = {"en": ENGLISH, "de": GERMAN, **ABROAD}
_DESCRIPTION_WEIGHT = 8.0
_TITLE_WEIGHT = 2.5
_META_WEIGHT = 3.0
_HEADING_WEIGHT = 1.0
_BODY_WEIGHT = 0.4
_START_PAGE = 2.0  # what the start page says counts twice
_MOST_BODY = 6
_LEAST_SCORE = 3.5
_KIN = 0.55  # cosine from which a phrase is taken for a name of the catalogue
_MOST_MORE = 5
_AMOUNT = r"(?:[$€£¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:€|£|\$|EUR|USD|GBP|CHF|zł|円|kr)(?!\w))"
_MONEY = re.compile(rf"[^.!?\n]{{0,80}}{_AMOUNT}[^.!?\n]{{0,60}}")
_AGAINST = re.compile(
    r"\b(?:vs\.?|versus|alternatives? to|compared (?:to|with)|switch(?:ing)? from|moving from|"
    r"instead of|Alternative zu|im Vergleich (?:zu|mit)|Wechsel von|statt|alternative à|"
    r"comparé à|alternativa a|frente a)\s+((?:[A-Z][\w&.+-]*)(?:\s+[A-Z0-9][\w&.+-]*){0,2})"
)
_WITHOUT = re.compile(
    r"\b(?:no|without|ohne|sans|sin|senza|zonder|sem|bez)\s+[^,.;:!?()]{3,40}", re.IGNORECASE
)


@dataclass(slots=True)
class _Evidence:
    """What speaks for one category."""

    score: float = 0.0
    quotes: list[Quote] = field(default_factory=list)


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
    ranked = _ranked(profile, read, documents, language)
    entry, category = _category(phrases, ranked, language, embedder, profile.description)
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
        price_facts=_slot(_lines(read, _MONEY), 0.8),
        named_competitors=_slot(_competitors(read, profile), 0.6),
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
    ranked: Sequence[tuple[Category, _Evidence]],
    language: str,
    embedder: Embedder | None,
) -> tuple[str, ...]:
    start = (f"{page.title}. {page.description}" for page in pages[:1])
    text = ". ".join((profile.description, *start))
    return suggested_names([entry for entry, _ in ranked], text, language, embedder)


def _own_text(profile: BrandProfile, pages: Sequence[PageFacts]) -> str:
    texts = [f"{page.title}\n{page.description}\n{page.main_text}" for page in pages]
    return "\n".join([profile.description, profile.audience, *texts])


def _ranked(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    language: str,
) -> list[tuple[Category, _Evidence]]:
    """Categories by how much of the brand's words speak for them, best first."""
    found: dict[str, _Evidence] = defaultdict(_Evidence)
    for weight, text, source in _texts(profile, pages, documents):
        counts: dict[str, int] = defaultdict(int)
        for hit in recognise(text, language, forgiving=source == DESCRIPTION):
            counts[hit.entry.id] += 1
            if counts[hit.entry.id] > _MOST_BODY:
                continue
            evidence = found[hit.entry.id]
            evidence.score += weight * (0.6 + 0.4 * min(hit.words, 3)) / counts[hit.entry.id]
            if len(evidence.quotes) < 3:
                evidence.quotes.append(Quote(hit.name, source))
    entries = catalogue()
    pairs = [(entries[key], evidence) for key, evidence in found.items()]
    return sorted(pairs, key=lambda pair: -pair[1].score)


def _texts(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> Iterator[tuple[float, str, str]]:
    """(weight, text, source) of everything the brand says of itself."""
    yield _DESCRIPTION_WEIGHT, profile.description, DESCRIPTION
    for place, page in enumerate(pages):
        times = _START_PAGE if place == 0 else 1.0
        yield times * _TITLE_WEIGHT, page.title, page.final_url
        yield times * _META_WEIGHT, page.description, page.final_url
        yield times * _HEADING_WEIGHT, "\n".join(h for _, h in page.headings), page.final_url
        yield times * _BODY_WEIGHT, page.main_text, page.final_url
    for document in documents:
        yield _TITLE_WEIGHT, document.title, document.source
        for level, text in document.blocks:
            yield _HEADING_WEIGHT if level else _BODY_WEIGHT, text, document.source


def _category(
    phrases: Sequence[str],
    ranked: Sequence[tuple[Category, _Evidence]],
    language: str,
    embedder: Embedder | None,
    description: str,
) -> tuple[Category | None, Slot[str] | None]:
    """The entry of the catalogue and the words for it: the person's own where they name a thing."""
    for phrase in phrases:
        entry = entry_named(phrase, language, forgiving=True)
        if entry is not None:
            return entry, Slot(phrase, 0.95, (Quote(phrase, DESCRIPTION),))
    best, evidence = ranked[0] if ranked else (None, _Evidence())
    if phrases:
        near = _nearest(phrases[0], language, embedder)
        return near, Slot(phrases[0], 0.8 if near else 0.6, (Quote(phrases[0], DESCRIPTION),))
    if best is not None and evidence.score >= _LEAST_SCORE:
        rest = ranked[1][1].score if len(ranked) > 1 else 0.0
        confidence = round(evidence.score / (evidence.score + rest + 1.0), 2)
        return best, Slot(best.wordings[language].name, confidence, tuple(evidence.quotes))
    near = _nearest(description, language, embedder)
    if near is not None:
        name = near.wordings[language].name
        return near, Slot(name, 0.5, (Quote(description, DESCRIPTION),))
    return None, None


def _nearest(text: str, language: str, embedder: Embedder | None) -> Category | None:
    """The entry whose name means nearly the same; English only, as the embedding knows English."""
    if embedder is None or language != "en" or not text.strip():
        return None
    entries = [entry for entry in catalogue().values() if "en" in entry.wordings]
    if not entries:
        return None
    rows = embedder.embed([text, *(entry.wordings["en"].name for entry in entries)])
    near = rows[1:] @ rows[0]
    place = int(near.argmax())
    return entries[place] if near[place] >= _KIN else None


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
    ranked: Sequence[tuple[Category, _Evidence]],
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
        if other is not entry and not inside and evidence.score >= _LEAST_SCORE:
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


def _lines(pages: Iterable[PageFacts], pattern: re.Pattern[str]) -> list[Quote]:
    found: dict[str, Quote] = {}
    for page in pages:
        for match in pattern.finditer(page.main_text):
            text = " ".join(match.group().split())
            found.setdefault(text, Quote(text, page.final_url))
    return list(found.values())[:8]


def _competitors(pages: Iterable[PageFacts], profile: BrandProfile) -> list[Quote]:
    own = {name.casefold() for name in (profile.name, *profile.aliases)}
    found: dict[str, Quote] = {}
    for page in pages:
        for match in _AGAINST.finditer(page.main_text):
            name = match.group(1).rstrip(".")
            if name.casefold() not in own:
                found.setdefault(name.casefold(), Quote(name, page.final_url))
    return list(found.values())[:10]


def _slot(quotes: Sequence[Quote], confidence: float) -> Slot[tuple[str, ...]] | None:
    if not quotes:
        return None
    return Slot(tuple(quote.text for quote in quotes), confidence, tuple(quotes))
