"""Account deletion: a periodic task finds what is due, and one job deletes each account."""

from __future__ import annotations

from presence.db.tenancy import TenantBinding
from presence.domains.identity.service import deletion
from presence.jobs.context import AccountContext, JobResources, account_job
from presence.jobs.periodic_tasks import periodic_task
from presence.jobs.queue import enqueue

PURGE = "identity.purge"
ADJUST_SEATS = "team.settle_seats"  # of workspaces, which know their people, not the reverse


@periodic_task("identity.deletions")
async def find_due(resources: JobResources) -> None:
    """Enqueue the deletion of every account that is due."""
    async with resources.database.transaction() as session:
        found = await deletion.due(session)
    for user_id in found:
        async with resources.database.transaction(TenantBinding(None, user_id)) as session:
            await enqueue(session, PURGE, {}, account_id=user_id, unique=f"{PURGE}:{user_id}")


@account_job(PURGE)
async def purge(context: AccountContext) -> None:
    """Delete an account permanently, unless it was kept in the meantime.

    In workspaces that continue to exist, the seat becomes free for somebody else.
    """
    async with context.transaction() as session:
        joined = await deletion.workspaces_of(session)
        if await deletion.purge(session, context.user_id):
            for workspace_id in [workspace for workspace, _, ends in joined if not ends]:
                await enqueue(session, ADJUST_SEATS, {}, workspace_id=workspace_id)
