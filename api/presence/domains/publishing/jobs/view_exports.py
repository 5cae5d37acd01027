"""Jobs and the periodic task of view exports."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from presence.domains.publishing.queries import artifacts as queries
from presence.domains.publishing.service.view_exports import export_job
from presence.domains.publishing.service.view_exports.requests import JOB
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

GIVE_UP = "exports.give_up"
QUIET = timedelta(minutes=2)
MOST = 100


@tenant_job(JOB)
async def make(context: JobContext, view_export_id: UUID) -> None:
    """Create an export that somebody requested."""
    await export_job.make(context, view_export_id)


@tenant_job(GIVE_UP)
async def give_up(context: JobContext, view_export_id: UUID) -> None:
    """End an export that no worker is creating any more."""
    await export_job.fail(context, view_export_id)


@periodic_task("exports.stranded")
async def stranded(resources: JobResources) -> None:
    """Find exports whose job no longer exists."""
    found = await find_due(resources, queries.STRANDED_EXPORTS, quiet=QUIET, limit=MOST)
    await hand_over(resources, GIVE_UP, "view_export_id", found)
