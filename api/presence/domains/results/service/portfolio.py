"""All brands of a workspace side by side.

Invariant: a number here is the one the brand's own dashboard shows: both read the same document.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.results.queries import summary as summaries
from presence.domains.results.schemas.results import PortfolioBrand, ScoresOut
from presence.domains.results.service.reading import TREND

_NO_SCORES = ScoresOut(content=None, technical=None, audience_fit=None, overall=None)


async def portfolio(session: AsyncSession, now: datetime) -> list[PortfolioBrand]:
    """Every brand with scores, gap counts and the 90-day trend."""
    return [_shown(brand, now - TREND) for brand in await summaries.portfolio(session)]


def _shown(brand: dict[str, Any], since: datetime) -> PortfolioBrand:
    trend = [point for point in brand["trend"] if datetime.fromisoformat(point["at"]) > since]
    scores = brand["scores"] or _NO_SCORES
    return PortfolioBrand.model_validate({**brand, "scores": scores, "trend": trend})
