"""The slice's background jobs."""

from __future__ import annotations

from uuid import UUID

from presence.domains.visibility.service.execution import execute
from presence.domains.visibility.service.lifecycle import JOB
from presence.jobs.context import JobContext, tenant_job


@tenant_job(JOB)
async def run(context: JobContext, run_id: UUID) -> None:
    """Take a run from wherever it is to its end."""
    await execute(context, run_id)
