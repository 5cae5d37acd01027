"""The words of a material as somebody edits them: Markdown headings, plain lines.

Invariant: the source is the name an analysis knows the words by, so that an edit finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import DocumentText
from presence.domains.materials.service.managing import require_material
from presence.domains.materials.service.texts import document_of

MOST_TEXT = 200_000
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Wording:
    """A material's words; `text` is empty where none of its own are kept, as of a whole website."""

    source: str
    title: str
    text: str


async def read_wording(session: AsyncSession, brand_id: UUID, material_id: UUID) -> Wording:
    """What an edit of the material starts from. Raises NotFound."""
    row = await require_material(session, brand_id, material_id)
    if row.text is None:
        return Wording(row.url or "", row.title, "")
    document = document_of(row)
    return Wording(document.source, document.title or row.title, _lines(document)[:MOST_TEXT])


def _lines(document: DocumentText) -> str:
    return "\n".join(
        f"{'#' * min(level, DEEPEST)} {text}" if level else text for level, text in document.blocks
    )
