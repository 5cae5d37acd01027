"""Gaps and recommendations of the shown run, cut by plan."""

from __future__ import annotations

from uuid import UUID

from presence.domains.visibility.routes.common import VIEW, slice_router
from presence.domains.visibility.schemas.results import (
    FindingsOut,
    GapsOut,
    GapsSummaryOut,
    RecommendationsOut,
)
from presence.domains.visibility.service import reading
from presence.domains.workspaces.context import TenantSession

router = slice_router()


@router.get("/api/v1/brands/{brand_id}/gaps/summary", dependencies=VIEW)
async def gaps_summary(brand_id: UUID, session: TenantSession) -> GapsSummaryOut:
    """Overview of content and technical gaps."""
    return GapsSummaryOut.model_validate(await reading.gaps_summary(session, brand_id))


@router.get("/api/v1/brands/{brand_id}/gaps/content", dependencies=VIEW)
async def content_gaps(brand_id: UUID, session: TenantSession) -> GapsOut:
    """Content gaps the plan shows."""
    return GapsOut.model_validate(await reading.content_gaps(session, brand_id))


@router.get("/api/v1/brands/{brand_id}/gaps/technical", dependencies=VIEW)
async def technical_gaps(brand_id: UUID, session: TenantSession) -> FindingsOut:
    """Technical findings the plan shows."""
    return FindingsOut.model_validate(await reading.technical_findings(session, brand_id))


@router.get("/api/v1/brands/{brand_id}/recommendations", dependencies=VIEW)
async def recommendations(brand_id: UUID, session: TenantSession) -> RecommendationsOut:
    """Recommendations the plan shows, best gain for the effort first."""
    return RecommendationsOut.model_validate(await reading.recommendations(session, brand_id))
