"""Trending queries of a brand."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.trends import service
from presence.domains.trends.schemas import TrackedOut, TrendsOut
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import NowDep

router = APIRouter(tags=["trends"], responses=documented(401, 403, 404, 422))


@router.post("/api/v1/brands/{brand_id}/trends", status_code=202, dependencies=[Allowed("view")])
@idempotent
async def request(
    brand_id: UUID, session: TenantSession, now: NowDep, repeatable: RepeatableDep
) -> TrendsOut:
    """Update the trending queries of a brand.

    If the newest result is less than a day old, returns it. Otherwise starts an update in the
    background and returns the previous result meanwhile.
    """
    return await service.request(session, brand_id, now)


@router.get("/api/v1/brands/{brand_id}/trends", dependencies=[Allowed("view")])
async def latest(brand_id: UUID, session: TenantSession) -> TrendsOut:
    """Get the trending queries of a brand.

    Returns the newest result, limited to the rows the plan includes.
    """
    return await service.latest(session, brand_id)


@router.post(
    "/api/v1/brands/{brand_id}/trends/{query_id}/track",
    status_code=201,
    dependencies=[Allowed("run")],
    responses=documented(409),
)
@idempotent
async def track(
    brand_id: UUID, query_id: UUID, session: TenantSession, repeatable: RepeatableDep
) -> TrackedOut:
    """Track a trending query as a prompt."""
    prompt = await service.track(session, brand_id, query_id)
    return TrackedOut(prompt_id=prompt.id, text=prompt.text)
