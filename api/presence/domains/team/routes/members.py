"""Members, their roles, leaving and handing over."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from fastapi import Request

from presence.domains.identity.context import CurrentUser
from presence.domains.team import service
from presence.domains.team.routes.common import EVERYBODY, MEMBERS, slice_router, whole
from presence.domains.team.schemas import (
    HeirIn,
    MemberListOut,
    MemberOut,
    RoleCardOut,
    RoleIn,
    RoleLineOut,
    RolesOut,
    SeatsOut,
)
from presence.domains.workspaces.context import (
    Allowed,
    CurrentWorkspace,
    LongCallDep,
    TenantSession,
)
from presence.domains.workspaces.service import members
from presence.domains.workspaces.service.roles import ROLE_CARDS, explained
from presence.http.permission import PERSONAL
from presence.http.session import NowDep, SessionDep

router = slice_router()
MEMBER = "/api/v1/members/{user_id}"


@router.get("/api/v1/members", dependencies=EVERYBODY)
async def list_members(session: TenantSession) -> MemberListOut:
    """List the members of the workspace, owners first."""
    found = await members.list_members(session)
    return MemberListOut(
        data=[MemberOut.model_validate(member) for member in found],
        page=whole(len(found)),
        seats=SeatsOut.model_validate(await service.seats_now(session)),
    )


@router.get("/api/v1/roles", dependencies=EVERYBODY)
async def roles() -> RolesOut:
    """List the roles and what each is allowed to do."""
    return RolesOut(
        roles=[RoleCardOut.model_validate(card) for card in ROLE_CARDS],
        actions=[RoleLineOut(action=line.action, roles=list(line.roles)) for line in explained()],
    )


@router.patch(MEMBER, status_code=204, dependencies=MEMBERS)
async def change_role(
    user_id: UUID,
    body: RoleIn,
    session: TenantSession,
    workspace: CurrentWorkspace,
    call: LongCallDep,
) -> None:
    """Change the role of a member.

    It applies from the member's next request. Only an owner can appoint or demote owners.
    """
    await members.change_role(session, await call.lock(), user_id, body.role)


@router.delete(MEMBER, status_code=204, dependencies=MEMBERS)
async def remove_member(
    user_id: UUID,
    request: Request,
    session: TenantSession,
    workspace: CurrentWorkspace,
    call: LongCallDep,
    now: NowDep,
    outlets: Literal["keep", "end"] = "keep",
) -> None:
    """Remove a member from the workspace.

    The member loses access immediately, and the API keys they created are revoked. Share links,
    webhooks and the Slack channel stay active. `outlets=end` ends those the member created or
    changed; `/members/{user_id}/outlets` lists them.
    """
    await members.remove_member(session, await call.lock(), user_id)
    if outlets == "end":  # guard: team.outlets-of-the-removed
        await request.app.state.close_channels_of(session, user_id, now)
    await service.sync_seats(session)


@router.post("/api/v1/members/leave", status_code=204, openapi_extra=PERSONAL)
async def leave(user: CurrentUser, workspace: CurrentWorkspace, session: SessionDep) -> None:
    """Leave the current workspace.

    Also possible while the caller's seat is paused. 409 for the only owner.
    """
    await members.leave(session, user.user_id)
    await service.sync_seats(session)


@router.post(
    "/api/v1/members/transfer-ownership",
    status_code=204,
    dependencies=[Allowed("delete_workspace")],
)
async def transfer_ownership(
    body: HeirIn, user: CurrentUser, session: TenantSession, call: LongCallDep
) -> None:
    """Transfer ownership of the workspace to another member.

    The caller becomes an admin. 409 when the other member has no seat.
    """
    await call.lock()
    await members.transfer_ownership(session, user.user_id, body.user_id)
