"""Finds the lists of an answer and what heads each of their items.

Invariant: a head is a span of the answer exactly as written, without marks, number or bullet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from presence.analysis.competitors.cues import CAPITALS, JOINING

Mark = Literal["number", "bullet", "title", "bold", "row", "column", "cell"]
_LONGEST: Final = 60
_SYMBOL: Final = r"[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d\u20e3]"
_LINE = re.compile(
    r"(?P<lead>[^\S\n]*(?:>\s*)?(?P<hash>#{1,6}\s+)?(?:[*_]{1,3}(?=\d{1,3}[.)]))?"
    r"(?:(?P<number>\d{1,3})(?:\\?[.)、．])\s*|(?P<bullet>[-*+•‣◦▪–·・]\s+(?:\[[ xX]\]\s+)?))?"
    rf"(?P<symbol>(?:{_SYMBOL}\s*)*))(?P<body>\S.*)?$"
)
_MARKED = re.compile(
    r"(?P<open>\*\*\*|\*\*|__|\*|_|\[|\"|“|„|「|『|`)(?P<head>[^\n]{1,80}?)"
    r"(?:\*\*\*|\*\*|__|\*|_|\]|\"|”|“|」|』|`)"
)
_CUT = re.compile(r"\s+[-–—]+\s+|\s*[:：]|\s*[|]|\s+\(|（|\s*[—–]\s*|[，。；]|,\s|;\s|\.\s|\s+→\s")
_WORD = re.compile(r"[^\s,.:;!?()\[\]*_\"“”|]+(?:\.(?=\w)[^\s,.:;!?()\[\]*_\"“”|]+)*\.?")
_ARROW = re.compile(r"[\u2190-\u21ff\u2794-\u27be]")  # goes on about the item before it
_ROW = re.compile(r"^\s*\|(?P<cells>.*\S)\s*$")
_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")
_TRAIL = re.compile(r"[\s:：.,;!*_\"”“」\]`]+$")


@dataclass(frozen=True, slots=True)
class ItemHead:
    """What an item begins with. `bold` tells whether marks set it apart, `cut` whether a colon or
    a dash does; [start, end) are code points of the answer, `after` is where the item goes on."""

    start: int
    end: int
    text: str
    bold: bool
    cut: bool
    after: str


@dataclass(slots=True)
class ItemList:
    """Items of one kind below one heading, in order; `heading` is the line that announces them."""

    mark: Mark
    heading: str
    heads: list[ItemHead] = field(default_factory=list)
    number: int = 0
    indent: int = 0
    above: ItemHead | None = None  # the title whose points these items are
    level: int = 0  # marks before a heading, 0 for bold ones
    inside: bool = False  # items indented below an item of another list
    section: str = ""  # the title under which a table stands


def lists_of(text: str) -> list[ItemList]:
    """Lists, tables and runs of titled paragraphs of an answer, in order."""
    reader = _Reader()
    offset = 0
    for line in text.splitlines(keepends=True):
        reader.read(line.rstrip("\n\r"), offset)
        offset += len(line)
    return [found for found in reader.found if found.heads]


class _Reader:
    def __init__(self) -> None:
        self.found: list[ItemList] = []
        self.current: ItemList | None = None
        self.titles: ItemList | None = None
        self.heading = ""
        self.paused = False
        self.table = 0
        self.columns: list[ItemList] = []

    def read(self, line: str, offset: int) -> None:
        """Take one line, which begins at `offset`."""
        if not line.strip():
            self.table = 0
            return
        if (row := _ROW.match(line)) and "|" in row.group("cells"):
            self._row(line, offset)
            return
        self.table = 0
        match = _LINE.match(line)
        if match is None or not match.group("body") or _ARROW.match(match.group("symbol")):
            return
        mark = _mark_of(match)
        if mark is None:
            self._prose(line)
            return
        indent = len(match.group("lead")) - len(match.group("lead").lstrip())
        head = _head(line, match.start("body"), offset)
        if mark in ("bullet", "number") and self._is_inside(indent):
            self._point(mark, head, indent)
            return
        if mark == "title" and not match.group("number"):
            self._title(head, match)
        if head is not None:
            level = len((match.group("hash") or "").strip())
            self._take(mark, head, int(match.group("number") or 0), indent, level)

    def _is_inside(self, indent: int) -> bool:
        """Whether an item is part of the item before it: its pros, its prices, its steps."""
        listed = self.current is not None and self.current.mark in ("bullet", "number")
        return listed and self.current is not None and indent >= self.current.indent + 2

    def _point(self, mark: Mark, head: ItemHead | None, indent: int) -> None:
        """Take an item inside another; what is inside that one again says nothing new."""
        last = self.found[-1]
        if head is None or self.current is None or not self.current.heads:
            return
        if last.inside and last.above is self.current.heads[-1]:
            if indent < last.indent + 2:
                last.heads.append(head)
            return
        above = self.current.heads[-1]
        self.found.append(
            ItemList(mark, above.text, [head], indent=indent, above=above, inside=True)
        )

    def _prose(self, line: str) -> None:
        self.heading = line.strip()
        self.paused = True

    def _title(self, head: ItemHead | None, match: re.Match[str]) -> None:
        """A heading closes the lists before it and announces the next one."""
        if self.current is not None and self.current.mark != "title":
            self.current = None
        self.heading = match.group("body")

    def _goes_on(self, mark: Mark, number: int) -> bool:
        """Whether an item belongs to the list before it: prose ends all but numbered ones."""
        if self.current is None or self.current.mark != mark:
            return False
        if number:
            return number == self.current.number + 1
        return mark == "title" or not self.paused

    def _take(self, mark: Mark, head: ItemHead, number: int, indent: int, level: int) -> None:
        if mark == "title" and self.titles is not None and self.titles.level == level:
            self.current = self.titles
        if self.current is None or not self._goes_on(mark, number):
            before = self.current
            self.current = ItemList(mark, self.heading, indent=indent, level=level)
            if (
                before is not None
                and before.mark == "title"
                and mark in ("bullet", "number", "bold")
            ):
                self.current.above = before.heads[-1]
                self.current.heading = before.heads[-1].text
            if mark == "title":
                self.titles = self.current
            self.found.append(self.current)
        self.current.heads.append(head)
        self.current.number, self.paused = number, False

    def _row(self, line: str, offset: int) -> None:
        self.table += 1
        cells = _cells(line)
        if self.table == 1:
            head_row = ItemList("column", self.heading, section=self.heading)
            heads = (_head(line, at, offset, end=at + len(cell)) for at, cell in cells[1:] if cell)
            head_row.heads = [head for head in heads if head is not None]
            self.columns = [
                ItemList("cell" if order else "row", cell, section=self.heading)
                for order, (_, cell) in enumerate(cells)
            ]
            self.current = self.columns[0]
            self.found += [head_row, *self.columns]
            return
        if _RULE.match(line):
            return
        for column, (start, cell) in zip(self.columns, cells, strict=False):
            head = _head(line, start, offset, end=start + len(cell)) if cell else None
            if head is not None:
                column.heads.append(head)


def _cells(line: str) -> list[tuple[int, str]]:
    """Cells of a table row with their places in the line; the first stands after the first bar."""
    cells: list[tuple[int, str]] = []
    begin = line.index("|") + 1
    while begin <= len(line):
        end = line.find("|", begin)
        cell = line[begin : end if end >= 0 else len(line)]
        cells.append((begin + len(cell) - len(cell.lstrip()), cell.strip()))
        if end < 0:
            break
        begin = end + 1
    return cells


def _mark_of(match: re.Match[str]) -> Mark | None:
    body = match.group("body")
    if match.group("hash"):
        return "title"
    if match.group("number"):
        return "number"
    if match.group("bullet"):
        return "bullet"
    bold = re.match(r"(\*\*|__)(?P<head>[^*\n]{2,80})\1", body)
    if bold is not None:
        return "title" if bold.end() >= len(body.rstrip()) else "bold"
    return "bullet" if match.group("symbol") else None


def _head(line: str, start: int, offset: int, end: int | None = None) -> ItemHead | None:
    """The head of an item whose content begins at `start` of the line."""
    body = line[start:end]
    marked = _MARKED.match(body)
    if marked is not None:
        inner, begin = marked.group("head"), start + marked.start("head")
        rest = body[marked.end() :]
        if label := re.match(r"[^:]{3,40}(?=:\s+\S)", inner):
            after = inner[label.end() + 1 :]
            return _made(label.group(), begin + offset, bold=True, cut=True, after=after)
        if marked.group("open") == "[":
            rest = re.sub(r"^\([^)\s]*\)", "", rest)
        cut = inner.rstrip().endswith((":", "：")) or bool(_CUT.match(rest)) or not rest.strip()
        return _made(inner, begin + offset, bold=True, cut=cut, after=rest)
    match = _CUT.search(body)
    if match is not None and match.start() <= _LONGEST and match.group().strip() not in ",.;，。；":
        return _made(body[: match.start()], start + offset, False, True, body[match.end() :])
    short = len(body) <= _LONGEST // 2 and not body.rstrip().endswith((".", "!", "。"))
    if end is not None or short:
        return _made(body, start + offset, False, True, "")
    opening = opening_name(body)
    if not opening:
        return None
    return _made(opening, start + offset, False, False, body[len(opening) :])


def _made(text: str, start: int, bold: bool, cut: bool, after: str) -> ItemHead | None:
    """A head without marks around it and without what only explains it."""
    inner = re.sub(rf"^(?:[\s*_\"“`\[]|{_SYMBOL})+", "", text)
    start += len(text) - len(inner)
    inner = _TRAIL.sub("", re.split(r"\s+\(|（|\]\(|\s+(?:by|von|de chez)\s+(?=[A-Z])", inner)[0])
    if not 1 < len(inner) <= _LONGEST:
        return None
    return ItemHead(start, start + len(inner), inner, bold, cut, after.strip())


def opening_name(body: str) -> str:
    """The run of capitalised words that a sentence begins with, small words between them kept."""
    end, last = 0, 0
    for match in _WORD.finditer(body):
        gap = body[last : match.start()]
        word = match.group()
        if gap.strip() not in {"", "&", "+"}:
            break
        if word[0].isupper() or word[0].isdigit() or any(c.isupper() for c in word[1:]):
            end = last = match.end()
        elif end and word.lower() in JOINING and _next_is_capital(body, match.end()):
            last = match.end()
        else:
            break
    return body[:end]


def _next_is_capital(body: str, at: int) -> bool:
    return bool(re.match(rf"\s+[{CAPITALS}]", body[at:]))


def words_of(text: str) -> Iterator[str]:
    """Words of a head or name, without marks."""
    for match in _WORD.finditer(text):
        yield match.group().strip("'’.")
