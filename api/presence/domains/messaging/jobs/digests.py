"""Finds people whose digest is due, and sends it."""

from __future__ import annotations

from presence.db.tenancy import TenantBinding
from presence.domains.messaging.queries import digests as queries
from presence.domains.messaging.service.digests.due_dates import take_turn
from presence.domains.workspaces.service import members_permitted
from presence.jobs.context import AccountContext, JobContext, JobResources, account_job, tenant_job
from presence.jobs.periodic_tasks import periodic_task
from presence.jobs.queue import enqueue

TURN, FOLLOW = "digest.turn", "digest.follow_plan"
MOST = 200


@account_job(TURN)
async def turn(context: AccountContext) -> None:
    """Send the digest that is due, and schedule the next one."""
    await take_turn(context)


@tenant_job(FOLLOW)
async def follow_plan(context: JobContext) -> None:
    """Reschedule the digests of every member: the plan decides how often they are sent."""
    async with context.transaction() as session:
        for user_id in sorted(await members_permitted(session, "view")):
            await enqueue(session, TURN, {}, account_id=user_id, unique=f"{TURN}:{user_id}")


@periodic_task("digests.due")
async def due(resources: JobResources) -> None:
    """Queue a job for every person whose digest is due or whose time zone changed."""
    async with resources.database.transaction() as session:
        found = await queries.due(session, resources.clock.now(), MOST)
    for user_id in found:
        async with resources.database.transaction(TenantBinding(None, user_id)) as session:
            await enqueue(session, TURN, {}, account_id=user_id, unique=f"{TURN}:{user_id}")
