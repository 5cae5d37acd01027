"""Finds the sentences, clauses and list items of an answer.

Invariant: sentence and clause spans are in folded offsets and cover the text in order without
overlap; list items are in original offsets, ranked from 1 within their list.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

from presence.analysis.extraction.folding import Folded
from presence.analysis.extraction.wordlists import word_list


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


REACH: Final = 300
_END = re.compile(r"[.!?…]+[\"')\]]*(?:\s?\[\d+\])*(?=\s|$)|[。！？｡؟।۔]+|\n+")
_ABBREVIATION = re.compile(
    r"\b(?:inc|ltd|co|corp|bros|vs|mr|mrs|ms|dr|st|no|e\.g|i\.e|approx|ca|z\.b|etc|jr|sr|u\.s)$"
)
_CLAUSE = re.compile(
    r"(?:[,;،]|\s)\s*(?:" + "|".join(_decomposed(w) for w in word_list("clause openers")) + r")\s"
    r"|\s[-]+\s|;|,\s*(?:so|and|then)\s+(?=(?:i|we|you|it|they|try|consider|recommend|here)\b)"
    r"|,\s*(?:а|і)\s+|\sand\s+(?=(?:i|we|would|can|recommend|suggest)\b)|"
    + _decomposed(
        r"\s*[，、；]?(?:但是|不过|然而|しかし|ですが|一方で?|지만,?\s|반면)|,(?=但|而|可)"
    )
)
_LIST_NUMBER = re.compile(r"(?:^|\n)[^\S\n]*\d{1,3}$")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s")
_NUMBERED = re.compile(
    r"^(?P<indent>\s*)(?:#{1,6}\s+)?(?:[*_]{1,3})?(?P<number>\d{1,3})(?:[.)、．]|\\\.)\s*(?=\S)"
)
_BULLET = re.compile(r"^(?P<indent>\s*)(?:[-*+•‣◦▪–]|[✅✔➤►▶])️?\s+(?=\S)")
_TABLE = re.compile(r"^\s*\|(?P<cells>.*\S)\s*\|?\s*$")
_TABLE_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
_LIST_HINT = re.compile(
    r"^\s*(?:#{1,6}\s+)?(?:[*_]{1,3})?(?:\d{1,3}[.)、．\\]|[-*+•‣◦▪–|✅✔➤►▶])", re.M
)


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item: its original span, the start of its content, its rank, and its list."""

    start: int
    end: int
    content: int
    rank: int
    group: int


@dataclass(frozen=True, slots=True)
class Structure:
    """The sentence and clause boundaries (folded) and list items (original) of one answer."""

    sentences: tuple[tuple[int, int], ...]
    items: tuple[ListItem, ...]
    text: str
    cuts: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def sentence_at(self, position: int) -> tuple[int, int]:
        """The folded span of the sentence at a folded position, at most `REACH` on either side.

        The limit keeps text without punctuation from being read again for every name in it.
        """
        index = bisect_right(self.sentences, (position, len(self.text) + 1)) - 1
        low, high = self.sentences[max(0, index)]
        return max(low, position - REACH), min(high, position + REACH)

    def clause_at(self, start: int, end: int) -> tuple[int, int]:
        """The folded span of the clause that contains folded [start, end)."""
        index = max(0, bisect_right(self.sentences, (start, len(self.text) + 1)) - 1)
        if index not in self.cuts:
            spans = _CLAUSE.finditer(self.text, *self.sentences[index])
            self.cuts[index] = [cut.span() for cut in spans]
        low, high = self.sentence_at(start)
        cuts = self.cuts[index]
        at = bisect_right(cuts, start, key=lambda cut: cut[1])
        if at:
            low = max(low, cuts[at - 1][1])
        while at < len(cuts) and cuts[at][0] < end:
            at += 1
        return low, min(high, cuts[at][0]) if at < len(cuts) else high

    def item_at(self, offset: int) -> ListItem | None:
        """The list item that contains an original offset, or None."""
        index = bisect_right(self.items, offset, key=lambda item: item.start) - 1
        if index < 0:
            return None
        item = self.items[index]
        return item if offset < item.end else None


def structure_of(folded: Folded) -> Structure:
    """The sentences and lists of one folded answer."""
    return Structure(_sentences(folded), _items(folded.source), folded.text)


def _sentences(folded: Folded) -> tuple[tuple[int, int], ...]:
    text = folded.text
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match.group()[0] == "." and not _really_ends(text, match.start(), match.end()):
            continue
        spans.append((start, match.end()))
        start = match.end()
    if start < len(text) or not spans:
        spans.append((start, len(text)))
    return tuple(spans)


def _really_ends(text: str, dot: int, end: int) -> bool:
    """Whether a dot ends a sentence: not if it closes an abbreviation or numbers a list item."""
    if _LIST_NUMBER.search(text, max(0, dot - 6), dot):
        return False
    if _ABBREVIATION.search(text, max(0, dot - 8), dot) is None:
        return True
    return end >= len(text) or text[end] == "\n"


def _items(source: str) -> tuple[ListItem, ...]:
    if _LIST_HINT.search(source) is None:
        return ()
    reader = _ListReader()
    offset = 0
    for line in source.splitlines(keepends=True):
        reader.line(line, offset)
        offset += len(line)
    return tuple(reader.finish(offset))


class _ListReader:
    """Reads lists line by line; only the outermost items of a list are ranked."""

    def __init__(self) -> None:
        self.items: list[ListItem] = []
        self.groups = 0
        self.group = 0
        self.rank = 0
        self.kind = ""
        self.indent = 0
        self.numbered = (0, 0, 0)  # group, rank and printed number of the last numbered item
        self.open: tuple[int, int] | None = None
        self.gap = False

    def line(self, line: str, offset: int) -> None:
        """Read one line with its original offset."""
        row = _TABLE.match(line)
        if row is not None and "|" in row.group("cells"):
            self._table(line, offset)
            return
        numbered = _NUMBERED.match(line)
        match = numbered or _BULLET.match(line)
        if match is not None:
            self._marker(match, int(numbered.group("number")) if numbered else 0, offset)
        elif _HEADING.match(line):
            self._interrupt(offset)
        elif not line.strip():
            self.gap = True
        elif self.kind == "table" or (self.gap and not line[0].isspace()):
            # Unindented prose after a blank line ends the item; a numbered list may resume.
            self._interrupt(offset)

    def _interrupt(self, offset: int) -> None:
        self._close(offset)
        self.kind = ""
        self.gap = False

    def _marker(self, match: re.Match[str], number: int, offset: int) -> None:
        kind = "number" if number else "bullet"
        indent = len(match.group("indent").expandtabs(4))
        inside = self.open is not None and self.kind != "table"
        if inside and (
            indent > self.indent or (self.kind == "number" and kind == "bullet" and not self.gap)
        ):
            return
        self._close(offset)
        group, rank, last = self.numbered
        if kind == "number" and last and number in (last + 1, 1) and not (number == 1 < last):
            self.group, self.rank, self.kind, self.indent = group, rank, kind, indent
        elif kind != self.kind or kind == "number":
            self._start(kind, indent)
        self.rank += 1
        if kind == "number":
            self.numbered = (self.group, self.rank, number)
        self.open = (offset, offset + match.end())
        self.gap = False

    def _start(self, kind: str, indent: int) -> None:
        self.groups += 1
        self.group, self.rank, self.kind, self.indent = self.groups, 0, kind, indent

    def _table(self, line: str, offset: int) -> None:
        self._close(offset)
        if self.kind != "table":
            self._start("table", 0)
            return
        if _TABLE_RULE.match(line):
            return
        self.rank += 1
        content = offset + line.index("|") + 1
        self.items.append(ListItem(offset, offset + len(line), content, self.rank, self.group))

    def _close(self, offset: int) -> None:
        if self.open is not None:
            start, content = self.open
            self.items.append(ListItem(start, offset, content, self.rank, self.group))
            self.open = None

    def finish(self, end: int) -> list[ListItem]:
        """Close what is open and return the items in order."""
        self._close(end)
        return sorted(self.items, key=lambda item: item.start)
