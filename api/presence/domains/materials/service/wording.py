"""The words of a material as somebody edits them: Markdown headings, plain lines.

Invariant: the source is the name an analysis knows the words by, so that an edit finds them; the
words come whole or not at all, because what an edit leaves out counts as taken away.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import DocumentText
from presence.core.errors import Conflict
from presence.domains.materials.service.managing import require_material
from presence.domains.materials.service.texts import document_of

MOST_TEXT, MOST_TITLE = 200_000, 300  # what an edit may hold
DEEPEST = 6
TOO_MANY = (
    f"This material has more than {MOST_TEXT:,} characters, too many to be edited as a whole."
    " Try what you would change as a page or document of its own."
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A material's words; `text` is empty where none of its own are kept, as of a whole website."""

    source: str
    title: str
    text: str


async def read_wording(session: AsyncSession, brand_id: UUID, material_id: UUID) -> Wording:
    """What an edit of the material starts from. NotFound, Conflict for words that are too many."""
    row = await require_material(session, brand_id, material_id)
    if row.text is None:
        return Wording(row.url or "", row.title, "")
    document = document_of(row)
    text = _lines(document)
    if len(text) > MOST_TEXT:  # guard: materials.most-text
        raise Conflict(TOO_MANY)
    return Wording(document.source, (document.title or row.title)[:MOST_TITLE].rstrip(), text)


def _lines(document: DocumentText) -> str:
    return "\n".join(
        f"{'#' * min(level, DEEPEST)} {text}" if level else text for level, text in document.blocks
    )
