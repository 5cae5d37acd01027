"""Reports: requesting, following and downloading them."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response, StreamingResponse

from presence.domains.billing.context import Open
from presence.domains.identity.context import CurrentUser
from presence.domains.publishing.context import HolderDep
from presence.domains.publishing.models import Report
from presence.domains.publishing.schemas.reports import ReportIn, ReportOut
from presence.domains.publishing.service import artifacts
from presence.domains.publishing.service.reports import links, requests
from presence.domains.publishing.service.reports.naming import download_name
from presence.domains.workspaces.context import (
    Allowed,
    CurrentWorkspace,
    Limited,
    TenantSession,
)
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent, idempotent_for_keys
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.permission import PUBLIC
from presence.http.session import DatabaseDep, NowDep, SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(401, 403, 404, 422))
VIEW, RUN = [Allowed("view")], [Allowed("run")]
ASK = [*RUN, Open("reports"), Limited("exports")]
_ONE = "/reports/{report_id}"


@router.post(
    "/brands/{brand_id}/reports",
    response_model=ReportOut,
    status_code=202,
    dependencies=ASK,
    responses=documented(400, 409, 429),
)
@idempotent_for_keys
async def request_report(
    brand_id: UUID,
    body: ReportIn,
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
    response: Response,
    repeatable: RepeatableDep,
) -> ReportOut:
    """Request a report.

    The report is created in the background. The event `report.ready` announces that it can be
    downloaded. Calls with an API key must send an `Idempotency-Key`.
    """
    report = await requests.request_report(session, brand_id, user.user_id, body, now)
    response.headers["Location"] = f"/api/v1/reports/{report.id}"
    return report


@router.post(
    "/brands/{brand_id}/gaps/content/{gap_id}/brief",
    response_model=ReportOut,
    status_code=202,
    dependencies=ASK,
    responses=documented(400, 409, 429),
)
@idempotent_for_keys
async def request_brief(
    brand_id: UUID,
    gap_id: UUID,
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
    response: Response,
    repeatable: RepeatableDep,
) -> ReportOut:
    """Request a brief for closing a content gap.

    The brief is a report in Word format, created in the background. Calls with an API key must send
    an `Idempotency-Key`.
    """
    report = await requests.request_brief(session, brand_id, gap_id, user.user_id, now)
    response.headers["Location"] = f"/api/v1/reports/{report.id}"
    return report


@router.get("/reports", dependencies=VIEW)
async def reports(
    session: TenantSession,
    paging: PagingDep,
    now: NowDep,
    brand: UUID | None = None,
    gap: UUID | None = None,
) -> ListOut[ReportOut]:
    """List reports.

    Newest first. `brand` limits the list to one brand, `gap` to the briefs of one content gap.
    """
    rows = await requests.listed(session, (brand, gap), paging.probe, paging.after, now)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    return ListOut(data=list(shown), page=page)


@router.get(_ONE, dependencies=VIEW)
async def report(report_id: UUID, session: TenantSession, now: NowDep) -> ReportOut:
    """Get a report."""
    return requests.shown(await artifacts.one(session, Report, report_id), now)


@router.post(f"{_ONE}/cancel", dependencies=RUN, responses=documented(409))
async def cancel_report(report_id: UUID, session: TenantSession, now: NowDep) -> ReportOut:
    """Cancel a report that is not ready yet.

    409 when it can no longer be canceled.
    """
    return requests.shown(await artifacts.cancel(session, Report, report_id), now)


@router.post(f"{_ONE}/retry", status_code=202, dependencies=ASK, responses=documented(409, 429))
@idempotent
async def retry_report(
    report_id: UUID, session: TenantSession, now: NowDep, repeatable: RepeatableDep
) -> ReportOut:
    """Retry a failed or canceled report.

    409 when it neither failed nor was canceled.
    """
    return await requests.retry(session, report_id, now)


@router.get(f"{_ONE}/download", dependencies=VIEW, status_code=302, response_class=RedirectResponse)
async def download_report(
    report_id: UUID,
    workspace: CurrentWorkspace,
    session: TenantSession,
    settings: SettingsDep,
    holder: HolderDep,
    now: NowDep,
) -> RedirectResponse:
    """Download a report.

    Redirects to a signed address that is valid for 15 minutes.
    """
    row = await artifacts.one(session, Report, report_id)
    address = await links.address_of(settings, workspace.id, row, now, holder)
    return RedirectResponse(address, status_code=302, headers={"cache-control": "no-store"})


@router.get(
    "/files/{token}",
    openapi_extra=PUBLIC,
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def signed_file(
    token: str, session: SessionDep, database: DatabaseDep, settings: SettingsDep, now: NowDep
) -> Response:
    """Download the file behind a signed address."""
    file, place = await links.file_at(session, settings, token, now)
    name = f'attachment; filename="{download_name(file.name)}"'
    headers = {"content-disposition": name, "cache-control": "private, no-store"}
    if file.parts == 0:
        return Response(file.content, media_type=file.media_type, headers=headers)
    headers["content-length"] = str(file.size)
    pieces = links.parts_of(database, place, file.parts)
    return StreamingResponse(pieces, media_type=file.media_type, headers=headers)
