"""Text of a material as it is stored and as the analysis library reads it.

Invariant: what PostgreSQL cannot hold is replaced, never dropped; a page's text keeps its address
as the source that evidence points to.
"""

from __future__ import annotations

from presence.analysis.types import DocumentText
from presence.domains.materials.models import Material, StoredText

TITLE = 200


def storable(text: str) -> str:
    """Without NUL and half surrogate pairs, which PostgreSQL keeps neither of."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def as_json(document: DocumentText) -> StoredText:
    """A document as its row keeps it."""
    return {
        "name": storable(document.name),
        "title": storable(document.title),
        "url": document.url,
        "blocks": [(level, storable(text)) for level, text in document.blocks],
    }


def document_of(row: Material) -> DocumentText:
    """The text of a row that has one."""
    stored = row.text
    if stored is None:
        raise LookupError("This material has no text.")
    return DocumentText(
        name=stored["name"],
        title=stored["title"],
        blocks=tuple((level, text) for level, text in stored["blocks"]),
        word_count=row.word_count,
        url=stored.get("url") or "",
    )
