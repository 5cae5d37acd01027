"""Exports of a view: requesting, following, cancelling and downloading them."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from presence.domains.billing.context import Open
from presence.domains.identity.context import CurrentUser
from presence.domains.publishing.context import HolderDep
from presence.domains.publishing.models import ViewExport
from presence.domains.publishing.schemas.view_exports import ViewExportIn, ViewExportOut
from presence.domains.publishing.service import artifacts
from presence.domains.publishing.service.reports import links
from presence.domains.publishing.service.view_exports import requests
from presence.domains.workspaces.context import (
    Allowed,
    CurrentWorkspace,
    Limited,
    TenantSession,
)
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent_for_keys
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep, SettingsDep

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(401, 403, 404, 422))
VIEW = [Allowed("view")]
_ONE = "/exports/{view_export_id}"


@router.post(
    "/exports",
    response_model=ViewExportOut,
    status_code=202,
    dependencies=[*VIEW, Open("exports"), Limited("exports")],
    responses=documented(400, 409, 429),
)
@idempotent_for_keys
async def request_view_export(
    body: ViewExportIn,
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
    response: Response,
    repeatable: RepeatableDep,
) -> ViewExportOut:
    """Request an export of a table or of a set of tables.

    The file is created in the background. The event `export.ready` announces that it can be
    downloaded. Calls with an API key must send an `Idempotency-Key`.
    """
    made = await requests.request_export(session, user.user_id, body, now)
    response.headers["Location"] = f"/api/v1/exports/{made.id}"
    return made


@router.get("/exports", dependencies=VIEW)
async def view_exports(
    session: TenantSession, paging: PagingDep, now: NowDep, brand: UUID | None = None
) -> ListOut[ViewExportOut]:
    """List exports.

    Newest first. `brand` limits the list to one brand.
    """
    rows = await requests.listed(session, brand, paging.probe, paging.after, now)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    return ListOut(data=list(shown), page=page)


@router.get(_ONE, dependencies=VIEW)
async def view_export(view_export_id: UUID, session: TenantSession, now: NowDep) -> ViewExportOut:
    """Get an export and its progress."""
    return requests.shown(await artifacts.one(session, ViewExport, view_export_id), now)


@router.post(f"{_ONE}/cancel", dependencies=VIEW, responses=documented(409))
async def cancel_view_export(
    view_export_id: UUID, session: TenantSession, now: NowDep
) -> ViewExportOut:
    """Cancel an export that is not ready yet.

    409 when it can no longer be canceled.
    """
    return requests.shown(await artifacts.cancel(session, ViewExport, view_export_id), now)


@router.get(f"{_ONE}/download", dependencies=VIEW, status_code=302, response_class=RedirectResponse)
async def download_view_export(
    view_export_id: UUID,
    workspace: CurrentWorkspace,
    session: TenantSession,
    settings: SettingsDep,
    holder: HolderDep,
    now: NowDep,
) -> RedirectResponse:
    """Download an export.

    Redirects to a signed address that is valid for 15 minutes.
    """
    row = await artifacts.one(session, ViewExport, view_export_id)
    address = await links.address_of(settings, workspace.id, row, now, holder)
    return RedirectResponse(address, status_code=302, headers={"cache-control": "no-store"})
