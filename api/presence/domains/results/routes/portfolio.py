"""All brands at once, for the list of brands."""

from __future__ import annotations

from presence.domains.results.schemas.results import PortfolioOut
from presence.domains.results.service.portfolio import portfolio
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.session import NowDep

router = slice_router("results")


@router.get("/api/v1/portfolio", dependencies=VIEW)
async def portfolio_trends(session: TenantSession, now: NowDep) -> PortfolioOut:
    """Get the scores of all brands and how they moved over the last 90 days.

    Oldest brand first.
    """
    return PortfolioOut(data=list(await portfolio(session, now)))
