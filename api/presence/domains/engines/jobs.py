"""The slice's background jobs."""

from __future__ import annotations

from uuid import UUID

from presence.domains.engines.service import circuits, credentials, release_lost, trials
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import sweep


@tenant_job(credentials.JOB)
async def check_key(context: JobContext, credential_id: UUID) -> None:
    """Try a workspace's key and store what came of it."""
    await credentials.check_credential(context, credential_id)


@tenant_job(trials.JOB)
async def test_engine(context: JobContext, test_id: UUID) -> None:
    """Ask an engine staff's trial question."""
    await trials.run_test(context, test_id)


@sweep("engines.circuits")
async def look_at_circuits(resources: JobResources) -> None:
    """Show which of our own keys are not asked at the moment."""
    await circuits.show_circuits(resources)


@sweep("engines.spending")
async def give_back_lost(resources: JobResources) -> None:
    """Give people and the day back what runs hold that will never ask."""
    async with resources.database.transaction() as session:
        await release_lost(session, now=resources.clock.now())
