"""Finds a brand's key facts in its own words, each with the place it was read at.

Invariant: nothing is inferred: a fact is quoted from a page, a document, the description or the
profile, and a kind that none of them states is left out. Own pages are read in crawl order, the
start page first, then documents, then the description; the first statement wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlsplit

from presence.analysis.facts.amounts import amounts
from presence.analysis.facts.kinds import (
    AUDIENCE,
    DESCRIPTION,
    KINDS,
    MAX_QUOTE,
    MAX_VALUE,
    MOST,
    WEBSITE,
    Fact,
    FactKind,
)
from presence.analysis.facts.markup import marked_up
from presence.analysis.facts.naming import blanked, definition, names_one, things_made
from presence.analysis.facts.wording import FactPatterns, of
from presence.analysis.language import base_language, sentences
from presence.analysis.panel.audience_words import audience_segments
from presence.analysis.types import BrandProfile, DocumentText, PageFacts

PAGES = 40
SENTENCES = 150  # of one page
LONGEST = 600  # characters of a sentence; text without stops is not one
_NO_PLACE = re.compile(
    r"^(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|German|French|Spanish|"
    r"[A-Z]{3,}|Our|The|We|You|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)\b"
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence of the brand's own with its source."""

    text: str
    source: str

    def fact(self, kind: FactKind, value: str) -> Fact:
        return _fact(kind, value, self.source, self.text)


def find_facts(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> tuple[Fact, ...]:
    """Facts in the order of their kinds: at most one of each kind, and five of what is offered."""
    found: list[Fact] = [*_stated(profile)]
    found += [fact for page in pages[:PAGES] for fact in marked_up(page, profile)]
    wording = of(profile.language)
    if wording is not None:
        names = (profile.name, *profile.aliases)
        lines = [line for line in _lines(profile, pages, documents) if line.text]
        for look in _LOOKS:
            found += look(names, wording, lines)
    return _chosen(found)


def _stated(profile: BrandProfile) -> Iterator[Fact]:
    """What the customer typed into the profile."""
    if profile.website:
        yield _fact("url", host_of(profile.website), WEBSITE, profile.website)
    for segment in audience_segments(profile.audience, base_language(profile.language))[:1]:
        yield _fact("audience", segment, AUDIENCE, profile.audience)


def host_of(address: str) -> str:
    """Host of an address without "www.", lower case."""
    parts = urlsplit(address if "//" in address else f"//{address}")
    return (parts.hostname or "").removeprefix("www.")


def _fact(kind: FactKind, value: str, source: str, quote: str) -> Fact:
    return Fact(kind, " ".join(value.split())[:MAX_VALUE], source, quote[:MAX_QUOTE])


def _lines(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> Iterator[_Line]:
    for page in pages[:PAGES]:
        for text in (page.title, page.description, page.main_text):
            for sentence in sentences(text)[:SENTENCES]:
                yield _Line(sentence[:LONGEST], page.final_url)
    for document in documents:
        for _, text in document.blocks:
            for sentence in sentences(text):
                yield _Line(sentence[:LONGEST], document.source)
    for sentence in sentences(profile.description):
        yield _Line(sentence[:LONGEST], DESCRIPTION)


Names = tuple[str, ...]
Look = Callable[[Names, FactPatterns, list[_Line]], Iterable[Fact]]


def _categories(names: Names, wording: FactPatterns, lines: list[_Line]) -> Iterator[Fact]:
    for line in lines:
        found = definition(names, wording, blanked(line.text))
        if found is not None:
            yield line.fact("category", found[0])
            return


def _offerings(names: Names, wording: FactPatterns, lines: list[_Line]) -> Iterator[Fact]:
    """The first sentence that lists what is made."""
    for line in lines:
        things = list(things_made(names, wording, blanked(line.text)))
        if things:
            yield from (line.fact("offering", thing) for thing in things)
            return


def _places(names: Names, wording: FactPatterns, lines: list[_Line]) -> Iterator[Fact]:
    for line in lines:
        if not _of_the_brand(names, wording, line.text):
            continue
        for match in wording.place.finditer(line.text):
            if not _NO_PLACE.match(match["place"]) and not names_one(names, match["place"]):
                yield line.fact("place", match["place"])
                return


def _years(names: Names, wording: FactPatterns, lines: list[_Line]) -> Iterator[Fact]:
    """A founding year stated outright, else one after "since" in a sentence about the company."""
    for line in lines:
        match = wording.founded.search(line.text)
        if match and match.groupdict().get("year"):
            yield line.fact("founded", match["year"])
            return
    for line in lines:
        match = wording.since.search(line.text)
        if match and _of_the_brand(names, wording, line.text):
            yield line.fact("founded", match["year"])
            return


def _prices(names: Names, wording: FactPatterns, lines: list[_Line]) -> Iterator[Fact]:
    """The best statement of prices: a range, else a lowest price, else a price per period."""
    best: tuple[int, Fact] | None = None
    for line in lines:
        if wording.aside.search(line.text) or not wording.costs.search(line.text):
            continue
        rank, value = price_in(wording, line.text)
        if value and (best is None or rank < best[0]):
            best = rank, line.fact("priceRange", value)
    if best is not None:
        yield best[1]


def price_in(wording: FactPatterns, text: str) -> tuple[int, str]:
    """(rank, words): 0 for a span of prices, 1 for a lowest price, 2 for a price per period."""
    found = amounts(text)
    for first, second in pairwise(found):
        between = text[first.end : second.start]
        if first.currency == second.currency and wording.between.match(between):
            return 0, f"{text[first.start : first.end]}–{text[second.start : second.end]}"
    for amount in found:
        start = wording.start_at.search(text[: amount.start])
        if start is not None:
            return 1, text[start.start() : amount.end].strip()
    for amount in found:
        if amount.per:
            return 2, text[amount.start : amount.end]
    return 3, ""


def _of_the_brand(names: Names, wording: FactPatterns, text: str) -> bool:
    """Whether a sentence speaks of the brand, by name or as "we"."""
    return names_one(names, text) or bool(
        re.search(rf"(?<!\w)(?:{wording.we}|our|unsere?\w?|notre|nos|nuestr\w+)(?!\w)", text, re.I)
    )


def _chosen(found: Iterable[Fact]) -> tuple[Fact, ...]:
    """The first of each kind, and as many different ones as a kind may have."""
    kept: dict[str, list[Fact]] = {kind: [] for kind in KINDS}
    for fact in found:
        rows = kept[fact.kind]
        known = {row.value.casefold() for row in rows}
        if fact.value and len(rows) < MOST[fact.kind] and fact.value.casefold() not in known:
            rows.append(fact)
    return tuple(fact for kind in KINDS for fact in kept[kind])


_LOOKS: tuple[Look, ...] = (_categories, _offerings, _places, _years, _prices)
