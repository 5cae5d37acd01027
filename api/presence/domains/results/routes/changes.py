"""What changed from analysis to analysis."""

from __future__ import annotations

from uuid import UUID

from presence.domains.results.schemas.changes import ChangesOut
from presence.domains.results.service.changes import change_list
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
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
