"""The job that collects a person's data."""

from __future__ import annotations

from uuid import UUID

from presence.domains.outputs.service.exports import JOB, make_export
from presence.jobs.context import AccountContext, account_job


@account_job(JOB)
async def export_account(context: AccountContext, export_id: UUID) -> None:
    """Make the archive somebody asked for."""
    await make_export(context, export_id)
