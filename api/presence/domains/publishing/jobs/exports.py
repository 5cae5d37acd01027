"""The jobs that collect a person's or a workspace's data."""

from __future__ import annotations

from uuid import UUID

from presence.domains.publishing.service.exports import JOB, make_export
from presence.domains.publishing.service.support import EXPORT_JOB
from presence.domains.publishing.service.workspace_exports import make_workspace_export
from presence.jobs.context import AccountContext, JobContext, account_job, tenant_job


@account_job(JOB)
async def export_account(context: AccountContext, export_id: UUID) -> None:
    """Create the archive that somebody requested."""
    await make_export(context, export_id)


@tenant_job(EXPORT_JOB)
async def export_workspace(context: JobContext, export_id: UUID) -> None:
    """Create the archive that support requested."""
    await make_workspace_export(context, export_id)
