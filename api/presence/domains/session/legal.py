"""The terms and the privacy notice: the operator's own, else a plain default.

Invariant: a text is shown as words alone: nothing in a file becomes markup.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from presence.core.legal_settings import LegalSettings
from presence.domains.session.meta_schemas import LegalBlockOut, LegalOut

Document = Literal["terms", "privacy"]
_DEFAULTS = Path(__file__).with_name("legal_texts")
_HEADING = "# "


def read_legal(settings: LegalSettings, document: Document) -> LegalOut:
    """The text, its title and its blocks in order."""
    own = settings.terms if document == "terms" else settings.privacy
    text = (own or _DEFAULTS / f"{document}.txt").read_text("utf-8")
    blocks = [block for part in text.split("\n\n") if (block := _block(part)) is not None]
    title = next((block.text for block in blocks if block.kind == "heading"), "")
    if blocks and blocks[0].kind == "heading":
        blocks = blocks[1:]
    return LegalOut(document=document, title=title, blocks=blocks)


def _block(part: str) -> LegalBlockOut | None:
    words = " ".join(part.split())
    if not words:
        return None
    if words.startswith(_HEADING):
        return LegalBlockOut(kind="heading", text=words.removeprefix(_HEADING))
    return LegalBlockOut(kind="paragraph", text=words)
