"""Creates an export: reads page by page, writes to disk, stores the file in parts, notifies.

Invariant: between two pages the row is updated, which also detects that the export is no longer
wanted. The file, its export and the notification are one transaction: a job killed at any point
starts over and leaves one file.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from typing import IO, Any
from uuid import UUID

from presence.adapters import objects
from presence.adapters.objects import StoredObject, TooLarge
from presence.core.errors import AppError
from presence.core.ids import new_id
from presence.domains.publishing.models import ViewExport
from presence.domains.publishing.queries import artifacts as queries
from presence.domains.publishing.schemas.view_exports import ViewFilters
from presence.domains.publishing.service.artifacts import KEPT, OPEN
from presence.domains.publishing.service.view_exports.requests import sheets_of
from presence.domains.publishing.service.view_exports.sheets import (
    Read,
    SheetRequest,
    columns_of,
    pages,
    size_of,
)
from presence.domains.publishing.service.view_exports.writing import MEDIA_TYPES, writer_for
from presence.http.events import publish
from presence.jobs.context import JobContext
from presence.jobs.notify import EXPORT_READY, request_notice

log = logging.getLogger(__name__)

READY, FAILED = "export.ready", "export.failed"
_FAULT = "Making the export stopped because of a fault on our side. Please ask for it again."
_TOO_LARGE = "The export is larger than 512 MB. Choose fewer days, filters or a ZIP."


class _NotWanted(Exception):
    """The export was cancelled, or another worker ended it."""


async def make(context: JobContext, export_id: UUID) -> None:
    """Job `exports.make`. Safe to call again: an export that has ended is left unchanged."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        export = await queries.move(
            session, ViewExport, export_id, OPEN, status="running", started_at=now, done=0
        )
    if export is None:
        return
    try:
        with tempfile.TemporaryFile() as out:
            await _write(context, export, out)
            await _finish(context, export, out)
    except _NotWanted:
        return
    except TooLarge:
        await fail(context, export_id, _TOO_LARGE)
    except AppError as error:
        await fail(context, export_id, error.message)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Export %s failed.", export_id)
        await fail(context, export_id, _FAULT)


async def _write(context: JobContext, export: ViewExport, out: IO[bytes]) -> None:
    async def run(read: Read) -> Any:
        async with context.transaction() as session:
            return await read(session)

    filters = ViewFilters.model_validate(export.filters)
    wanted = SheetRequest(export.brand_id, filters, context.resources.clock.now(), run)
    names = sheets_of(export.resource)
    total = await size_of(names[0], wanted) if len(names) == 1 else None
    await _move_on(context, export.id, 0, total)
    writer, done = writer_for(export.format, out), 0
    for name in names:
        writer.begin(name, columns_of(name))
        async for page in pages(name, wanted):
            await asyncio.to_thread(writer.rows, page)
            done += len(page)
            await _move_on(context, export.id, done, total)
            if out.tell() > objects.MOST_BYTES_IN_PARTS:
                raise TooLarge(f"{out.tell()} bytes")
        writer.end()
    writer.close()


async def _move_on(context: JobContext, export_id: UUID, done: int, total: int | None) -> None:
    async with context.transaction() as session:
        row = await queries.move(
            session, ViewExport, export_id, ("running",), done=done, total=total
        )
    if row is None:
        raise _NotWanted


async def _finish(context: JobContext, export: ViewExport, out: IO[bytes]) -> None:
    now, file_id, size = context.resources.clock.now(), new_id(), out.tell()
    out.seek(0)
    async with context.transaction() as session:
        done = await queries.move(
            session,
            ViewExport,
            export.id,
            ("running",),
            status="ready",
            file_id=file_id,
            size=size,
            ready_at=now,
            expires_at=now + KEPT,
        )
        if done is None:
            return
        name = f"{export.resource}-{now:%Y-%m-%d}-{export.id.hex[-8:]}.{export.format}"
        file = StoredObject(name, MEDIA_TYPES[export.format], b"", now + KEPT, size)
        await objects.keep_in_parts(session, file_id, file, out)
        await request_notice(session, EXPORT_READY, export.id)
        data = {"exportId": str(export.id), "brandId": str(export.brand_id)}
        await publish(session, READY, {**data, "resource": export.resource})


async def fail(context: JobContext, export_id: UUID, reason: str = _FAULT) -> None:
    """End an export that cannot be created; one that has already ended is left unchanged."""
    async with context.transaction() as session:
        row = await queries.move(
            session, ViewExport, export_id, OPEN, status="failed", failure=reason
        )
        if row is not None:
            data = {"exportId": str(export_id), "brandId": str(row.brand_id), "reason": reason}
            await publish(session, FAILED, data)
