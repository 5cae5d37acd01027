"""What a member opened to the outside, shown to whoever is about to remove the member."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.publishing.schemas.member_channels import MemberChannelOut, MemberChannelsOut
from presence.domains.publishing.service.member_channels import channels_of_member
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.domains.workspaces.service.members import require_member
from presence.http.errors import documented
from presence.http.session import NowDep

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(401, 403, 404, 422))


@router.get("/members/{user_id}/outlets", dependencies=[Allowed("members")])
async def member_channels(user_id: UUID, session: TenantSession, now: NowDep) -> MemberChannelsOut:
    """List the share links, webhooks and Slack channel a member created or changed.

    Only those still active. They stay active when the member is removed, unless the call that
    removes the member ends them with `outlets=end`.
    """
    await require_member(session, user_id)
    found = await channels_of_member(session, user_id, now)
    return MemberChannelsOut(data=[MemberChannelOut.model_validate(channel) for channel in found])
