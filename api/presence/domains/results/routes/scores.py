"""What a brand's latest runs found, for programs: the dashboard's results under an API key."""

from __future__ import annotations

from uuid import UUID

from presence.domains.results.schemas.results import BrandScoresOut
from presence.domains.results.service import reading
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession

router = slice_router("results")


@router.get("/api/v1/brands/{brand_id}/scores", dependencies=VIEW)
async def scores(brand_id: UUID, session: TenantSession) -> BrandScoresOut:
    """Get the current scores of a brand.

    Includes intervals, changes and the number of open gaps. Scores are null before the first run.
    """
    return await reading.results_of(session, brand_id)
