"""Background work on traffic.

Invariant: a log that is not being added gets an end even when its own job was given up; one that is
being added is added to its end.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from presence.domains.traffic.queries import cleaning as cleaning_queries
from presence.domains.traffic.queries import uploads as upload_queries
from presence.domains.traffic.service import cleaning, dropping, reading, sources, uploads
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task
from presence.jobs.purging import ahead_of_purge

GIVE_UP = "traffic.give_up_upload"
QUIET = timedelta(minutes=2)
MOST = 200


@tenant_job(uploads.JOB)
async def read_upload(context: JobContext, upload_id: UUID) -> None:
    """Read a log and count its requests."""
    await reading.count_upload(context, upload_id)


@tenant_job(GIVE_UP)
async def give_up_upload(context: JobContext, upload_id: UUID) -> None:
    """Say that nobody is reading this log any more."""
    await reading.give_up(context, upload_id, reading.STRANDED)


@tenant_job(dropping.JOB)
async def drop_upload(context: JobContext, upload_id: UUID) -> None:
    """Delete the file of a log that was read, and everything of one that was given up."""
    await dropping.drop_upload(context, upload_id)


@tenant_job(sources.CLEAN)
async def clean(context: JobContext, source_id: UUID) -> None:
    """Delete what is kept no longer of a source, and all of one that was deleted."""
    await cleaning.clean(context, source_id)


@ahead_of_purge("traffic")
async def erase_traffic(context: JobContext, brand_id: UUID | None) -> None:
    """Erase the log sources and reports of a brand or of the whole workspace."""
    await dropping.drop_sources(context, brand_id)
    await dropping.drop_reports(context, brand_id)


@periodic_task("traffic.stranded")
async def stranded_uploads(resources: JobResources) -> None:
    """End logs whose job is gone."""
    found = await find_due(resources, upload_queries.STRANDED, quiet=QUIET, limit=MOST)
    await hand_over(resources, GIVE_UP, "upload_id", found)


@periodic_task("traffic.cleaning")
async def old_traffic(resources: JobResources) -> None:
    """Delete old rows of sources that were not cleaned lately."""
    found = await find_due(resources, cleaning_queries.TO_CLEAN, every=cleaning.EVERY, limit=MOST)
    await hand_over(resources, sources.CLEAN, "source_id", found, in_turn=True)
