"""How far a brand's pages come with assistants."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query, Request, Response

from presence.domains.analytics.schemas.funnel import FunnelOut, Missing
from presence.domains.analytics.service import funnel as service
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http import conditional
from presence.http.csv_files import CSV_ROUTE, csv_file
from presence.http.filters import Day
from presence.http.session import NowDep

router = slice_router("traffic")
FUNNEL = "/api/v1/brands/{brand_id}/traffic/funnel"


async def _asked(
    first: Annotated[Day | None, Query(alias="from")] = None,
    last: Annotated[Day | None, Query(alias="to")] = None,
    missing: Annotated[Missing | None, Query()] = None,
) -> service.FunnelQuery:
    return service.FunnelQuery(first, last, missing)


AskedDep = Annotated[service.FunnelQuery, Depends(_asked)]


@router.get(FUNNEL, dependencies=VIEW, response_model=FunnelOut)
async def get_funnel(
    brand_id: UUID, session: TenantSession, now: NowDep, asked: AskedDep, request: Request
) -> Response:
    """Get how far the brand's pages come: fetched, cited, named with it, visited.

    `from` and `to` are inclusive days, by default the 28 days up to the newest one in the logs.
    `missing` chooses the pages that miss this first. The 200 pages that come furthest are listed.
    403 `plan-limit` when the plan does not include full analytics.
    """
    return conditional.answer(request, await service.funnel(session, brand_id, asked, now))


@router.get(f"{FUNNEL}.csv", dependencies=VIEW, **CSV_ROUTE)
async def download_funnel(
    brand_id: UUID, session: TenantSession, now: NowDep, asked: AskedDep
) -> Response:
    """Download all the pages with the steps they take, as CSV.

    403 `plan-limit` when the plan does not include full analytics.
    """
    return csv_file(await service.funnel_csv(session, brand_id, asked, now), "funnel.csv")
