"""Runs, results and evidence under /api/v1.

Answers that the database builds as JSON are passed on as they are; `response_model` declares
their shape.
"""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Header, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import StreamingResponse

from presence.db.tenancy import TenantBinding
from presence.domains.identity.context import CurrentUser, idle_limit, presented_token
from presence.domains.identity.service import token_hash
from presence.domains.visibility.schemas.evidence import AnswerOut, EvidenceOut
from presence.domains.visibility.schemas.results import (
    FindingsOut,
    GapsOut,
    GapsSummaryOut,
    Metric,
    RecommendationsOut,
    RunIn,
    RunOut,
    SummaryOut,
)
from presence.domains.visibility.service import cancel_run, evidence, reading, start_run
from presence.domains.workspaces.context import Allowed, CurrentWorkspace, TenantSession
from presence.domains.workspaces.service import still_allowed
from presence.http.errors import documented
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import DatabaseDep, get_database, get_settings
from presence.http.sse import HubDep, Reader, event_stream, last_event_id

router = APIRouter(tags=["visibility"], responses=documented(401, 403, 404, 422))
VIEW = [Allowed("view")]
RUN = [Allowed("run")]
LastEventId = Annotated[str | None, Header(alias="Last-Event-ID")]
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


def _json(document: str, status: int = 200, **headers: str) -> Response:
    return Response(document, status, headers, media_type="application/json")


@router.get("/api/v1/brands/{brand_id}/summary", response_model=SummaryOut)
async def summary(brand_id: UUID, request: Request) -> Response:
    """The dashboard in one call and one round trip: session, role and brand are resolved there."""
    settings = await get_settings(request)
    token = presented_token(request, settings)
    hashed = token_hash(token) if token else None
    database = await get_database(request)
    return _json(await reading.summary_document(database, hashed, idle_limit(settings), brand_id))


@router.get("/api/v1/brands/{brand_id}/runs", dependencies=VIEW)
async def runs(brand_id: UUID, session: TenantSession, paging: PagingDep) -> ListOut[RunOut]:
    """Runs of a brand, newest first."""
    rows, total = await reading.run_list(session, brand_id, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row[0], total)
    return ListOut(data=[RunOut.model_validate_json(document) for _, document in shown], page=page)


@router.post(
    "/api/v1/brands/{brand_id}/runs",
    status_code=202,
    response_model=RunOut,
    dependencies=RUN,
    responses=documented(409),
)
async def start(brand_id: UUID, session: TenantSession, body: RunIn | None = None) -> Response:
    """Analyze now; 409 with Location while an analysis of the brand is running."""
    run_id = await start_run(session, brand_id, "manual")
    document = await reading.run_document(session, run_id)
    return _json(document, 202, Location=f"/api/v1/runs/{run_id}")


@router.get("/api/v1/runs/{run_id}", response_model=RunOut, dependencies=VIEW)
async def run(run_id: UUID, session: TenantSession) -> Response:
    """One run and how far it is."""
    return _json(await reading.run_document(session, run_id))


@router.post(
    "/api/v1/runs/{run_id}/cancel",
    response_model=RunOut,
    dependencies=RUN,
    responses=documented(409),
)
async def cancel(run_id: UUID, session: TenantSession) -> Response:
    """End a queued or running run."""
    await cancel_run(session, run_id)
    return _json(await reading.run_document(session, run_id))


@router.get("/api/v1/runs/{run_id}/evidence", dependencies=VIEW)
async def run_evidence(run_id: UUID, metric: Metric, session: TenantSession) -> EvidenceOut:
    """What a score of a run was computed from."""
    return EvidenceOut.model_validate(await evidence.evidence(session, run_id, metric))


@router.get("/api/v1/answers/{answer_id}", dependencies=VIEW)
async def answer(answer_id: UUID, session: TenantSession) -> AnswerOut:
    """One answer, verbatim, with the matched characters."""
    return AnswerOut.model_validate(await evidence.answer_document(session, answer_id))


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


@router.get(
    "/api/v1/runs/{run_id}/events",
    dependencies=VIEW,
    response_class=StreamingResponse,
    responses=STREAM,
)
async def run_events(
    run_id: UUID,
    session: TenantSession,
    user: CurrentUser,
    workspace: CurrentWorkspace,
    hub: HubDep,
    database: DatabaseDep,
    last_id: LastEventId = None,
) -> Response:
    """Events of one run from its beginning, or from `Last-Event-ID` on."""
    await reading.run_document(session, run_id)
    reader = _reader(user, workspace.id, last_event_id(last_id), run_id)
    return event_stream(hub, database, reader)


@router.get("/api/v1/events", dependencies=VIEW, response_class=StreamingResponse, responses=STREAM)
async def events(
    user: CurrentUser,
    workspace: CurrentWorkspace,
    hub: HubDep,
    database: DatabaseDep,
    last_id: LastEventId = None,
) -> Response:
    """Everything that happens in the workspace from now, or from `Last-Event-ID`, on."""
    return event_stream(hub, database, _reader(user, workspace.id, last_event_id(last_id)))


def _reader(
    user: CurrentUser, workspace_id: UUID, after: int | None, run_id: UUID | None = None
) -> Reader:
    async def may_read(session: AsyncSession) -> bool:
        return await still_allowed(session, user.session_id, user.user_id)

    return Reader(TenantBinding(workspace_id, user.user_id), may_read, run_id, after)
