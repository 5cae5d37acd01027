"""How far a brand's pages come with assistants, and what platforms report of them."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query, Request, Response

from presence.domains.analytics.schemas.funnel import FunnelOut, Missing
from presence.domains.analytics.schemas.report_comparison import ReportComparisonOut
from presence.domains.analytics.service import funnel as service
from presence.domains.analytics.service import report_comparison
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http import conditional
from presence.http.csv_files import CSV_ROUTE, csv_file
from presence.http.errors import documented
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


@router.get(
    "/api/v1/brands/{brand_id}/traffic/platform-reports/{platform_report_id}/comparison",
    dependencies=VIEW,
    responses=documented(409),
)
async def compare_platform_report(
    brand_id: UUID, platform_report_id: UUID, session: TenantSession, now: NowDep
) -> ReportComparisonOut:
    """Compare a report by page with the share of answers that cite each page.

    409 for a report that is not about pages. 403 `plan-limit` when the plan does not include full
    analytics or does not show the report.
    """
    return await report_comparison.compare_report(session, brand_id, platform_report_id, now)
