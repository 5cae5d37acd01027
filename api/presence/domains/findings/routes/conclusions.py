"""Content gaps and recommendations: lists, decisions, undo."""

from __future__ import annotations

from uuid import UUID

from presence.domains.findings.routes.conclusion_queries import (
    GAP_FILTERS,
    RECOMMENDATION_FILTERS,
    GapQuery,
    RecommendationQuery,
)
from presence.domains.findings.schemas.conclusions import (
    ChangedGapsOut,
    DecideIn,
    DecideSeveralIn,
    GapOut,
    GapsOut,
    GapsSummaryOut,
    RecommendationOut,
    RecommendationsOut,
)
from presence.domains.findings.service import decisions, lists
from presence.domains.findings.service import overview as advice_overview
from presence.domains.identity.context import CurrentUser
from presence.domains.runs.context import RUN, VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.errors import documented

router = slice_router("findings")
_GAPS = "/api/v1/brands/{brand_id}/gaps/content"
_ADVICE = "/api/v1/brands/{brand_id}/recommendations"


@router.get("/api/v1/brands/{brand_id}/gaps/summary", dependencies=VIEW)
async def gaps_summary(brand_id: UUID, session: TenantSession) -> GapsSummaryOut:
    """Get an overview of content and technical gaps.

    The trend is only included on plans that show all gaps.
    """
    return await advice_overview.overview(session, brand_id)


@router.get(_GAPS, dependencies=[*VIEW, GAP_FILTERS])
async def content_gaps(brand_id: UUID, session: TenantSession, asked: GapQuery) -> GapsOut:
    """List content gaps.

    Limited to the gaps the plan shows; `locked` counts the rest. `filter[status]=closed` lists gaps
    that the newest run no longer found.
    """
    return await lists.listing(session, brand_id, GapsOut, asked)


@router.post(f"{_GAPS}/bulk", dependencies=RUN)
async def decide_gaps(
    brand_id: UUID, change: DecideSeveralIn, user: CurrentUser, session: TenantSession
) -> ChangedGapsOut:
    """Apply the same change to several content gaps.

    Either all of them are changed or none.
    """
    changes = change.model_dump(exclude_unset=True, exclude={"ids"})
    rows = await decisions.decide(session, brand_id, GapOut, change.ids, changes, user.user_id)
    return ChangedGapsOut(data=rows)


@router.get(f"{_GAPS}/{{gap_id}}", dependencies=VIEW)
async def content_gap(brand_id: UUID, gap_id: UUID, session: TenantSession) -> GapOut:
    """Get a content gap."""
    return await decisions.one(session, brand_id, GapOut, gap_id)


@router.patch(f"{_GAPS}/{{gap_id}}", dependencies=RUN)
async def decide_gap(
    brand_id: UUID, gap_id: UUID, change: DecideIn, user: CurrentUser, session: TenantSession
) -> GapOut:
    """Update the status, assignee, note or reason of a content gap.

    The next run checks whether a gap marked as done is closed.
    """
    changes = change.model_dump(exclude_unset=True)
    (row,) = await decisions.decide(session, brand_id, GapOut, [gap_id], changes, user.user_id)
    return row


@router.post(f"{_GAPS}/{{gap_id}}/undo", dependencies=RUN, responses=documented(409))
async def undo_gap(
    brand_id: UUID, gap_id: UUID, user: CurrentUser, session: TenantSession
) -> GapOut:
    """Undo the last change to a content gap.

    409 when there is nothing to undo.
    """
    return await decisions.undo(session, brand_id, GapOut, gap_id, user.user_id)


@router.get(_ADVICE, dependencies=[*VIEW, RECOMMENDATION_FILTERS])
async def recommendations(
    brand_id: UUID, session: TenantSession, asked: RecommendationQuery
) -> RecommendationsOut:
    """List recommendations.

    Ordered by expected gain for the effort, best first. Limited to the recommendations the plan
    shows; `locked` counts the rest.
    """
    return await lists.listing(session, brand_id, RecommendationsOut, asked)


@router.patch(f"{_ADVICE}/{{recommendation_id}}", dependencies=RUN)
async def decide_recommendation(
    brand_id: UUID,
    recommendation_id: UUID,
    change: DecideIn,
    user: CurrentUser,
    session: TenantSession,
) -> RecommendationOut:
    """Update the status, assignee, note or reason of a recommendation."""
    changes = change.model_dump(exclude_unset=True)
    (row,) = await decisions.decide(
        session, brand_id, RecommendationOut, [recommendation_id], changes, user.user_id
    )
    return row


@router.post(f"{_ADVICE}/{{recommendation_id}}/undo", dependencies=RUN, responses=documented(409))
async def undo_recommendation(
    brand_id: UUID, recommendation_id: UUID, user: CurrentUser, session: TenantSession
) -> RecommendationOut:
    """Undo the last change to a recommendation.

    409 when there is nothing to undo.
    """
    return await decisions.undo(
        session, brand_id, RecommendationOut, recommendation_id, user.user_id
    )
