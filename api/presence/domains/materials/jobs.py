"""Background work on materials."""

from __future__ import annotations

from uuid import UUID

from presence.core.errors import NotFound
from presence.domains.materials import site_checks
from presence.domains.materials.site_look import look
from presence.jobs.context import JobContext, tenant_job


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
    result = await look(check.url, context.resources.fetcher)
    async with context.transaction() as session:
        await site_checks.finish_check(session, check_id, result)
