"""The overview of gaps: what is open, how severe, and the history over the runs.

Invariant: the numbers are the dashboard's own; history is shown on plans that show every gap.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.findings.queries.advice_trend import trend, unasked_gaps
from presence.domains.findings.schemas.conclusions import GapsSummaryOut, GapTrendOut
from presence.domains.findings.service.lists import preview, shown_of
from presence.domains.results.service.reading import results_of

_COUNTS = ("open", "new", "closed")
_UNCOUNTED = {f"{aspect}_{name}": None for aspect in ("content", "technical") for name in _COUNTS}


async def overview(session: AsyncSession, brand_id: UUID) -> GapsSummaryOut:
    """Counts, priorities, the overall score with its basis, and the trend. Raises NotFound."""
    results = await results_of(session, brand_id)
    content, technical = results.gaps.content, results.gaps.technical
    everything = await preview(session, "gap") is None
    run = (await shown_of(session, brand_id)).content
    return GapsSummaryOut(
        content_issues=content.open,
        unasked=await unasked_gaps(session, brand_id, run) if run else 0,
        technical_issues=technical.open,
        total=content.open + technical.open,
        quick_wins=results.gaps.quick_wins,
        content_priority=content.priority,
        technical_priority=technical.priority,
        overall=results.scores.overall,
        technical_applicable=not technical.not_applicable,
        basis=results.basis,
        verdict=results.verdict,
        trend=await _trend(session, brand_id) if everything else [],
    )


async def _trend(session: AsyncSession, brand_id: UUID) -> list[GapTrendOut]:
    points: dict[UUID, dict[str, Any]] = {}
    for aspect in ("content", "technical"):
        for row in await trend(session, brand_id, aspect):
            point = points.setdefault(row.id, {**_UNCOUNTED, "run_id": row.id, "at": row.at})
            point |= {f"{aspect}_{name}": getattr(row, name) for name in _COUNTS}
    found = [GapTrendOut(**point) for point in points.values()]
    return sorted(found, key=lambda point: point.at)
