"""All brands at once, for the list of brands."""

from __future__ import annotations

from presence.domains.visibility.routes.common import VIEW, slice_router
from presence.domains.visibility.schemas.results import PortfolioOut
from presence.domains.visibility.service.portfolio import portfolio
from presence.domains.workspaces.context import TenantSession
from presence.http.session import NowDep

router = slice_router()


@router.get("/api/v1/portfolio", dependencies=VIEW)
async def portfolio_trends(session: TenantSession, now: NowDep) -> PortfolioOut:
    """Get the scores of all brands and how they moved over the last 90 days.

    Oldest brand first.
    """
    return PortfolioOut(data=list(await portfolio(session, now)))
