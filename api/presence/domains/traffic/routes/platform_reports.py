"""Reports that search engines and analytics tools export."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Request, Response

from presence.domains.brands.service import get_brand
from presence.domains.traffic import forms
from presence.domains.traffic.schemas.platform_reports import (
    PlatformReportListOut,
    PlatformReportOut,
    PlatformReportPreviewOut,
    PlatformReportTableOut,
)
from presence.domains.traffic.service import platform_reports as service
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http.csv_files import CSV_ROUTE, csv_file
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import NowDep

router = APIRouter(tags=["traffic"], responses=documented(401, 403, 404, 422))
REPORTS = "/api/v1/brands/{brand_id}/traffic/platform-reports"
REPORT = f"{REPORTS}/{{platform_report_id}}"
_VIEW, _RUN = [Allowed("view")], [Allowed("run")]


@router.get(REPORTS, dependencies=_VIEW)
async def list_platform_reports(brand_id: UUID, session: TenantSession) -> PlatformReportListOut:
    """List the reports uploaded for a brand, those that end last first."""
    return PlatformReportListOut.of(await service.list_reports(session, brand_id))


@router.post(
    f"{REPORTS}/preview",
    dependencies=_RUN,
    openapi_extra=forms.report_body(),
    responses=documented(413, 415),
)
async def preview_platform_report(
    brand_id: UUID, session: TenantSession, request: Request, call: LongCallDep
) -> PlatformReportPreviewOut:
    """Preview how a report reads.

    Takes the same body as uploading it. Nothing is kept. 422 with a sentence that says what to
    export instead for a file that is not one of the reports.
    """
    await get_brand(session, brand_id)
    sent = await call.wait_for(forms.read_report_form(request))
    return PlatformReportPreviewOut.of(await service.preview_report(session, brand_id, sent.report))


@router.post(
    REPORTS,
    status_code=201,
    dependencies=_RUN,
    openapi_extra=forms.report_body(),
    responses=documented(409, 413, 415),
)
@idempotent
async def add_platform_report(
    brand_id: UUID,
    session: TenantSession,
    now: NowDep,
    request: Request,
    call: LongCallDep,
    repeatable: RepeatableDep,
) -> PlatformReportOut:
    """Upload a CSV export of Search Console, Bing Webmaster Tools, Analytics, Matomo or Plausible.

    `from` and `to` are its days and count if the file does not say them. The same file for the
    same days is kept once. Another file of the same kind and days is answered 409 unless `replace`
    is true. A file may be 10 MB with 25,000 rows, a brand may have 100 reports.
    """
    sent = await call.wait_for(forms.read_report_form(request))
    made = await service.add_report(session, brand_id, sent.report, now, replace=sent.replace)
    return PlatformReportOut.of(made)


@router.get(REPORT, dependencies=_VIEW)
async def get_platform_report(
    brand_id: UUID, platform_report_id: UUID, session: TenantSession
) -> PlatformReportTableOut:
    """Get a report and its first 200 rows.

    403 `plan-limit` when the plan does not show reports of its days.
    """
    return PlatformReportTableOut.of(
        await service.get_report(session, brand_id, platform_report_id)
    )


@router.get(f"{REPORT}/rows.csv", dependencies=_VIEW, **CSV_ROUTE)
async def download_platform_report(
    brand_id: UUID, platform_report_id: UUID, session: TenantSession
) -> Response:
    """Download all rows of a report as CSV.

    403 `plan-limit` when the plan does not show reports of its days.
    """
    content = await service.report_csv(session, brand_id, platform_report_id)
    return csv_file(content, "report.csv")


@router.delete(REPORT, status_code=204, dependencies=_RUN)
async def delete_platform_report(
    brand_id: UUID, platform_report_id: UUID, session: TenantSession
) -> None:
    """Delete a report with its rows. It cannot be restored; upload the file again instead."""
    await service.remove_report(session, brand_id, platform_report_id)
