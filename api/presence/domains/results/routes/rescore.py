"""Scoring stored answers again, and the versions of scores that this produces."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.domains.results.schemas.rescore import RescoreOut, RevisionsOut
from presence.domains.results.service import bundles, revisions
from presence.domains.results.service import requests as rescore_requests
from presence.domains.runs.context import RUN, VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent

router = slice_router("results")
ZIP = {"schema": {"type": "string", "format": "binary"}}


@router.post("/api/v1/brands/{brand_id}/rescore", status_code=202, dependencies=RUN)
@idempotent
async def start_rescore(
    brand_id: UUID, session: TenantSession, repeatable: RepeatableDep
) -> RescoreOut:
    """Score the stored answers of a brand again.

    Uses the current method. No engine is asked.
    """
    return await rescore_requests.start_rescore(session, brand_id)


@router.get("/api/v1/brands/{brand_id}/rescore", dependencies=VIEW)
async def rescore(brand_id: UUID, session: TenantSession) -> RescoreOut | None:
    """Get the progress of the latest re-scoring of a brand.

    Null when there was none.
    """
    return await rescore_requests.rescore_document(session, brand_id)


@router.get("/api/v1/brands/{brand_id}/revisions", dependencies=VIEW)
async def revised(brand_id: UUID, session: TenantSession) -> RevisionsOut:
    """List the versions of a brand's scores.

    Each run with its previous and current scores, and where charts have a break.
    """
    return await revisions.revisions_document(session, brand_id)


@router.get(
    "/api/v1/runs/{run_id}/bundle",
    dependencies=RUN,
    response_class=Response,
    responses={**documented(409), 200: {"content": {"application/zip": ZIP}}},
)
async def run_bundle(run_id: UUID, session: TenantSession) -> Response:
    """Download a run as a ZIP archive.

    Contains the prompts, parameters, raw answers, pages, versions and scores. 409 while the run has
    no result.
    """
    data = await bundles.bundle_of(await bundles.load_run(session, run_id))
    named = {"Content-Disposition": f'attachment; filename="run-{run_id}.zip"'}
    return Response(data, headers=named, media_type="application/zip")
