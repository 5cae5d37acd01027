"""Background work on materials.

Invariant: a site check gets a result, and a material an end, even when its own job was given up.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from presence.core.errors import NotFound
from presence.domains.materials import site_checks
from presence.domains.materials.queries import materials as material_queries
from presence.domains.materials.queries import site_checks as check_queries
from presence.domains.materials.service import analysing, managing
from presence.jobs.context import JobContext, JobResources, tenant_job
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

QUIET = timedelta(minutes=1)
MOST = 200


@tenant_job(site_checks.JOB)
async def check_site(context: JobContext, check_id: UUID) -> None:
    """Look at an address and store what was found; a check that is gone needs no look."""
    try:
        async with context.transaction() as session:
            check = await site_checks.read_check(session, check_id)
    except NotFound:
        return
    if check.result is not None:
        return
    result = await context.resources.sites.look(check.url)
    async with context.transaction() as session:
        await site_checks.finish_check(session, check_id, result)


@tenant_job(site_checks.GIVE_UP)
async def give_up_check(context: JobContext, check_id: UUID) -> None:
    """Say that nobody will look at this address any more."""
    async with context.transaction() as session:
        await site_checks.give_up_check(session, check_id)


@periodic_task("materials.stranded_checks")
async def stranded_checks(resources: JobResources) -> None:
    """End checks whose job is gone."""
    found = await find_due(resources, check_queries.STRANDED, quiet=QUIET, limit=MOST)
    await hand_over(resources, site_checks.GIVE_UP, "check_id", found)


@tenant_job(analysing.ANALYSE)
async def analyse(context: JobContext, material_id: UUID) -> None:
    """Read and assess a material."""
    await analysing.analyse(context, material_id)


@tenant_job(analysing.RATE_FIT)
async def rescore_materials(context: JobContext, brand_id: UUID) -> None:
    """Assess a brand's materials again against its audience and tone."""
    await analysing.rescore_brand(context, brand_id)


@tenant_job(analysing.GIVE_UP)
async def give_up(context: JobContext, material_id: UUID) -> None:
    """Say that nobody is analysing this material any more."""
    async with context.transaction() as session:
        await analysing.give_up(session, material_id)


@tenant_job(managing.PURGE)
async def purge(context: JobContext, material_id: UUID) -> None:
    """Remove a material whose time to be restored is over."""
    async with context.transaction() as session:
        await managing.purge_material(session, material_id)


@periodic_task("materials.stranded")
async def stranded_materials(resources: JobResources) -> None:
    """End work on materials whose job is gone."""
    found = await find_due(resources, material_queries.STRANDED, quiet=QUIET, limit=MOST)
    await hand_over(resources, analysing.GIVE_UP, "material_id", found)
