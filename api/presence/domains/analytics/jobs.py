"""The background job that compares what engines say with the facts of a brand."""

from __future__ import annotations

from uuid import UUID

from presence.domains.analytics.service.interpretations.cards import reinterpret
from presence.domains.analytics.service.interpretations.requests import JOB as INTERPRET
from presence.jobs.context import (
    JobContext,
    tenant_job,
)


@tenant_job(INTERPRET)
async def interpret_again(context: JobContext, brand_id: UUID) -> None:
    """Compare what engines say the brand is with its facts, audience and tone again."""
    await reinterpret(context, brand_id)
