"""Background jobs of what-if experiments."""

from __future__ import annotations

from uuid import UUID

from presence.domains.experiments.service.what_if import JOB as WHAT_IF
from presence.domains.experiments.service.what_if import VERIFY
from presence.domains.experiments.service.what_if_job import perform, verify
from presence.jobs.context import (
    JobContext,
    tenant_job,
)


@tenant_job(WHAT_IF)
async def what_if(context: JobContext, what_if_id: UUID) -> None:
    """Run a what-if experiment."""
    await perform(context, what_if_id)


@tenant_job(VERIFY)
async def verify_predictions(context: JobContext, run_id: UUID) -> None:
    """Compare predictions with the results of an analysis."""
    await verify(context, run_id)
