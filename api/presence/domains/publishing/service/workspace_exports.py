"""A workspace's data as a ZIP archive for support, made by a job and kept for a day.

Invariant: it holds what the workspace's owner would get in a copy of their own data, and its list
of members; support can access it only through an address that is requested with a reason.
"""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters.objects import StoredObject, TooLarge, keep_in_parts
from presence.core.ids import new_id
from presence.domains.publishing.queries import exports as queries
from presence.domains.publishing.service.archives import archive
from presence.domains.publishing.service.exports import workspace_files
from presence.domains.workspaces.service.members import list_members
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)
KEPT = timedelta(days=1)
_README = """This archive holds the data of one workspace.

workspace.json     the business, its brands, competitors and questions, and its activity; a long
                   one goes on in files of its own, workspace-activity-2.json and so on
members.json       who belongs to it, and as what

`presence verify-audit FILE` checks the activity in this archive: whether it is complete and as it
was written.

Times are in UTC (ISO 8601). The files are JSON in UTF-8.
"""


async def make_workspace_export(context: JobContext, export_id: UUID) -> None:
    """Collect and store the data. Safe to call again: a finished export is left unchanged."""
    async with context.transaction() as session:
        row = await queries.workspace_export(session, export_id)
    if row is None or row.status != "queued":
        return
    try:
        await _keep(context, export_id, await _collect(context))
    except TooLarge as error:
        log.error("Export %s of a workspace is larger than what is kept: %s.", export_id, error)
        await _fail(context, export_id)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Export %s of a workspace failed.", export_id)
        await _fail(context, export_id)


async def _fail(context: JobContext, export_id: UUID) -> None:
    async with context.transaction() as session:
        await queries.change_workspace_export(session, export_id, status="failed")


async def _keep(context: JobContext, export_id: UUID, content: bytes) -> None:
    now, file_id = context.resources.clock.now(), new_id()
    until = now + KEPT
    async with context.transaction() as session:
        file = StoredObject("workspace.zip", "application/zip", b"", until, len(content))
        await keep_in_parts(session, file_id, file, io.BytesIO(content))
        await queries.change_workspace_export(
            session,
            export_id,
            status="ready",
            file_id=file_id,
            size=len(content),
            ready_at=now,
            expires_at=until,
        )


async def _collect(context: JobContext) -> bytes:
    async def files(session: AsyncSession) -> AsyncIterator[tuple[str, Any]]:
        yield "members.json", await list_members(session)
        async for file in workspace_files(session, context.workspace_id, "owner", "workspace"):
            yield file

    async with context.transaction() as session:
        return await archive(_README, files(session))
