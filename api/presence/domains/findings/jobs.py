"""The background job that checks a finding again."""

from __future__ import annotations

from uuid import UUID

from presence.domains.findings.service.recheck import JOB as RECHECK
from presence.domains.findings.service.recheck import recheck
from presence.jobs.context import (
    JobContext,
    tenant_job,
)


@tenant_job(RECHECK)
async def check_again(context: JobContext, recheck_id: UUID) -> None:
    """Check one technical finding again."""
    await recheck(context, recheck_id)
