"""The slice's background jobs, and the periodic tasks that find work for them.

Invariant: a job here may run twice, concurrently or in sequence, and does its work once.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from uuid import UUID

from presence.core.errors import AppError
from presence.domains.identity.service.deletion import workspaces_of
from presence.domains.identity.service.dependencies import ADDRESS_CONFIRMED
from presence.domains.runs.queries import schedules
from presence.domains.runs.service import by_staff
from presence.domains.runs.service.held_engines import use_hold, wake
from presence.domains.runs.service.lifecycle import (
    cancel_run,
    end_stranded,
    retry_failed,
    start_run,
)
from presence.domains.runs.service.schedule.slots import reschedule_all, use_date
from presence.jobs.context import (
    AccountContext,
    JobContext,
    JobResources,
    account_job,
    tenant_job,
)
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

SCHEDULED, RESCHEDULE, STRANDED, HELD = (
    "visibility.scheduled",
    "visibility.reschedule",
    "visibility.stranded",
    "visibility.held",
)
QUIET = timedelta(minutes=1)  # a run is created with its job, so a younger one is not stranded
MOST = 500


@tenant_job(by_staff.CANCEL)
async def cancel_for_staff(context: JobContext, run_id: UUID) -> None:
    """End a run on behalf of staff; one that has ended meanwhile is left unchanged."""
    with suppress(AppError):
        async with context.transaction() as session:
            await cancel_run(session, run_id)


@tenant_job(by_staff.RETRY)
async def retry_for_staff(context: JobContext, run_id: UUID) -> None:
    """Retry a run's failed answers on behalf of staff."""
    with suppress(AppError):
        async with context.transaction() as session:
            await retry_failed(session, context.resources.settings, run_id)


@tenant_job(by_staff.RERUN)
async def rerun_for_staff(context: JobContext, brand_id: UUID) -> None:
    """Analyse a brand on behalf of staff, unless it is already being analysed."""
    with suppress(AppError):
        async with context.transaction() as session:
            await start_run(session, context.resources.settings, brand_id, "manual")


@tenant_job(SCHEDULED)
async def scheduled(context: JobContext, brand_id: UUID) -> None:
    """Start the brand's analysis that is due."""
    resources = context.resources
    async with context.transaction() as session:
        await use_date(session, resources.settings, brand_id, resources.clock.now())


@tenant_job(RESCHEDULE)
async def reschedule(context: JobContext) -> None:
    """Recompute the workspace's dates after a change of its plan or time zone."""
    resources = context.resources
    async with context.transaction() as session:
        await reschedule_all(session, resources.clock.now())
        await wake(session, resources.settings, resources.clock.now())


@tenant_job(HELD)
async def held(context: JobContext, brand_id: UUID) -> None:
    """Ask the engines that a first analysis held back, once that is due."""
    resources = context.resources
    async with context.transaction() as session:
        await use_hold(session, resources.settings, brand_id, resources.clock.now())


@account_job(ADDRESS_CONFIRMED)
async def address_confirmed(context: AccountContext) -> None:
    """Resume what waited for a person's address to be confirmed, in all their workspaces."""
    resources = context.resources
    async with context.transaction() as session:
        joined = await workspaces_of(session)
    for workspace_id, _, _ in joined:
        async with context.transaction(workspace_id) as session:
            await wake(session, resources.settings, resources.clock.now())


@tenant_job(STRANDED)
async def stranded(context: JobContext, run_id: UUID) -> None:
    """End a run whose job no longer exists."""
    async with context.transaction() as session:
        await end_stranded(session, run_id)


@periodic_task("visibility.due")
async def due(resources: JobResources) -> None:
    """Find brands whose analysis is due."""
    now = resources.clock.now()
    found = await find_due(resources, schedules.DUE, now=now, limit=MOST)
    await hand_over(resources, SCHEDULED, "brand_id", found)


@periodic_task("visibility.held")
async def held_back(resources: JobResources) -> None:
    """Find brands whose held engines have waited long enough."""
    now = resources.clock.now()
    found = await find_due(resources, schedules.HELD, now=now, limit=MOST)
    await hand_over(resources, HELD, "brand_id", found)


@periodic_task("visibility.stranded")
async def without_job(resources: JobResources) -> None:
    """Find runs that nothing else will end."""
    found = await find_due(resources, schedules.STRANDED, quiet=QUIET, limit=MOST)
    await hand_over(resources, STRANDED, "run_id", found)
