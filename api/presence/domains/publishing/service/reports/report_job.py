"""Creates a report: gathers, lays out, stores the file, notifies.

Invariant: the file, its report and the notification are one transaction, which runs only while the
report is still wanted: a job killed at any point is repeated and leaves one file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from uuid import UUID

from presence.adapters import objects
from presence.adapters.objects import StoredObject, TooLarge
from presence.core import metrics
from presence.core.errors import AppError
from presence.core.ids import new_id
from presence.domains.publishing.models import Report
from presence.domains.publishing.queries import artifacts as queries
from presence.domains.publishing.service.artifacts import KEPT, OPEN
from presence.domains.publishing.service.briefs.content import gather_brief
from presence.domains.publishing.service.briefs.writing import write_brief
from presence.domains.publishing.service.reports.content import Content, gather
from presence.domains.publishing.service.reports.csv_files import write_csv
from presence.domains.publishing.service.reports.docx_files import write_docx
from presence.domains.publishing.service.reports.pdf import write_pdf
from presence.http.events import publish
from presence.jobs.context import JobContext
from presence.jobs.notify import REPORT_READY, request_notice

log = logging.getLogger(__name__)

READY, FAILED = "report.ready", "report.failed"
_FAULT = "Making the report stopped because of a fault on our side. Please try again."
_TOO_LARGE = "The report is larger than 25 MB. Choose fewer sections or a shorter period."
_WRITERS = {"pdf": write_pdf, "docx": write_docx, "csv": write_csv}


async def make(context: JobContext, report_id: UUID) -> None:
    """Job `reports.make`. Safe to call again: a report that has ended is left unchanged."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        report = await queries.move(
            session, Report, report_id, OPEN, status="running", started_at=now
        )
    if report is None:
        return
    try:
        file = await _file(context, report)
        await _finish(context, report, file)
    except TooLarge:
        await fail(context, report_id, _TOO_LARGE)
    except AppError as error:
        await fail(context, report_id, error.message)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Report %s failed.", report_id)
        await fail(context, report_id, _FAULT)


async def _file(context: JobContext, report: Report) -> StoredObject:
    now, settings = context.resources.clock.now(), context.resources.settings
    write: Callable[[], tuple[str, str, bytes]]
    async with context.transaction() as session:
        if report.gap_id is not None:
            brief = await gather_brief(session, report, now, settings.http.origin)
            write = partial(write_brief, brief)
        else:
            content: Content = await gather(session, report, now, settings.http.origin)
            write = partial(_WRITERS[report.format], content)
    name, media_type, made = await asyncio.to_thread(write)
    return StoredObject(name, media_type, made, now + KEPT)


async def _finish(context: JobContext, report: Report, file: StoredObject) -> None:
    file_id = new_id()
    async with context.transaction() as session:
        done = await queries.move(
            session,
            Report,
            report.id,
            ("running",),
            status="ready",
            file_id=file_id,
            size=len(file.content),
            ready_at=context.resources.clock.now(),
            expires_at=file.expires_at,
        )
        if done is None:
            return
        await objects.keep(session, file_id, file)
        await request_notice(session, REPORT_READY, report.id)
        data = {"reportId": str(report.id), "brandId": str(report.brand_id)}
        await publish(session, READY, {**data, "format": report.format})
    waited = context.resources.clock.now() - report.created_at
    metrics.report_duration.labels(report.format).observe(waited.total_seconds())
    metrics.reports.labels(report.format, "ready").inc()


async def fail(context: JobContext, report_id: UUID, reason: str = _FAULT) -> None:
    """End a report that cannot be created; one that has already ended is left unchanged."""
    async with context.transaction() as session:
        row = await queries.move(session, Report, report_id, OPEN, status="failed", failure=reason)
        if row is not None:
            data = {"reportId": str(report_id), "brandId": str(row.brand_id), "reason": reason}
            await publish(session, FAILED, data)
            metrics.reports.labels(row.format, "failed").inc()


async def drop_file(context: JobContext, file_id: UUID) -> None:
    """Remove an expired file."""
    async with context.transaction() as session:
        await objects.remove_expired(session, file_id, context.resources.clock.now())
