"""Jobs of the brands slice."""

from __future__ import annotations

from uuid import UUID

from presence.domains.brands.service.managing import PURGE, purge_brand
from presence.domains.brands.service.plan_limits import FIT, fit_plan
from presence.jobs.context import JobContext, tenant_job


@tenant_job(PURGE)
async def purge(context: JobContext, brand_id: UUID) -> None:
    """Purge a deleted brand once its restore period has ended."""
    async with context.transaction() as session:
        await purge_brand(session, brand_id)


@tenant_job(FIT)
async def fit(context: JobContext) -> None:
    """Pause the brands that exceed the plan, and resume those that fit again."""
    async with context.transaction() as session:
        await fit_plan(session, context.resources.clock.now())
