"""The building blocks of a report document.

Invariant: a block states its kind and holds words and numbers, never markup; every writer supports
every kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from presence.domains.publishing.service.documents import Document
from presence.domains.publishing.service.reports.glyphs import reads_from_right

Tone = Literal["body", "muted", "note", "quote"]
Form = Literal["bars", "course"]


def heading(level: Literal[1, 2], text: str) -> Document:
    """The heading of a section (1) or of a part of one (2)."""
    return {"kind": "heading", "level": level, "text": text, "rtl": reads_from_right(text)}


def words(text: str, tone: Tone = "body", lead: str = "") -> Document:
    """A paragraph; `lead` opens it in bold. A quote is somebody else's text, verbatim."""
    rtl = reads_from_right(text)
    return {"kind": "words", "text": text, "tone": tone, "lead": lead, "rtl": rtl}


def link(text: str, address: str) -> Document:
    """A link to the product."""
    return {"kind": "link", "text": text, "address": address}


def score(value: str, around: str, picture: Document) -> Document:
    """A large number, the text beside it, and its picture."""
    return {"kind": "score", "value": value, "around": around, "picture": picture}


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]
) -> Document:
    """Cells as text under a row of headings; numeric columns are right-aligned."""
    return {
        "kind": "table",
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "numeric": list(numeric),
    }


def chart(form: Form, alt: str, data: Document) -> Document:
    """A picture and the sentence that describes it."""
    return {"kind": "chart", "form": form, "alt": alt, "data": data}


def group(blocks: Sequence[Document], *, breaks: bool) -> Document:
    """Blocks that are kept on one page unless they are long."""
    return {"kind": "group", "blocks": list(blocks), "breaks": breaks}
