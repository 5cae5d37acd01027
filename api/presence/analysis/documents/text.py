"""What a reader of an opened DOCX sees, as blocks: paragraphs, table rows and text boxes in order.

Why not the library's own walk: it leaves out whatever stands in a content control, a tracked
insertion, a smart tag or a text box, which is where other editors than Word put plain text.
Invariant: each visible word once; deleted text, field codes and a picture's second form never.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docx.document import Document
from docx.oxml.text.paragraph import CT_P
from docx.text.paragraph import Paragraph

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

Block = tuple[int, str]


def blocks_in(document: Document) -> Iterator[Block]:
    """(heading level, text) of every block that says something."""
    yield from _blocks(document.element.body, document)


def _blocks(container: Any, document: Document) -> Iterator[Block]:
    """Those of a body, a cell or a text box, and of wrappers in it such as content controls."""
    for child in container:
        if child.tag == f"{_W}p":
            yield from _paragraph(child, document)
        elif child.tag == f"{_W}tbl":
            yield from _table(child, document)
        elif _is_seen(child):
            yield from _blocks(child, document)


def _paragraph(element: CT_P, document: Document) -> Iterator[Block]:
    boxes: list[Any] = []
    text = " ".join("".join(_words(element, boxes)).split())
    if text:
        yield _level(Paragraph(element, document)), text
    for box in boxes:
        yield from _blocks(box, document)


def _table(element: Any, document: Document) -> Iterator[Block]:
    """One block per row, cells joined by " | "; merged cells count once.

    The cells that stand in the file, not the columns they say to span: a span may be any number.
    """
    for row in _wrapped(element, f"{_W}tr"):
        cells = (
            " ".join(text for _, text in _blocks(cell, document))
            for cell in _wrapped(row, f"{_W}tc")
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


def _level(paragraph: Paragraph) -> int:
    """1..6 for "Heading n" and "Title" styles, else 0; a broken style reference counts as 0."""
    style = paragraph.style
    name = (style.name if style is not None else "") or ""
    if name == "Title":
        return 1
    match = re.match(r"heading (\d)", name, re.IGNORECASE)
    return min(6, max(1, int(match.group(1)))) if match else 0
