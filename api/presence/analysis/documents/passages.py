"""Text cut into passages a retrieval assistant could quote: 1-3 sentences under their heading.

Invariant: passage text is verbatim from its source, and its id depends on source and text only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from presence.analysis.crawler.furniture import fold_line, is_furniture, repeated_lines
from presence.analysis.types import DocumentText, PageFacts, Passage

_TARGET_WORDS = 40
_MOST_WORDS = 80
_MOST_SENTENCES = 3
_LEAST_WORDS = 4
_END = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+(?=[^\s\da-z])|(?<=[.!?])\s+(?=\d)|(?<=[。！？])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|approx|Mr|Mrs|Ms|Dr|Prof|St|No|Inc|Ltd|Co|Corp|vs|Jr|Sr|Fig|cf)|\b[A-Z])"
    r"\.$"
)

_SENTENCE = re.compile(r"[.!?…。！？][\"'”’)\]]*\s*$")

Section = tuple[str, str]


def sentences(text: str) -> list[str]:
    """Sentences in order; joined by single spaces they give the text back (white space aside)."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        piece = text[start : match.end()].strip()
        if piece and not _ABBREVIATION.search(piece):
            found.append(piece)
            start = match.end()
    rest = text[start:].strip()
    if rest:
        found.append(rest)
    return found


def page_passages(
    page: PageFacts, owner: str = "brand", owner_name: str = ""
) -> tuple[Passage, ...]:
    """Passages of one page in reading order; a page without readable text has none."""
    headings = {text for _, text in page.headings}
    sections: list[Section] = []
    heading = ""
    for line in page.main_text.split("\n"):
        if line in headings:
            heading = line
        elif line:
            sections.append((heading, line))
    return _passages(sections, page.final_url, page.title, owner, owner_name)


def site_passages(
    pages: Iterable[PageFacts], owner: str = "brand", owner_name: str = ""
) -> tuple[Passage, ...]:
    """Passages of a whole site without its furniture; text repeated on several pages is kept where
    it comes first.
    """
    seen: set[str] = set()
    kept: list[Passage] = []
    for page in _without_furniture(tuple(pages)):
        for passage in page_passages(page, owner, owner_name):
            key = " ".join(passage.text.lower().split())
            if key not in seen:
                seen.add(key)
                kept.append(passage)
    return tuple(kept)


def _without_furniture(pages: Sequence[PageFacts]) -> Iterator[PageFacts]:
    """Pages without what templates say, and without what is repeated and no whole sentence: a
    promise that stands on every page is still somebody's words.
    """
    repeated = repeated_lines(pages)

    def kept(line: str) -> bool:
        trimming = fold_line(line) in repeated and not _SENTENCE.search(line)
        return not trimming and not is_furniture(line)

    for page in pages:
        yield replace(page, main_text="\n".join(filter(kept, page.main_text.split("\n"))))


def document_passages(
    document: DocumentText, owner: str = "brand", owner_name: str = ""
) -> tuple[Passage, ...]:
    """Passages of an uploaded document or of a page added like one, under its source."""
    sections: list[Section] = []
    heading = ""
    for level, text in document.blocks:
        if level:
            heading = text
        elif not (document.url and is_furniture(text)):
            sections.append((heading, text))
    return _passages(sections, document.source, document.title, owner, owner_name)


def _passages(
    sections: Iterable[Section], source: str, title: str, owner: str, owner_name: str
) -> tuple[Passage, ...]:
    found: dict[str, Passage] = {}
    for heading, text in _pieces(sections):
        digest = sha256(f"{source}\n{text}".encode()).hexdigest()[:20]
        found.setdefault(digest, Passage(digest, text, source, owner, owner_name, title, heading))
    return tuple(found.values())


def _pieces(sections: Iterable[Section]) -> Iterator[Section]:
    """(heading, text) of each passage: sentences are added until about 40 words are reached."""
    current = ""
    taken: list[str] = []
    words = 0
    for heading, block in sections:
        for number, sentence in enumerate(_bounded(block)):
            size = len(sentence.split())
            full = words >= _TARGET_WORDS or len(taken) >= _MOST_SENTENCES
            if taken and (heading != current or full or words + size > _MOST_WORDS):
                yield from _emit(current, taken, words)
                taken, words = [], 0
            current = heading
            if taken and number == 0 and taken[-1][-1] not in ".!?:;…。！？":
                taken[-1] += "\n"
            taken.append(sentence)
            words += size
    yield from _emit(current, taken, words)


def _emit(heading: str, taken: list[str], words: int) -> Iterator[Section]:
    text = " ".join(taken).replace("\n ", "\n")
    if words >= _LEAST_WORDS or (words and not text.isascii() and len(text) >= 12):
        yield heading, text


def _bounded(block: str) -> Iterator[str]:
    """Sentences of a block, a run-on one cut at 80 words so that no passage outgrows that."""
    for sentence in sentences(block):
        words = sentence.split()
        if len(words) <= _MOST_WORDS:
            yield sentence
        else:
            for start in range(0, len(words), _MOST_WORDS):
                yield " ".join(words[start : start + _MOST_WORDS])
