"""Jobs that send messages to endpoints, and endpoints' summaries."""

from __future__ import annotations

from uuid import UUID

from presence.domains.messaging.queries.endpoints import DUE_DIGESTS
from presence.domains.messaging.service.endpoints.digesting import use_date
from presence.domains.messaging.service.endpoints.dispatcher import dispatch_deliveries
from presence.jobs.background_loops import background_loop
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

SUMMARIZE = "endpoint.summarize"
MOST = 100


@tenant_job(SUMMARIZE)
async def summarize(context: JobContext, endpoint_id: UUID) -> None:
    """Send the summary that is due."""
    await use_date(context, endpoint_id)


@periodic_task("endpoints.digests")
async def due_digests(resources: JobResources) -> None:
    """Find endpoints whose summary is due."""
    found = await find_due(resources, DUE_DIGESTS, now=resources.clock.now(), limit=MOST)
    await hand_over(resources, SUMMARIZE, "endpoint_id", found)


@background_loop("endpoints.deliveries")
async def deliveries(resources: JobResources) -> None:
    """Send the deliveries that are due."""
    await dispatch_deliveries(resources)
