"""Whether members of a workspace need a second factor to see anything of it.

Invariant: who sets the rule has a second factor, so nobody shuts themselves out by it; everybody
else sets one up and is let in. API keys go on working where they were made, by members who were let
in; `resolve_api_key` opens no other workspace by them that is shut to their maker.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.audit.service import newest_about, record
from presence.domains.identity.service import locked_workspaces
from presence.domains.workspaces.queries import tenant
from presence.domains.workspaces.service.tenant import bound_workspace
from presence.http.events import recall
from presence.jobs.mail import request_mail

RULE_OFF_TEMPLATE = "factor-rule-off"

_ACTION = "workspace.second-factor-rule-changed"
_YOURS_FIRST = "Set up two-step sign-in for your own account first, then ask your members for it."


async def requires_factor(session: AsyncSession) -> bool:
    """The bound workspace's rule."""
    return await tenant.requires_second_factor(session)


async def set_factor_rule(session: AsyncSession, user_id: UUID, required: bool) -> None:
    """Change the rule, noted in the workspace's log. Conflict for somebody without a factor.

    The owners are told by mail when it is withdrawn.
    """
    before = await tenant.requires_second_factor(session)
    if before == required:
        return
    await tenant.require_second_factor(session, required)
    workspace = bound_workspace(session)
    if workspace in await locked_workspaces(session, user_id):  # guard: workspaces.factor-own
        raise Conflict(_YOURS_FIRST)
    for member, _ in await tenant.member_roles(session):
        await recall(session, member)
    await record(
        session,
        _ACTION,
        f"workspace:{workspace}",
        before={"required": before},
        after={"required": required},
    )
    if not required:
        await _tell_owners(session, workspace)


async def _tell_owners(session: AsyncSession, workspace: UUID) -> None:
    """All of them, also who withdrew it: their session may be in other hands."""
    entry = await newest_about(session, _ACTION, f"workspace:{workspace}")
    if entry is None:
        return
    for member, role in await tenant.member_roles(session):
        if role == "owner":
            await request_mail(session, RULE_OFF_TEMPLATE, entry.id, user_id=member)
