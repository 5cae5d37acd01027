"""The slice's background jobs."""

from __future__ import annotations

from uuid import UUID

from presence.domains.engines.service import circuits, credentials, release_lost, trials, watch
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import periodic_task


@tenant_job(credentials.JOB)
async def check_key(context: JobContext, credential_id: UUID) -> None:
    """Test a workspace's key and store the result."""
    await credentials.check_credential(context, credential_id)


@tenant_job(trials.JOB)
async def test_engine(context: JobContext, test_id: UUID) -> None:
    """Ask an engine staff's test question."""
    await trials.run_test(context, test_id)


@tenant_job(watch.JOB)
async def watch_engine(context: JobContext, watch_id: UUID) -> None:
    """Ask an engine the day's canary questions and judge the day."""
    await watch.watch_day(context, watch_id)


@periodic_task("engines.watch")
async def begin_watching(resources: JobResources) -> None:
    """Have the engines on our own keys asked their canary questions, once a day."""
    await watch.plan_watch(resources)


@periodic_task("engines.circuits")
async def look_at_circuits(resources: JobResources) -> None:
    """Show which of our own keys are currently not used."""
    await circuits.show_circuits(resources)


@periodic_task("engines.spending")
async def give_back_lost(resources: JobResources) -> None:
    """Return to people and days what is held by runs that will never ask."""
    async with resources.database.transaction() as session:
        await release_lost(session, now=resources.clock.now())
