"""Saved views of a brand's screens."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.publishing.schemas.views import (
    SavedViewChangeIn,
    SavedViewIn,
    SavedViewOut,
    SavedViewsOut,
)
from presence.domains.publishing.service import views
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import NowDep

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(401, 403, 404, 422))
VIEW, TAKEN = [Allowed("view")], documented(409)
_OF_BRAND, _ONE = "/brands/{brand_id}/views", "/views/{view_id}"


@router.get(_OF_BRAND, dependencies=VIEW)
async def saved_views(brand_id: UUID, user: CurrentUser, session: TenantSession) -> SavedViewsOut:
    """List the saved views of a brand.

    By name: the views shared in the workspace and the caller's own.
    """
    return SavedViewsOut(data=await views.views_of(session, brand_id, user.user_id, user.role))


@router.post(
    _OF_BRAND, response_model=SavedViewOut, status_code=201, dependencies=VIEW, responses=TAKEN
)
@idempotent
async def keep_view(
    brand_id: UUID,
    body: SavedViewIn,
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
    repeatable: RepeatableDep,
) -> SavedViewOut:
    """Save a view.

    409 when the name is taken or the maximum number of views is reached.
    """
    return await views.keep(session, brand_id, user.user_id, user.role, body, now)


@router.patch(_ONE, dependencies=VIEW, responses=TAKEN)
async def change_view(
    view_id: UUID, body: SavedViewChangeIn, user: CurrentUser, session: TenantSession
) -> SavedViewOut:
    """Update the name or filters of a saved view, or make it the caller's default."""
    values = body.model_dump(exclude_unset=True)
    return await views.change_view(session, view_id, user.user_id, user.role, values)


@router.delete(_ONE, status_code=204, dependencies=VIEW)
async def remove_view(
    view_id: UUID, user: CurrentUser, session: TenantSession, now: NowDep
) -> None:
    """Delete a saved view.

    It can be restored for one day.
    """
    await views.remove(session, view_id, user.user_id, user.role, now)


@router.post(_ONE + "/restore", dependencies=VIEW, responses=TAKEN)
async def restore_view(
    view_id: UUID, user: CurrentUser, session: TenantSession, now: NowDep
) -> SavedViewOut:
    """Restore a deleted view."""
    return await views.restore(session, view_id, user.user_id, user.role, now)
