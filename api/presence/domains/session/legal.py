"""The terms and the privacy notice: the operator's own, else a plain default.

Invariant: a text is shown as words alone: nothing in a file becomes markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from presence.core.legal_settings import LegalSettings
from presence.domains.session.meta_schemas import LegalBlockOut, LegalOut

Document = Literal["terms", "privacy"]
_DEFAULTS = Path(__file__).with_name("legal_texts")
_HEADING = "# "


def read_legal(settings: LegalSettings, document: Document) -> LegalOut:
    """The text, its title and its blocks in order."""
    text = settings.terms if document == "terms" else settings.privacy
    if text is None:
        text = (_DEFAULTS / f"{document}.txt").read_text("utf-8")
    blocks = list(_blocks(text))
    title = next((block.text for block in blocks if block.kind == "heading"), "")
    if blocks and blocks[0].kind == "heading":
        blocks = blocks[1:]
    return LegalOut(document=document, title=title, blocks=blocks)


def _blocks(text: str) -> Iterator[LegalBlockOut]:
    """Headings are lines of their own; other lines belong together up to one without words."""
    paragraph: list[str] = []
    for line in (*text.splitlines(), ""):
        words = " ".join(line.split())
        is_heading = words.startswith(_HEADING)
        if words and not is_heading:
            paragraph.append(words)
            continue
        if paragraph:
            yield LegalBlockOut(kind="paragraph", text=" ".join(paragraph))
            paragraph = []
        if is_heading:
            yield LegalBlockOut(kind="heading", text=words.removeprefix(_HEADING))
