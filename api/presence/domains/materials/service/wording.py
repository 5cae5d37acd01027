"""The text of a material in editable form: Markdown headings, plain lines.

Invariant: the source is the name under which an analysis knows the text, so that an edit is matched
to it; the text is returned in full or not at all, because whatever an edit omits counts as removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import DocumentText
from presence.core.errors import Conflict
from presence.domains.materials.service.managing import require_material
from presence.domains.materials.service.texts import document_of

MOST_TEXT, MOST_TITLE = 200_000, 300  # maximum length of an edit
DEEPEST = 6
TOO_MANY = (
    f"This material has more than {MOST_TEXT:,} characters, too many to be edited as a whole."
    " Try what you would change as a page or document of its own."
)


@dataclass(frozen=True, slots=True)
class MaterialText:
    """A material's text; `text` is empty if none is stored, as for a whole website."""

    source: str
    title: str
    text: str


async def read_wording(session: AsyncSession, brand_id: UUID, material_id: UUID) -> MaterialText:
    """The starting point for editing the material. Raises NotFound; Conflict if too long."""
    row = await require_material(session, brand_id, material_id)
    if row.text is None:
        return MaterialText(row.url or "", row.title, "")
    document = document_of(row)
    text = _lines(document)
    if len(text) > MOST_TEXT:  # guard: materials.most-text
        raise Conflict(TOO_MANY)
    return MaterialText(document.source, (document.title or row.title)[:MOST_TITLE].rstrip(), text)


def _lines(document: DocumentText) -> str:
    return "\n".join(
        f"{'#' * min(level, DEEPEST)} {text}" if level else text for level, text in document.blocks
    )
