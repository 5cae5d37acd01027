"""The slice's background jobs."""

from __future__ import annotations

from uuid import UUID

from presence.domains.engines.service import credentials, trials
from presence.jobs.context import JobContext, tenant_job


@tenant_job(credentials.JOB)
async def check_key(context: JobContext, credential_id: UUID) -> None:
    """Try a workspace's key and store what came of it."""
    await credentials.check_credential(context, credential_id)


@tenant_job(trials.JOB)
async def test_engine(context: JobContext, test_id: UUID) -> None:
    """Ask an engine staff's trial question."""
    await trials.run_test(context, test_id)
