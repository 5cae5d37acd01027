"""The texts in which a business says what it is, and what each of them weighs.

Invariant: a text that only repeats another is no place of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from presence.analysis.language import sentences
from presence.analysis.offer.denials import without_denials
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.offer.structured_words import structured_words
from presence.analysis.types import BrandProfile, PageFacts

NAME = "name"
LINE = "meta"  # the line for search engines
OTHER_PAGES = 5
# What a place weighs: the person's own first sentence most, a heading little.
_FIRST, _LATER = 3.0, 1.6
_META, _TITLE, _H1, _NAME, _ITSELF, _HEADING, _OTHER_TITLE = 2.6, 2.2, 1.3, 1.4, 1.2, 0.5, 0.5
_DATA, _DATA_OFFERED = 1.8, 0.8  # structured data: its description, names of what is offered
_SAME = 40  # letters
_MOST_HEADINGS = 4
_PARTS = re.compile(r"\s+[|–—·»«:-]\s+|\s*[|»:：｜]\s*")
# The author, not the product: "Ich bin Redakteurin und beschreibe jede Woche …".
BY_EDITOR = re.compile(
    r"^(?:ich bin|i am|i'm)\b.{0,20}\b(?:reda[ck]t\w+|journalist\w*|editor|reporter\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A text in which the business says what it is, and what that place weighs."""

    name: str
    weight: float
    text: str
    source: str


def places_of(profile: BrandProfile, pages: Sequence[PageFacts], language: str) -> Iterator[Place]:
    """Every place of its own with its text; `pages` are without furniture."""
    for number, sentence in enumerate(sentences(profile.description)):
        if BY_EDITOR.search(sentence):
            continue
        said = without_denials(sentence)
        yield Place(f"said {number}", _LATER if number else _FIRST, said, DESCRIPTION)
    yield Place(NAME, _NAME, profile.name, NAME)
    own = profile.name.casefold()
    for page in pages[:1]:
        parts = [part for part in _PARTS.split(page.title) if part.casefold() != own]
        yield Place("title", _TITLE, " ; ".join(parts), page.final_url)
        yield Place(LINE, _META, without_denials(page.description), page.final_url)
        firsts = [text for level, text in page.headings if level == 1]
        h1 = " ; ".join(firsts[:_MOST_HEADINGS])
        if h1.casefold() not in {part.casefold() for part in parts}:
            yield Place("h1", _H1, h1, page.final_url)
        yield from _places_in_data(page, pages, language)
        others = [text for level, text in page.headings if level > 1]
        for number, text in enumerate(others[:_MOST_HEADINGS]):
            yield Place(f"heading {number}", _HEADING, text, page.final_url)
    for number, page in enumerate(pages[1:OTHER_PAGES]):
        parts = [part for part in _PARTS.split(page.title) if part.casefold() != own]
        yield Place(f"title {number}", _OTHER_TITLE, " ; ".join(parts), page.final_url)


def _places_in_data(page: PageFacts, pages: Sequence[PageFacts], language: str) -> Iterator[Place]:
    data = structured_words(pages, language)
    meta = page.description.casefold()
    for number, text in enumerate(data.descriptions):
        if text.casefold()[:_SAME] != meta[:_SAME]:  # most often it is copied from there
            yield Place(f"data {number}", _DATA, without_denials(text), page.final_url)
    if data.offered:
        yield Place("data offers", _DATA_OFFERED, " ; ".join(data.offered), page.final_url)
