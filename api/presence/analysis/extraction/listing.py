"""Reads what is above a name and says how all the names below it are meant.

"Skip these:" above a list advises against every item, "The best trackers this year:" recommends
every item, and "How to switch:" makes them steps; the same applies to a label before a name and to
the head of a table column. Invariant: words above a name are read separately from the words about
it, and never include a name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal

from presence.analysis.extraction.clauses import Clause
from presence.analysis.extraction.folding import fold, plain
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.structure import ListItem, Structure
from presence.analysis.extraction.wordlists import word_list

ListLabel = Literal["", "picked", "shunned", "step"]

_FAMILIES: Final[tuple[tuple[str, ListLabel], ...]] = (
    ("how to", "step"), ("shunned list", "shunned"), ("picked list", "picked"),
)  # fmt: skip
_LONG: Final = 200  # code points of a line that may still be an introduction
_LEAD: Final = 24  # code points before a name that heads its item
_MARKS = re.compile(r"^[\s>]*(?:#{1,6}\s+)?(?:[-*+•]\s+)?(?:\d{1,3}[.)]\s+)?[*_]*")
_ROW = re.compile(r"[^\S\n]*\|")
_ITEM = re.compile(r"\s*(?:[*_]{0,3}\d{1,3}[.)、．]|[-*+•–]\s|[✅✔➤►▶🥇🥈🥉])")
_TITLE = re.compile(r"^\s*#{1,6}\s|^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$")
_SENTENCE = re.compile(r"[.!?。！？]\s+(?=\S)")
_CROSS = re.compile(r"[🚫❌👎⛔]")
_TICK = re.compile(r"[✅👍]")
_NAMED = re.compile(r"^(?:\*\*|__|\[)|^[^.!?\n]{1,60}?(?:\s[-–—]\s|[:：(–—|])|^(?:\S+\s*){1,4}$")
_STOPS: Final = (".", "!", "?", "。")
_FAR: Final = 24  # lines looked at upwards for an introduction
_CERTAIN: Final = 2  # items of a list that are headed by a name make it a list of names

_VERDICT_HEADS, _YES, _NO = (
    frozenset(plain(word.replace("_", " ").casefold()) for word in word_list(heading))
    for heading in ("verdict heads", "verdict yes", "verdict no")
)


class Listings:
    """The lists, labels and columns of one answer; `starts` are where its names begin."""

    def __init__(
        self, source: str, structure: Structure, lexicon: Lexicon, starts: Sequence[int]
    ) -> None:
        self.source = source
        self.structure = structure
        self.lexicon = lexicon
        self.starts = starts
        self.groups: dict[int, list[ListItem]] = {}
        for item in structure.items:
            self.groups.setdefault(item.group, []).append(item)
        self._steps: dict[int, bool] = {}
        self._closing: bool | None = None
        self._intros: dict[int, ListLabel] = {}
        self._heads: dict[int, list[str]] = {}

    def label_of(self, start: int) -> ListLabel:
        """How the name at an original offset is meant, by what is above it."""
        low = self.source.rfind("\n", max(0, start - _LONG), start) + 1
        if not low and start > _LONG:
            return ""
        labelled = self._label(low, start)
        if labelled:
            return labelled
        item = self.structure.item_at(start)
        opens = not any(map(str.isalnum, _MARKS.sub("", self.source[low:start])))
        if item is not None:
            found = self._listed(item, low, start)
        else:
            found = self._over(low) if opens and low else ""
        return found or ("picked" if opens and self._closes_well() else "")

    def _closes_well(self) -> bool:
        """Whether the last line ("Both are worth the trip.") recommends all the names above."""
        if self._closing is None:
            low = self.source.rstrip().rfind("\n") + 1
            line = self.source[low:].strip()
            named = self._named(low, len(self.source))
            said = Clause(plain(fold(line).text).strip(), self.lexicon)
            self._closing = bool(low) and not named and said.says("pick all") is not None
        return self._closing

    def steps(self, item: ListItem) -> bool:
        """Whether an item is a step of instructions rather than one name of a list."""
        if item.group not in self._steps:
            self._steps[item.group] = self._instructs(self.groups[item.group])
        return self._steps[item.group]

    def _instructs(self, items: Sequence[ListItem]) -> bool:
        if self._over(items[0].start) == "step":
            return True
        marker = self.source[items[0].start : items[0].content].strip(" *_#\n")
        if not marker[:1].isdigit() or sum(map(self._headed, items)) >= min(_CERTAIN, len(items)):
            return False
        texts = [self.source[item.content : item.end].strip() for item in items]
        return 2 * sum(map(_like_name, texts)) < len(texts)

    def _headed(self, item: ListItem) -> bool:
        """Whether a name of the entity set is near the beginning of an item."""
        return self._named(item.content, min(item.end, item.content + _LEAD))

    def _named(self, low: int, high: int) -> bool:
        at = bisect_left(self.starts, low)
        return at < len(self.starts) and self.starts[at] < high

    def _listed(self, item: ListItem, low: int, start: int) -> ListLabel:
        if self.steps(item):
            return "step"
        row = _ROW.match(self.source, low) is not None
        column = self._column(item, low, start) if row else ""
        if column:
            return column
        heads = row or start - item.content < _LEAD
        return self._over(self.groups[item.group][0].start) if heads else ""

    def _label(self, low: int, start: int) -> ListLabel:
        """By the label before a colon in front of the name: "Not worth it: Acme"."""
        before = self.source[low:start]
        colon = max(before.rfind(":"), before.rfind("："))
        if colon < 0 or before.startswith("//", colon + 1) or _SENTENCE.search(before, colon):
            return ""
        label = _SENTENCE.split(before[:colon])[-1]
        if self._named(low + colon - len(label), low + colon):
            return ""
        return self._read(label)

    def _column(self, item: ListItem, low: int, start: int) -> ListLabel:
        """By the head of the table column that contains the name."""
        if item.group not in self._heads:
            self._heads[item.group] = self._head(self.groups[item.group][0].start)
        cells, place = self._heads[item.group], self.source.count("|", low, start)
        own = self._read(cells[place]) if place < len(cells) else ""
        return own or self._verdict(cells, item) or self._before(cells[:place])

    def _before(self, cells: Sequence[str]) -> ListLabel:
        """Whether a column before the names says what each is best for, which recommends them."""
        return "picked" if any(self._read(cell) == "picked" for cell in cells) else ""

    def _verdict(self, heads: Sequence[str], item: ListItem) -> ListLabel:
        """By the cell of the row in the column of verdicts."""
        row = self.source[item.start : item.end].strip().split("|")
        for head, cell in zip(heads, row, strict=False):
            if _folded_cell(head) in _VERDICT_HEADS:
                said = _folded_cell(cell)
                if any(said == word or said.startswith((f"{word} ", f"{word},")) for word in _NO):
                    return "shunned"
                if any(said == word or said.startswith((f"{word} ", f"{word},")) for word in _YES):
                    return "picked"
        return ""

    def _head(self, first: int) -> list[str]:
        """The head cells of the table whose first row begins at `first`."""
        cells: list[str] = []
        for above, line in self._above(first):
            if not _ROW.match(line):
                break
            cells = [] if self._named(above, above + len(line)) else line.split("|")
        return cells

    def _above(self, low: int) -> Iterator[tuple[int, str]]:
        """(offset, text) of the lines before `low`, nearest first."""
        while low > 0:
            above = self.source.rfind("\n", 0, low - 1) + 1
            yield above, self.source[above : low - 1]
            low = above

    def _over(self, low: int) -> ListLabel:
        """By the line that introduces what begins at `low`."""
        if low not in self._intros:
            self._intros[low] = self._introduced(low)
        return self._intros[low]

    def _introduced(self, low: int) -> ListLabel:
        gap = False
        items = _ITEM.match(self.source, low) is not None
        for above, line in islice(self._above(low), _FAR):
            if not line.strip():
                gap = True
            elif not _ROW.match(line) and not (items and _ITEM.match(line)):
                said = len(line) <= _LONG and not self._named(above, above + len(line))
                return self._read(_SENTENCE.split(line)[-1]) if said and _opens(line, gap) else ""
        return ""

    def _read(self, text: str) -> ListLabel:
        said = Clause(plain(fold(text).text).strip(), self.lexicon)
        if _CROSS.search(text):
            return "shunned"
        for family, label in _FAMILIES:
            if said.says(family) is not None:
                return label
        return "picked" if _TICK.search(text) else ""


def _folded_cell(cell: str) -> str:
    return plain(fold(cell).text).strip()


def _opens(line: str, gap: bool) -> bool:
    """Whether a line introduces what follows it, after an empty line if `gap` is set."""
    if _TITLE.match(line) is not None:
        return True
    if _ITEM.match(line):
        return False
    ends = line.rstrip(" *_")[-1:]
    return ends in (":", "：") or (gap and ends == "。") or (not gap and ends not in _STOPS)


def _like_name(text: str) -> bool:
    """Whether an item looks like a name with a comment rather than a sentence."""
    return _NAMED.match(text) is not None and not text.endswith((".", "。"))
