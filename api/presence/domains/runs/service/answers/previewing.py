"""Shows what an import of answers would accept, before anything is stored.

Invariant: the preview is computed from the very answers that an import of the same body would
store.
"""

from __future__ import annotations

from collections.abc import Sequence

from presence.analysis.imported import ImportedAnswer
from presence.domains.runs.schemas.runs import AnswerToImportOut, ImportPreviewOut

FIRST = 5
MOST_ENGINES = 20
EXCERPT = 280


def preview_of(items: Sequence[ImportedAnswer]) -> ImportPreviewOut:
    """Counts over all answers, and the first of them."""
    moments = [item.answered_at for item in items if item.answered_at is not None]
    engines = dict.fromkeys(item.engine for item in items if item.engine)
    return ImportPreviewOut(
        answers=len(items),
        prompts=len({item.prompt for item in items}),
        engines=list(engines)[:MOST_ENGINES],
        from_at=min(moments, default=None),
        to_at=max(moments, default=None),
        first=[_shown(item) for item in items[:FIRST]],
    )


def _shown(item: ImportedAnswer) -> AnswerToImportOut:
    return AnswerToImportOut(
        place=item.place,
        prompt=item.prompt,
        engine=item.engine,
        answered_at=item.answered_at,
        links=None if item.citations is None else len(item.citations),
        excerpt=item.text[:EXCERPT],
    )
