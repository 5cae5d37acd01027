"""What was counted in the access logs of a brand."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response

from presence.domains.traffic.schemas.summaries import (
    SampleLineOut,
    TrafficOut,
    TrafficPageOut,
    TrafficPagesOut,
)
from presence.domains.traffic.service import summaries
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http import conditional
from presence.http.csv_files import CSV_ROUTE, csv_file
from presence.http.errors import documented
from presence.http.filters import Day
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep

router = APIRouter(tags=["traffic"], responses=documented(401, 403, 404, 422))
TRAFFIC = "/api/v1/brands/{brand_id}/traffic"
_VIEW = [Allowed("view")]


async def _asked(
    first: Annotated[Day | None, Query(alias="from")] = None,
    last: Annotated[Day | None, Query(alias="to")] = None,
    bot: Annotated[str | None, Query(max_length=200)] = None,
    purpose: Annotated[str | None, Query(max_length=20)] = None,
    status: Annotated[int | None, Query(ge=0, le=999)] = None,
) -> summaries.Asked:
    return summaries.Asked(first, last, bot, purpose, status)


AskedDep = Annotated[summaries.Asked, Depends(_asked)]


@router.get(TRAFFIC, dependencies=_VIEW, response_model=TrafficOut)
async def get_traffic(
    brand_id: UUID, session: TenantSession, now: NowDep, asked: AskedDep, request: Request
) -> Response:
    """Get the requests by bot, day and status, of one bot, purpose or status if given.

    `from` and `to` are inclusive days (UTC); by default the 28 days up to the newest one.
    """
    found = await summaries.summary(session, brand_id, asked, now)
    return conditional.answer(request, TrafficOut.of(found))


@router.get(f"{TRAFFIC}/pages", dependencies=_VIEW)
async def list_traffic_pages(
    brand_id: UUID, session: TenantSession, now: NowDep, asked: AskedDep
) -> TrafficPagesOut:
    """List the most requested pages, of one bot, purpose or status if given."""
    rows = await summaries.pages(session, brand_id, asked, now)
    return TrafficPagesOut(
        data=[TrafficPageOut.from_row(r, page=r.page or None, page_views=r.views) for r in rows]
    )


@router.get(f"{TRAFFIC}/samples", dependencies=_VIEW)
async def list_traffic_samples(
    brand_id: UUID, session: TenantSession, now: NowDep, asked: AskedDep, paging: PagingDep
) -> ListOut[SampleLineOut]:
    """List sample lines of bots, kept for 30 days."""
    found = await summaries.samples(session, brand_id, asked, now, paging.after, paging.probe)
    rows, page = cut(found, paging, lambda row: row.id, None)
    return ListOut(data=[SampleLineOut.model_validate(row) for row in rows], page=page)


@router.get(f"{TRAFFIC}.csv", dependencies=_VIEW, **CSV_ROUTE)
async def download_traffic(
    brand_id: UUID, session: TenantSession, now: NowDep, asked: AskedDep
) -> Response:
    """Download the requests by day, bot, purpose and status, as CSV.

    Of one bot, purpose or status if given.
    """
    return csv_file(await summaries.summary_csv(session, brand_id, asked, now), "traffic.csv")
