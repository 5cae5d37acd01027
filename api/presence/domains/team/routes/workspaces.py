"""Workspaces of the signed-in user: one more, another one, the end of one and its return."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Query

from presence.domains.identity.context import CurrentUser
from presence.domains.team import service
from presence.domains.team.routes.common import slice_router
from presence.domains.team.schemas import (
    CurrentWorkspaceOut,
    DeletedWorkspaceOut,
    WorkspaceIn,
)
from presence.domains.workspaces.context import (
    Allowed,
    CurrentWorkspace,
    LongCallDep,
    TenantSession,
)
from presence.domains.workspaces.errors import no_workspace
from presence.domains.workspaces.service import lifecycle
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.permission import PERSONAL
from presence.http.session import SessionDep

router = slice_router()
ONE = "/api/v1/workspaces/{workspace_id}"


@router.post("/api/v1/workspaces", status_code=201, openapi_extra=PERSONAL)
@idempotent
async def create_workspace(
    body: WorkspaceIn, user: CurrentUser, session: SessionDep, repeatable: RepeatableDep
) -> CurrentWorkspaceOut:
    """Create a workspace and switch to it.

    It starts on the free plan. 409 when the user belongs to the maximum number of workspaces.
    """
    made = await lifecycle.create_workspace(session, user.user_id, user.session_id, body.name)
    return CurrentWorkspaceOut(id=made)


@router.post(f"{ONE}/switch", openapi_extra=PERSONAL)
async def switch_workspace(
    workspace_id: UUID, user: CurrentUser, session: SessionDep
) -> CurrentWorkspaceOut:
    """Switch this browser to another of the user's workspaces."""
    await lifecycle.switch_workspace(session, user.user_id, user.session_id, workspace_id)
    return CurrentWorkspaceOut(id=workspace_id)


@router.delete(ONE, dependencies=[Allowed("delete_workspace")])
async def delete_workspace(
    workspace_id: UUID,
    workspace: CurrentWorkspace,
    session: TenantSession,
    call: LongCallDep,
    name: Annotated[str, Query(max_length=120)] = "",
) -> DeletedWorkspaceOut:
    """Delete the current workspace.

    `name` must repeat the workspace's name. The workspace can be restored for seven days. 409 when
    the name does not match or while a subscription renews.
    """
    if workspace_id != workspace.id:  # guard: workspaces.path-of-another
        raise no_workspace()
    await call.lock()
    gone_at = await service.delete_workspace(session, workspace_id, name)
    return DeletedWorkspaceOut(id=workspace_id, name=name, gone_at=gone_at)


@router.get("/api/v1/workspaces/deleted", openapi_extra=PERSONAL)
async def deleted_workspaces(user: CurrentUser, session: SessionDep) -> list[DeletedWorkspaceOut]:
    """List the workspaces the user deleted and can still restore."""
    found = await lifecycle.deleted_workspaces(session, user.user_id)
    return [DeletedWorkspaceOut.model_validate(item) for item in found]


@router.post(f"{ONE}/restore", openapi_extra=PERSONAL)
async def restore_workspace(
    workspace_id: UUID, user: CurrentUser, session: SessionDep
) -> CurrentWorkspaceOut:
    """Restore a deleted workspace and switch to it."""
    await lifecycle.restore_workspace(session, user.user_id, user.session_id, workspace_id)
    return CurrentWorkspaceOut(id=workspace_id)
