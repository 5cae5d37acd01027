"""Background jobs: extracting and scoring again for support, reading answers ahead."""

from __future__ import annotations

from contextlib import suppress
from uuid import UUID

from presence.core.errors import AppError
from presence.domains.results.service import why_ahead
from presence.domains.results.service.requests import start_rescore
from presence.domains.runs.service import by_staff
from presence.jobs.context import (
    JobContext,
    tenant_job,
)


@tenant_job(by_staff.REPARSE)
async def reparse_for_staff(context: JobContext, brand_id: UUID) -> None:
    """Extract a brand's answers again on behalf of staff."""
    with suppress(AppError):
        async with context.transaction() as session:
            await start_rescore(session, brand_id)


@tenant_job(why_ahead.JOB)
async def read_ahead(context: JobContext, brand_id: UUID) -> None:
    """Read a brand's newest answers in the ways that explaining changes needs."""
    await why_ahead.read_ahead(context, brand_id)
