"""Jobs of workspaces: the end of a deleted one."""

from __future__ import annotations

from presence.domains.workspaces.service.lifecycle import PURGE, purge_workspace
from presence.jobs.context import JobContext, tenant_job


@tenant_job(PURGE)
async def purge(context: JobContext) -> None:
    """Remove a workspace whose seven days are over; one that was restored stays."""
    async with context.transaction() as session:
        await purge_workspace(session)
