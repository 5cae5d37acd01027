"""Jobs of the brands slice."""

from __future__ import annotations

from uuid import UUID

from presence.domains.brands.service.managing import PURGE, is_due, purge_brand
from presence.domains.brands.service.plan_limits import FIT, fit_plan
from presence.jobs.context import JobContext, tenant_job
from presence.jobs.purging import erase_ahead


@tenant_job(PURGE)
async def purge(context: JobContext, brand_id: UUID) -> None:
    """Purge a deleted brand once its restore period has ended, what there is much of first."""
    async with context.transaction() as session:
        if not await is_due(session, brand_id):
            return
    await erase_ahead(context, brand_id)
    async with context.transaction() as session:
        await purge_brand(session, brand_id)


@tenant_job(FIT)
async def fit(context: JobContext) -> None:
    """Pause the brands that exceed the plan, and resume those that fit again."""
    async with context.transaction() as session:
        await fit_plan(session, context.resources.clock.now())
