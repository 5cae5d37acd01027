"""The slice's background jobs."""

from __future__ import annotations

from uuid import UUID

from presence.domains.visibility.service.execution import execute
from presence.domains.visibility.service.lifecycle import JOB
from presence.domains.visibility.service.rescoring import JOB as RESCORE
from presence.domains.visibility.service.rescoring import rescore
from presence.jobs.context import JobContext, tenant_job


@tenant_job(JOB)
async def run(context: JobContext, run_id: UUID) -> None:
    """Take a run from wherever it is to its end."""
    await execute(context, run_id)


@tenant_job(RESCORE)
async def read_again(context: JobContext, brand_id: UUID) -> None:
    """Read and score the brand's stored answers again where something changed."""
    await rescore(context, brand_id)
