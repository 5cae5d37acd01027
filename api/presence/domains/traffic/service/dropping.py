"""Deletes files and counts that are not needed any more, however many, in short transactions.

Invariant: what is deleted is out of sight before; killed, the work goes on with what is left.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import TextClause
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.domains.traffic.queries import cleaning as queries
from presence.domains.traffic.queries import platform_reports, sources, uploads
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

JOB = "traffic.drop_upload"
_UNCOUNTED = ("failed", "cancelled")


async def request_dropping(session: AsyncSession, upload_id: UUID) -> None:
    """Have deleted what is not needed any more of an upload that was read or given up."""
    await enqueue(
        session, JOB, {"upload_id": upload_id}, workspace_id=binding_of(session).workspace_id
    )


async def drop_upload(context: JobContext, upload_id: UUID) -> None:
    """Job `traffic.drop_upload`. The file of a log that was read, everything of one given up."""
    async with context.transaction() as session:
        row = await uploads.find_upload(session, upload_id)
    if row is None or (row.status not in _UNCOUNTED and row.digest is None):
        return
    await until_none(context, queries.PARTS, upload=upload_id)
    if row.status in _UNCOUNTED:
        for statement in queries.UNCOUNTED:
            await until_none(context, statement, upload=upload_id)


async def drop_leftovers(context: JobContext, source_id: UUID) -> None:
    """The same for every upload of a source."""
    async with context.transaction() as session:
        left = await queries.with_leftovers(session, source_id)
    for upload_id in left:
        await drop_upload(context, upload_id)


async def drop_source(context: JobContext, source_id: UUID) -> None:
    """Everything of a deleted source, the source at last."""
    async with context.transaction() as session:
        uploaded = await queries.uploads_of(session, source_id)
    for statement in queries.OF_SOURCE:
        await until_none(context, statement, source=source_id)
    for upload_id in uploaded:
        for statement in (queries.PARTS, *queries.UNCOUNTED, queries.WRONG):
            await until_none(context, statement, upload=upload_id)
        async with context.transaction() as session:
            await uploads.delete_upload(session, upload_id)
    async with context.transaction() as session:
        await sources.delete_source(session, source_id)


async def drop_sources(context: JobContext, brand_id: UUID | None) -> None:
    """Every source of a brand, or of the workspace, that is about to be erased."""
    async with context.transaction() as session:
        found = await sources.every_source(session, brand_id)
    for source_id in found:
        async with context.transaction() as session:
            await sources.hide_source(session, source_id)
        await drop_source(context, source_id)


async def drop_reports(context: JobContext, brand_id: UUID | None) -> None:
    """Every report of a brand, or of the workspace, that is about to be erased, one at a time."""
    more = True
    while more:
        async with context.transaction() as session:
            more = await platform_reports.delete_any(session, brand_id)


async def until_none(context: JobContext, statement: TextClause, **values: object) -> None:
    """Delete some at a time until there are none."""
    more = True
    while more:
        async with context.transaction() as session:
            more = await queries.delete_some(session, statement, **values)
