"""How reports look: read by everybody who makes them, set by those who run the business."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from presence.domains.publishing.schemas.branding import ReportBrandingIn, ReportBrandingOut
from presence.domains.publishing.service.reports.branding import branding_document, keep_branding
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.conditional import IfMatch, answer, require_match
from presence.http.errors import documented

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(401, 403, 422))
_PATH = "/report-branding"


@router.get(_PATH, response_model=ReportBrandingOut, dependencies=[Allowed("view")])
async def branding(request: Request, session: TenantSession) -> Response:
    """Get the name, color and logo used in reports, with the ETag."""
    return answer(request, await branding_document(session))


@router.put(
    _PATH,
    response_model=ReportBrandingOut,
    dependencies=[Allowed("settings")],
    responses=documented(409, 412),
)
async def set_branding(
    body: ReportBrandingIn, request: Request, session: TenantSession, if_match: IfMatch
) -> Response:
    """Set the name, color and logo used in reports.

    Replaces all three. An empty text or a null logo restores the product's default.
    """
    require_match(if_match, await branding_document(session))
    return answer(request, await keep_branding(session, body))
