"""The list of brands as a file."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from presence.domains.publishing.service.portfolio import portfolio_csv
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.csv_files import CSV_ROUTE, csv_file
from presence.http.errors import documented
from presence.http.session import NowDep

router = APIRouter(tags=["publishing"], responses=documented(401, 403, 422))


@router.get("/api/v1/portfolio.csv", dependencies=[Allowed("view")], **CSV_ROUTE)
async def portfolio_file(session: TenantSession, now: NowDep) -> Response:
    """Download all brands with their scores, intervals and open gaps as CSV."""
    return csv_file(await portfolio_csv(session, now), f"brands-{now:%Y-%m-%d}.csv")
