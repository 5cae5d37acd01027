"""What changed from analysis to analysis."""

from __future__ import annotations

from uuid import UUID

from fastapi import Request, Response

from presence.domains.results.schemas.changes import ChangesOut
from presence.domains.results.schemas.why import WhyMetric, WhyOut
from presence.domains.results.service.changes import change_list
from presence.domains.results.service.why import why_changed
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.conditional import answer
from presence.http.errors import documented
from presence.http.listing import PagingDep
from presence.http.session import NowDep

router = slice_router("results")


@router.get("/api/v1/brands/{brand_id}/changes", dependencies=VIEW)
async def changes(
    brand_id: UUID, session: TenantSession, paging: PagingDep, now: NowDep
) -> ChangesOut:
    """List what changed between the runs of a brand.

    Newest first, as far back as the plan's history.
    """
    return await change_list(session, brand_id, paging, now)


@router.get(
    "/api/v1/brands/{brand_id}/changes/{run_id}/why",
    dependencies=VIEW,
    response_model=WhyOut,
    responses=documented(403, 409),
)
async def why(
    brand_id: UUID,
    run_id: UUID,
    request: Request,
    session: TenantSession,
    now: NowDep,
    metric: WhyMetric = "content",
) -> Response:
    """Explain why a number changed since the run before.

    The change is split into parts that add up to it: questions, assistants, the way answers are
    read, competitors, new models and the answers themselves. The last is the real movement: it has
    a 95 % interval and is broken down by topic, question, assistant and competitor, with the
    answers behind it. Runs are shown as far back as the plan's history. The response has an ETag.

    If thousands of answers would first have to be read in another way, the call is answered 409;
    scoring the stored answers again prepares them.
    """
    return answer(request, await why_changed(session, brand_id, run_id, metric, now))
