"""Checking the address of a site before it is analysed."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Response

from presence.domains.identity.context import CurrentUser
from presence.domains.materials import site_checks
from presence.domains.materials.schemas.site_checks import (
    SiteCheckIn,
    SiteCheckOut,
    SiteCheckStarted,
)
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.domains.workspaces.service import ensure_workspace
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import SessionDep, SettingsDep

router = APIRouter(tags=["materials"])


@router.post(
    "/api/v1/sites/check",
    status_code=202,
    dependencies=[Allowed("run")],
    responses=documented(401, 403, 422, 429),
)
@idempotent
async def check_site(
    body: SiteCheckIn,
    user: CurrentUser,
    session: SessionDep,
    settings: SettingsDep,
    response: Response,
    repeatable: RepeatableDep,
) -> SiteCheckStarted:
    """Check whether a website can be reached and read.

    An address that does not answer is also tried with http instead of https or the other way
    round, and with or without `www.`.
    The check runs in the background. If the user has no workspace yet, one is created.
    """
    workspace_id = await ensure_workspace(session, user.user_id)
    by = site_checks.AskedBy(user.user_id, workspace_id)
    check = await site_checks.request_check(session, settings, by, body.url)
    response.headers["Location"] = f"/api/v1/sites/check/{check.id}"
    return SiteCheckStarted(id=check.id, url=check.url)


@router.get(
    "/api/v1/sites/check/{check_id}",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404, 422),
)
async def read_site_check(check_id: UUID, session: TenantSession) -> SiteCheckOut:
    """Get the result of a website check so far."""
    return SiteCheckOut.of(await site_checks.read_check(session, check_id))
