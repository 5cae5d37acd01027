"""Seats follow the plan: after a change, and when a plan ran out by itself."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text

from presence.domains.team import service
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, periodic_task
from presence.jobs.queue import enqueue

ADJUST_SEATS = "team.settle_seats"
_OVERSEATED = text("SELECT workspace_id, id FROM overseated_workspaces()")


@tenant_job(ADJUST_SEATS)
async def sync_seats(context: JobContext) -> None:
    """Pause members the plan no longer covers, free those it does."""
    async with context.transaction() as session:
        await service.sync_seats(session)


@periodic_task("team.overseated")
async def look(resources: JobResources) -> None:
    """Workspaces whose plan ended without anybody doing anything."""
    for workspace_id in {found for found, _ in await find_due(resources, _OVERSEATED)}:
        await _hand_over(resources, workspace_id)


async def _hand_over(resources: JobResources, workspace_id: UUID) -> None:
    async with resources.database.transaction() as session:
        unique = f"{ADJUST_SEATS}:{workspace_id}"
        await enqueue(session, ADJUST_SEATS, {}, workspace_id=workspace_id, unique=unique)
