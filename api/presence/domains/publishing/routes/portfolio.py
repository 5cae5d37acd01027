"""The list of brands as a file."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from presence.domains.publishing.service.portfolio import portfolio_csv
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.session import NowDep

router = APIRouter(tags=["publishing"], responses=documented(401, 403, 422))
CSV = "text/csv"


@router.get(
    "/api/v1/portfolio.csv",
    dependencies=[Allowed("view")],
    response_class=Response,
    responses={200: {"content": {CSV: {"schema": {"type": "string"}}}}},
)
async def portfolio_file(session: TenantSession, now: NowDep) -> Response:
    """Download all brands with their scores, intervals and open gaps as CSV."""
    named = {"content-disposition": f'attachment; filename="brands-{now:%Y-%m-%d}.csv"'}
    return Response(
        await portfolio_csv(session, now), media_type=f"{CSV}; charset=utf-8", headers=named
    )
