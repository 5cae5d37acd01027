"""What a reader of an opened DOCX sees, as blocks: paragraphs, table rows and text boxes in order.

Why not the library's own walk: it leaves out whatever stands in a content control, a tracked
insertion, a smart tag or a text box, which is where other editors than Word put plain text.
Invariant: each visible word once; deleted text, field codes and a picture's second form never.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_FALLBACK = f"{_MC}Fallback"
_BOX = f"{_W}txbxContent"
_UNSEEN = frozenset(
    _W + name
    for name in ("del", "moveFrom", "rt", "pPr", "rPr", "sdtPr", "tblPr", "tblGrid", "trPr", "tcPr")
)
_SPACES = frozenset(_W + name for name in ("tab", "br", "cr", "ptab"))
_HYPHEN = f"{_W}noBreakHyphen"
_WORDS_OWN = {"Title": 1, **{f"Heading{number}": min(6, number) for number in range(1, 10)}}

Block = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Levels:
    """Heading levels by style, looked up once: each look-up of the library reads every style."""

    by_style: dict[str, int]
    default: int

    def of(self, paragraph: Any) -> int:
        """1..6 for "Heading n" and "Title" styles, else 0; an unknown style is the default one."""
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        key = style.get(f"{_W}val") if style is not None else None
        return self.default if key is None else self.by_style.get(key, self.default)


def blocks_in(document: Document) -> Iterator[Block]:
    """(heading level, text) of every block that says something."""
    yield from _blocks(document.element.body, _levels(document))


def _levels(document: Document) -> _Levels:
    """Those of the document's styles; a document without any means Word's own."""
    try:
        styles = document.part.part_related_by(RELATIONSHIP_TYPE.STYLES)
    except KeyError:
        return _Levels(_WORDS_OWN, 0)
    by_style: dict[str, int] = {}
    default = 0
    for style in getattr(styles, "element", ()):
        if style.tag != f"{_W}style" or style.get(f"{_W}type", "paragraph") != "paragraph":
            continue
        name = style.find(f"{_W}name")
        level = _level(name.get(f"{_W}val", "") if name is not None else "")
        by_style.setdefault(style.get(f"{_W}styleId", ""), level)
        if style.get(f"{_W}default") in ("1", "true", "on"):
            default = level
    return _Levels(by_style, default)


def _blocks(container: Any, levels: _Levels) -> Iterator[Block]:
    """Blocks of a body, cell or text box, also inside wrappers such as content controls."""
    for child in container:
        if child.tag == f"{_W}p":
            yield from _paragraph(child, levels)
        elif child.tag == f"{_W}tbl":
            yield from _table(child, levels)
        elif _is_seen(child):
            yield from _blocks(child, levels)


def _paragraph(element: Any, levels: _Levels) -> Iterator[Block]:
    boxes: list[Any] = []
    text = " ".join("".join(_words(element, boxes)).split())
    if text:
        yield levels.of(element), text
    for box in boxes:
        yield from _blocks(box, levels)


def _table(element: Any, levels: _Levels) -> Iterator[Block]:
    """One block per row, cells joined by " | "; merged cells count once.

    The cells that stand in the file, not the columns they say to span: a span may be any number.
    """
    for row in _wrapped(element, f"{_W}tr"):
        cells = (
            " ".join(text for _, text in _blocks(cell, levels)) for cell in _wrapped(row, f"{_W}tc")
        )
        line = " | ".join(text for text in cells if text)
        if line:
            yield 0, line


def _wrapped(container: Any, tag: str) -> Iterator[Any]:
    """Rows of a table or cells of a row, also those inside a wrapper."""
    for child in container:
        if child.tag == tag:
            yield child
        elif _is_seen(child):
            yield from _wrapped(child, tag)


def _words(element: Any, boxes: list[Any]) -> Iterator[str]:
    """Text of a paragraph; the text boxes anchored in it are put into `boxes`."""
    for child in element:
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag in _SPACES:
            yield " "
        elif child.tag == _HYPHEN:
            yield "-"
        elif child.tag == _BOX:
            boxes.append(child)
        elif _is_seen(child):
            yield from _words(child, boxes)


def _is_seen(element: Any) -> bool:
    """False for what is no text, for what was deleted, and for the second form of a drawing."""
    if not isinstance(element.tag, str) or element.tag in _UNSEEN:
        return False
    return element.tag != _FALLBACK or element.getprevious() is None


def _level(name: str) -> int:
    """Of a style's name, in whatever case a program writes it."""
    if name == "Title":
        return 1
    match = re.match(r"heading (\d)", name, re.IGNORECASE)
    return min(6, max(1, int(match.group(1)))) if match else 0
