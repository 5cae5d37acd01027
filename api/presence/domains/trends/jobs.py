"""The slice's background jobs."""

from __future__ import annotations

from uuid import UUID

from presence.domains.trends.service import JOB, read
from presence.jobs.context import JobContext, tenant_job


@tenant_job(JOB)
async def read_searches(context: JobContext, reading_id: UUID) -> None:
    """Read trending queries out of recorded searches."""
    await read(context, reading_id)
