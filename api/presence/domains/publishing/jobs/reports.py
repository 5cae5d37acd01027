"""Jobs and periodic tasks of reports."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from presence.domains.publishing.queries import artifacts as queries
from presence.domains.publishing.service.reports import report_job
from presence.domains.publishing.service.reports.requests import JOB
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

GIVE_UP, DROP = "reports.give_up", "reports.drop_file"
QUIET = timedelta(minutes=2)
MOST = 100


@tenant_job(JOB)
async def make(context: JobContext, report_id: UUID) -> None:
    """Create a report that somebody requested."""
    await report_job.make(context, report_id)


@tenant_job(GIVE_UP)
async def give_up(context: JobContext, report_id: UUID) -> None:
    """End a report that no worker is creating any more."""
    await report_job.fail(context, report_id)


@tenant_job(DROP)
async def drop_file(context: JobContext, file_id: UUID) -> None:
    """Remove an expired file."""
    await report_job.drop_file(context, file_id)


@periodic_task("reports.stranded")
async def stranded(resources: JobResources) -> None:
    """Find reports whose job no longer exists."""
    found = await find_due(resources, queries.STRANDED_REPORTS, quiet=QUIET, limit=MOST)
    await hand_over(resources, GIVE_UP, "report_id", found)


@periodic_task("reports.expired")
async def expired(resources: JobResources) -> None:
    """Find expired files."""
    found = await find_due(resources, queries.EXPIRED, now=resources.clock.now(), limit=MOST)
    await hand_over(resources, DROP, "file_id", found)
