"""Background jobs: an analysis from its start to its end, and scoring again.

Invariant: a job here may run twice, concurrently or in sequence, and does its work once.
"""

from __future__ import annotations

from uuid import UUID

from presence.domains.measurement.service.execution import execute
from presence.domains.measurement.service.rescoring import rescore
from presence.domains.results.service.requests import JOB as RESCORE
from presence.domains.runs.service.lifecycle import JOB
from presence.jobs.context import (
    JobContext,
    tenant_job,
)


@tenant_job(JOB)
async def run(context: JobContext, run_id: UUID) -> None:
    """Take a run from its current state to its end."""
    await execute(context, run_id)


@tenant_job(RESCORE)
async def read_again(context: JobContext, brand_id: UUID) -> None:
    """Extract and score the brand's stored answers again where something has changed."""
    await rescore(context, brand_id)
