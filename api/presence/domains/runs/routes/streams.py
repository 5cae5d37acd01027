"""Events of a run and of the workspace, replayed from the log."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import Header, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import StreamingResponse

from presence.db.tenancy import TenantBinding
from presence.domains.identity.context import CurrentUser
from presence.domains.identity.keys import current_role_of_key
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.runs.service import run_views
from presence.domains.workspaces.context import CurrentWorkspace, TenantSession
from presence.domains.workspaces.service import decide_permitted, right_ends_at, still_allowed
from presence.http.session import DatabaseDep
from presence.http.sse import HubDep, StreamReader, event_stream, last_event_id

router = slice_router("runs")
LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID", description="The last event received; the stream continues after it."
    ),
]
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


@router.get(
    "/api/v1/runs/{run_id}/events",
    dependencies=VIEW,
    response_class=StreamingResponse,
    responses=STREAM,
)
async def run_events(
    run_id: UUID,
    request: Request,
    session: TenantSession,
    user: CurrentUser,
    workspace: CurrentWorkspace,
    hub: HubDep,
    database: DatabaseDep,
    last_id: LastEventId = None,
) -> Response:
    """Stream the events of a run.

    Server-sent events from the start of the run, or after `Last-Event-ID`.
    """
    await run_views.run_document(session, run_id)
    after = last_event_id(last_id)
    reader = await _reader(request, session, user, workspace.id, after, run_id)
    return event_stream(hub, database, reader)


@router.get(
    "/api/v1/events",
    dependencies=VIEW,
    response_class=StreamingResponse,
    responses={**STREAM, 204: {"description": "There is no workspace yet"}},
)
async def events(
    request: Request,
    session: TenantSession,
    user: CurrentUser,
    hub: HubDep,
    database: DatabaseDep,
    last_id: LastEventId = None,
) -> Response:
    """Stream the events of the workspace.

    Server-sent events from now on, or after `Last-Event-ID`. With an API key for all workspaces,
    `X-Workspace-Id` selects the workspace. Returns 204 if there is no workspace
    yet; browsers then stop reconnecting.
    """
    after = last_event_id(last_id)
    if user.workspace_id is None:
        return Response(status_code=204)
    reader = await _reader(request, session, user, user.workspace_id, after)
    return event_stream(hub, database, reader)


async def _reader(
    request: Request,
    session: AsyncSession,
    user: CurrentUser,
    workspace_id: UUID,
    after: int | None,
    run_id: UUID | None = None,
) -> StreamReader:
    role_of_key = current_role_of_key(request, workspace_id)

    async def may_read(session: AsyncSession) -> bool:
        if role_of_key is not None:
            return decide_permitted(await role_of_key(session), "view")
        return await still_allowed(session, user.session_id, user.user_id, "view")

    ends_at = await right_ends_at(session, user.session_id, user.api_key_id)
    return StreamReader(TenantBinding(workspace_id, user.user_id), may_read, run_id, after, ends_at)
