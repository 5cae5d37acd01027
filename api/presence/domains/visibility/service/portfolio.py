"""All brands of a workspace side by side.

Invariant: a number here is the one the brand's own dashboard shows: both read the same document.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.visibility.queries import summary as summaries
from presence.domains.visibility.service.reading import TREND

NO_SCORES = dict.fromkeys(("content", "technical", "audienceFit", "overall"))


async def portfolio(session: AsyncSession, now: datetime) -> list[dict[str, Any]]:
    """Every brand with scores, gap counts (None before its first run) and the 90-day trend."""
    brands = await summaries.portfolio(session)
    return [brand | _shown(brand, now - TREND) for brand in brands]


def _shown(brand: dict[str, Any], since: datetime) -> dict[str, Any]:
    trend = [point for point in brand["trend"] if datetime.fromisoformat(point["at"]) > since]
    return {"scores": brand["scores"] or NO_SCORES, "trend": trend}
