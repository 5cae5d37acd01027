"""The lines of an answer: what kind each is, and under which title and announcement it stands.

Invariant: every code point of the answer belongs to one line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final, Literal

LineKind = Literal["title", "item", "row", "prose"]
_ITEM = re.compile(r"\s*(?:>\s*)?(?:\d{1,3}\\?[.)、．]\s*|[-*+•‣◦▪–·・✅❌☑→]️?\s+)")
_TITLE = re.compile(r"\s*(?:#{1,6}\s|(\*\*|__)(?:(?!\1).){2,90}\1\s*[:：]?\s*$)")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_MARKS: Final = "#*_ \t>"


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """[start, end) code points of the answer; `section` counts titles so far, `paragraph` prose
    lines so far; `lead` is the prose line that announces the list this line is part of."""

    start: int
    end: int
    kind: LineKind
    title: str
    lead: str
    section: int
    last: bool = False


class Layout:
    """Looks up the line of a place."""

    def __init__(self, text: str) -> None:
        self.lines = _lines(text)
        self._starts = [line.start for line in self.lines]

    def line_at(self, offset: int) -> AnswerLine:
        """The line that holds a code point of the answer."""
        return self.lines[max(0, bisect_right(self._starts, offset) - 1)]


def _lines(text: str) -> list[AnswerLine]:
    lines: list[AnswerLine] = []
    offset, title, lead, section = 0, "", "", 0
    for raw in text.splitlines(keepends=True) or [""]:
        bare = raw.strip()
        kind = _kind(raw)
        if kind == "title":
            title, lead = bare.strip(_MARKS), ""
            section += 1
        if bare:
            lines.append(AnswerLine(offset, offset + len(raw), kind, title, lead, section))
        if kind == "prose" and bare:
            lead = bare if bare.endswith((":", "：")) else ""
        offset += len(raw)
    if not lines:
        lines.append(AnswerLine(0, len(text), "prose", "", "", 0))
    return lines


def _kind(raw: str) -> LineKind:
    if _ROW.match(raw):
        return "row"
    if _TITLE.match(raw):
        return "title"
    return "item" if _ITEM.match(raw) else "prose"
