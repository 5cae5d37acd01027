"""Whether members of a workspace need a second factor to see anything in it.

Invariant: only somebody with a second factor can set the rule, so nobody locks themselves out;
everybody else sets one up and then has access. API keys created there by members with access keep
working; `resolve_api_key` gives them no access to other workspaces that are closed to their
creator.
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
    """Change the rule and log it. Raises Conflict for somebody without a factor.

    The owners are informed by e-mail when it is withdrawn.
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
        await _mail_owners(session, workspace)


async def _mail_owners(session: AsyncSession, workspace: UUID) -> None:
    """Includes the person who withdrew it: their session may be in other hands."""
    entry = await newest_about(session, _ACTION, f"workspace:{workspace}")
    if entry is None:
        return
    for member, role in await tenant.member_roles(session):
        if role == "owner":
            await request_mail(session, RULE_OFF_TEMPLATE, entry.id, user_id=member)
