"""Jobs of workspaces: purging a deleted one."""

from __future__ import annotations

from presence.domains.workspaces.service.lifecycle import PURGE, is_due, purge_workspace
from presence.jobs.context import JobContext, tenant_job
from presence.jobs.purging import erase_ahead


@tenant_job(PURGE)
async def purge(context: JobContext) -> None:
    """Purge a workspace seven days after its deletion; a restored one is left alone."""
    async with context.transaction() as session:
        if not await is_due(session):
            return
    await erase_ahead(context, None)
    async with context.transaction() as session:
        await purge_workspace(session)
