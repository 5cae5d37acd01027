"""Which runs a brand shows.

Invariant: the SQL function `shown_run` alone decides; code that lists, exports, shares or mails a
brand's newest results calls this module, so all of it speaks of the same runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_SHOWN = text("""
SELECT shown_run(:brand, 'content') AS content, shown_run(:brand, 'technical') AS technical,
       (SELECT r.id FROM run r WHERE r.brand_id = b.id AND r.kind = 'imported'
          AND r.status IN ('completed', 'partial') ORDER BY r.created_at DESC LIMIT 1) AS imported,
       b.website_url IS NOT NULL AS has_website
  FROM brand b WHERE b.id = :brand AND b.status <> 'deleted'
""")


@dataclass(frozen=True, slots=True)
class ShownRuns:
    """The runs whose content and technical results a brand shows, if it has any.

    Only a run of kind full or content shows its answers, be it a smaller one that asked a part of
    the brand's questions; neither a run of chosen questions nor an import takes its place.
    `imported` is the newest import, for callers that want imported answers.
    """

    content: UUID | None
    technical: UUID | None
    imported: UUID | None
    has_website: bool

    @property
    def runs(self) -> set[UUID]:
        """Both runs, or the single run that measured both."""
        return {run for run in (self.content, self.technical) if run is not None}

    def run_of(self, kind: str) -> UUID | None:
        """The run whose rows of a kind are listed."""
        return self.technical if kind == "finding" else self.content or self.technical


async def shown_runs(session: AsyncSession, brand_id: UUID) -> ShownRuns | None:
    """The runs shown; None if this workspace has no such brand."""
    row = (await session.execute(_SHOWN, {"brand": brand_id})).one_or_none()
    return None if row is None else ShownRuns(*row)
