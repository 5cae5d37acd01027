"""The overview of gaps: what is open, how severe, and the history over the runs.

Invariant: the numbers are the dashboard's own; history is shown on plans that show every gap.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.visibility.queries import summary as summaries
from presence.domains.visibility.queries.advice_trend import trend
from presence.domains.visibility.service.advice.lists import preview
from presence.domains.visibility.service.reading import no_brand

_NONE: dict[str, Any] = {"open": 0, "priority": None}
_BEFORE: dict[str, Any] = {
    "basis": None,
    "verdict": "",
    "scores": {"overall": None},
    "gaps": {"content": _NONE, "technical": _NONE, "quickWins": 0},
}


async def overview(session: AsyncSession, brand_id: UUID) -> dict[str, Any]:
    """Counts, priorities, the overall score with its basis, and the trend. Raises NotFound."""
    found = await summaries.stored_results(session, brand_id)
    if found is None:
        raise no_brand()
    has_website, stored = found
    results = json.loads(stored) if stored else _BEFORE
    content, technical = results["gaps"]["content"], results["gaps"]["technical"]
    everything = await preview(session, "gap") is None
    return {
        "contentIssues": content["open"],
        "technicalIssues": technical["open"],
        "total": content["open"] + technical["open"],
        "quickWins": results["gaps"]["quickWins"],
        "contentPriority": content["priority"],
        "technicalPriority": technical["priority"],
        "overall": results["scores"]["overall"],
        "technicalApplicable": has_website,
        "basis": results["basis"],
        "verdict": results["verdict"],
        "trend": await _trend(session, brand_id) if everything else [],
    }


async def _trend(session: AsyncSession, brand_id: UUID) -> list[dict[str, Any]]:
    points: dict[UUID, dict[str, Any]] = {}
    for aspect in ("content", "technical"):
        for row in await trend(session, brand_id, aspect):
            point = points.setdefault(row.id, {"runId": row.id, "at": row.at})
            for name in ("open", "new", "closed"):
                point[f"{aspect}{name.capitalize()}"] = getattr(row, name)
    empty = {f"{a}{n}": None for a in ("content", "technical") for n in ("Open", "New", "Closed")}
    return sorted(({**empty, **point} for point in points.values()), key=lambda p: p["at"])
