"""Candidates for what a brand sells: every phrase and catalogue entry with some evidence.

Many are wrong; `candidate_ranking` decides which one is shown, from what `properties` says about
each. Invariant: each candidate knows where it occurs, so that it can be quoted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from presence.analysis.language import sentences, words
from presence.analysis.language.english_nouns import singular
from presence.analysis.language.words import stem
from presence.analysis.offer.business_facts import Known
from presence.analysis.offer.categories import Category
from presence.analysis.offer.category_choice import NAME, Phrases, is_known, terse_sentences
from presence.analysis.offer.chunks import Chunk, chunks_of, completed, preposition
from presence.analysis.offer.composed_names import composed, deeds_in
from presence.analysis.offer.evidence import DESCRIPTION, Evidence
from presence.analysis.offer.imperatives import wished
from presence.analysis.offer.narrowing import narrowed_vague
from presence.analysis.offer.own_name import named_trade
from presence.analysis.offer.phrases import Grammar, noun_phrases, says_of_itself, says_so
from presence.analysis.offer.recognition import entry_named, recognise
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Quote, Slot

AUDIENCE = "audience"
_PAGES = 8
_LETTERS = 12_000  # per page
_SENTENCES = 25  # per page, that may say "we are"
_SHORT_LINE = 8  # words
_MOST_OF_SITE = 50
_MOST_PROMINENT = 100
_RANKED = 6
_LONGEST_WHOM = 4  # words
_PARTS = re.compile(r"\s+[|–—·»«:-]\s+|\s*[|»:]\s+")
_PRICE = re.compile(r"[€£$]\s?\d|\d\s?(?:€|£|EUR|Euro|CHF)|\b(?:from|ab|per|pro)\b.{0,12}\d", re.I)
_OWNERS = re.compile(
    r"^(?:the\s+|small\s+)?(?:owners?|managers?|operators?|directors?|heads?|leaders?|staff|teams?)"
    r"\s+(?:of|in|at)\s+(?:an?\s+|small\s+)?|^(?:inhaber|betreiber|leit\w+)\s+von\s+",
    re.IGNORECASE,
)
_ENDS_WHOM = re.compile(
    r"[,;.:(]|\s+(?:with|in|who|that|which|and|or|on|from|mit|in|die|der|und|oder|ab|bis|von|im)\s",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Candidate:
    """A phrase, the entry it names if any, and what is known about it so far.

    `told` counts where and how it is said; `places` are the pages that contain it.
    """

    text: str
    key: tuple[str, ...]
    entry: Category | None
    quote: Quote
    told: Counter[str] = field(default_factory=Counter)
    places: set[str] = field(default_factory=set)
    properties: dict[str, float] = field(default_factory=dict)
    slot: Slot[str] | None = None
    chance: float = 0.0
    confidence: float = 0.0

    @property
    def is_ruled(self) -> bool:
        """Whether the rules chose it."""
        return "ruled" in self.told


class Candidates:
    """Collects candidates, merging those that differ only in number or case."""

    def __init__(self, name: str, language: str) -> None:
        self.name = name.casefold()
        self.language = language
        self.found: dict[tuple[str, ...], Candidate] = {}

    def add(
        self,
        text: str,
        source: str,
        *told: str,
        entry: Category | None = None,
        values: Mapping[str, float] | None = None,
    ) -> None:
        """Record another place that says it."""
        text = text.strip(" \t,.;:!?\"'“”„«»()")
        key = folded(text, self.language)
        own = bool(self.name) and text.casefold().startswith(self.name)
        own = own or (self.name.startswith(f"{text.casefold()} &"))
        if not key or own or not any(letter.isalpha() for letter in text):
            return
        one = self.found.get(key)
        if one is None:
            named = entry or entry_named(text, self.language, forgiving=source == DESCRIPTION)
            one = self.found[key] = Candidate(text, key, named, Quote(text, source))
        one.told.update(told)
        for name, value in (values or {}).items():
            one.properties[name] = max(value, one.properties.get(name, 0.0))
        if source not in (DESCRIPTION, NAME, AUDIENCE):
            one.places.add(source)


def folded(text: str, language: str) -> tuple[str, ...]:
    """The stems of all words of a phrase."""
    return tuple(stem(part, language) for word in words(text) for part in word.split("-") if part)


def unnamed(text: str, name: str) -> str:
    """The text with a break wherever the brand is named."""
    return re.sub(re.escape(name), ";", text, flags=re.IGNORECASE) if name else text


def ruled_candidate(
    entry: Category | None, category: Slot[str] | None, phrases: Phrases, language: str
) -> Candidate | None:
    """The candidate chosen by the rules, and by which of them."""
    if category is None:
        return None
    quote = category.evidence[0] if category.evidence else Quote(category.value, DESCRIPTION)
    key = folded(category.value, language) or (category.value,)
    one = Candidate(category.value, key, entry, quote, slot=category)
    said = any(category.value in phrase or phrase in category.value for phrase in phrases.found)
    by = "name" if quote.source == NAME else "phrase" if said else "pages"
    listed = "listed" if entry else "unknown"
    one.told.update(("ruled", f"ruled by {by}", f"ruled by {by}, {listed}"))
    if phrases.outright and said:
        one.told.update(("ruled outright",))
    if phrases.source != DESCRIPTION:
        one.told.update(("ruled from pages",))
    return one


def candidates_of(
    known: Known,
    documents: Sequence[DocumentText],
    ranked: Sequence[tuple[Category, Evidence]],
    ruled: Candidate | None,
) -> list[Candidate]:
    """Everything that might be the category, with the choice of the rules first."""
    profile, pages, language = known.profile, known.pages, known.language
    found = Candidates(profile.name, language)
    if ruled is not None:
        found.found[ruled.key] = ruled
    _from_description(found, profile, known.grammar)
    for text, source, told in _from_site(profile, pages, documents, known.grammar, language):
        found.add(text, source, told)
    trade = named_trade(profile.name, language)
    if trade is not None:
        found.add(trade.name, NAME, "own name", entry=trade.entry)
    for place, one in enumerate(known.likely):
        found.add(one.name, "pages", *_first("likeliest", place), "likely", entry=one.entry)
    for place, (entry, evidence) in enumerate(ranked[:_RANKED]):
        name = evidence.name(entry, language)
        found.add(name, "pages", *_first("most named", place), "named", entry=entry)
    _from_words(found, known)
    slogan = {folded(text, language) for text in terse_sentences(profile.description)}
    return [
        one
        for key, one in found.found.items()
        if one.entry or key not in slogan or is_known(one.text, language)
    ]


def _first(told: str, place: int) -> tuple[str, ...]:
    return () if place else (told,)


def _from_words(found: Candidates, known: Known) -> None:
    """Add names composed from words that occur."""
    profile, pages, language = known.profile, known.pages, known.language
    if language == "en":
        for deed in deeds_in(profile.description, known.grammar):
            found.add(deed, DESCRIPTION, "deed in description")
        for page in pages[:_PAGES]:
            text = "\n".join((page.title, page.description, page.main_text[:_LETTERS]))
            for deed in dict.fromkeys(deeds_in(text, known.grammar)):
                found.add(deed, page.final_url, "deed on page")
    said = (profile.description, profile.audience)
    for name, values in composed(*said, pages, profile.name, language):
        found.add(name, "pages", values=values)
    if program := _program_for(profile.audience, language):
        found.add(program, AUDIENCE, "program for them")


def _from_description(found: Candidates, profile: BrandProfile, grammar: Grammar) -> None:
    language, said = found.language, profile.description
    if wish := wished(said, grammar, language):
        found.add(wish, DESCRIPTION, "wished")
    if vague := narrowed_vague(said, grammar, language):
        found.add(vague, DESCRIPTION, "vague but narrowed")
    outright = says_so(said, profile.name, grammar)
    for place, phrase in enumerate(noun_phrases(completed(said, language), profile.name, grammar)):
        told = ["phrase"] if place else ["phrase", "first phrase"]
        told += ["outright"] if outright else []
        told += ["outright first"] if outright and not place else []
        found.add(phrase, DESCRIPTION, *told)
    for chunk in chunks_of(unnamed(said, profile.name), language):
        found.add(chunk.text, DESCRIPTION, *_told_by(chunk))
    for hit in recognise(said, language, forgiving=True):
        found.add(hit.name, DESCRIPTION, "named in description", entry=hit.entry)


def _told_by(chunk: Chunk) -> Iterator[str]:
    yield "in description"
    yield f"after {preposition(chunk.before)}"
    yield f"before {preposition(chunk.after) if chunk.after else 'end'}"
    if chunk.order == 0:
        yield "begins description"
    if chunk.sentence == 0:
        yield "in first sentence"
    if chunk.whole:
        yield "whole"


def _from_site(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar,
    language: str,
) -> Iterator[tuple[str, str, str]]:
    """(phrase, source, how it is said) for phrases that pages repeat or show prominently."""
    seen: list[tuple[str, str, str]] = []
    for source, told, text in site_texts(profile, pages, documents, grammar):
        if told == "says of itself":
            phrases = noun_phrases(text, profile.name, grammar)
            seen += [(phrase, source, told) for phrase in phrases]
            seen += [(phrase, source, "says of itself first") for phrase in phrases[:1]]
        elif told == "price":
            seen += [(chunk.text, source, told) for chunk in chunks_of(text, language)]
        else:
            for chunk in chunks_of(unnamed(text, profile.name), language):
                seen.append((chunk.text, source, told))
                if chunk.whole and not chunk.before and not chunk.after:
                    seen.append((chunk.text, source, f"all of {told}"))
    counts = Counter(folded(text, language) for text, _, told in seen)
    prominent = {
        folded(text, language)
        for text, _, told in seen
        if told not in ("line", "body", "price", "all of line", "heading")
    }
    listed = [key for key, _ in counts.most_common() if counts[key] > 1 or key in prominent]
    likeliest = [key for key in listed if key in prominent]
    kept = {*listed[:_MOST_OF_SITE], *likeliest[:_MOST_PROMINENT]}
    for text, source, told in seen:
        if folded(text, language) in kept:
            yield text, source, told


def site_texts(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    grammar: Grammar,
) -> Iterator[tuple[str, str, str]]:
    """(source, how it is said, text) for everything the pages say."""
    own = profile.name.casefold()
    for number, page in enumerate(pages[:_PAGES]):
        source = page.final_url
        start = "start " if number == 0 else ""
        for part in _PARTS.split(page.title):
            if part.casefold() != own:
                yield source, f"{start}title", part
        if page.description:
            yield source, "meta", page.description
        for level, text in page.headings:
            yield source, f"{start}h1" if level == 1 else "heading", text
        titles = {text.casefold() for _, text in page.headings}
        lines = page.main_text[:_LETTERS].split("\n")
        for at, line in enumerate(lines):
            if line.casefold() in titles:
                continue
            yield source, "line" if len(line.split()) <= _SHORT_LINE else "body", line
            if _PRICE.search(line) or any(_PRICE.search(x) for x in lines[at + 1 : at + 2]):
                yield source, "price", line[:80]
        for sentence in sentences(page.main_text[:_LETTERS])[:_SENTENCES]:
            if says_of_itself(sentence, profile.name, grammar):
                yield source, "says of itself", sentence
    for document in documents[:_PAGES]:
        for _, text in document.blocks[:5]:
            yield document.source, "body", text


def _program_for(audience: str, language: str) -> str:
    """A program named after its users: "tattoo studio software"; "" if they are not named."""
    whom = _ENDS_WHOM.split(_OWNERS.sub("", audience.strip()))[0].strip()
    if not 0 < len(whom.split()) <= _LONGEST_WHOM or audience == "customers":
        return ""
    return f"{singular(whom)} software" if language == "en" else f"Software für {whom}"
