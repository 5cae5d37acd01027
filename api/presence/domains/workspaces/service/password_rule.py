"""Whether a workspace's members may choose a common password when changing theirs."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import record
from presence.domains.workspaces.queries import tenant
from presence.domains.workspaces.service.tenant import bound_workspace


async def refuses_common_passwords(session: AsyncSession) -> bool:
    """The bound workspace's rule."""
    return await tenant.refuses_common_passwords(session)


async def set_password_rule(session: AsyncSession, refuse: bool) -> None:
    """Change the rule; logged in the workspace if it differs."""
    before = await tenant.refuses_common_passwords(session)
    if before != refuse:
        await tenant.refuse_common_passwords(session, refuse)
        await record(
            session,
            "workspace.password-rule-changed",
            f"workspace:{bound_workspace(session)}",
            before={"refuseCommon": before},
            after={"refuseCommon": refuse},
        )
