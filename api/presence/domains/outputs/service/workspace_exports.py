"""A workspace's data as a ZIP archive for support, made by a job and kept for a day.

Invariant: it holds what the workspace's owner would get of it in a copy of their own data, and who
belongs to it; support gets at it only through an address that is asked for with a reason.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from presence.adapters.objects import StoredObject, keep
from presence.core.ids import new_id
from presence.domains.outputs.queries import exports as queries
from presence.domains.outputs.service.archives import archive
from presence.domains.outputs.service.exports import workspace_document
from presence.domains.workspaces.service.members import list_members
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)
KEPT = timedelta(days=1)
_README = """This archive holds the data of one workspace.

workspace.json     the business, its brands, competitors and questions, and its activity, which
                   `presence verify-audit FILE` checks
members.json       who belongs to it, and as what

Times are in UTC (ISO 8601). The files are JSON in UTF-8.
"""


async def make_workspace_export(context: JobContext, export_id: UUID) -> None:
    """Collect and store. Safe to call again: one that is ready stays as it is."""
    async with context.transaction() as session:
        row = await queries.workspace_export(session, export_id)
    if row is None or row.status != "queued":
        return
    try:
        content = await _collect(context)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Export %s of a workspace failed.", export_id)
        async with context.transaction() as session:
            await queries.change_workspace_export(session, export_id, status="failed")
        return
    now, file_id = context.resources.clock.now(), new_id()
    until = now + KEPT
    async with context.transaction() as session:
        await keep(
            session, file_id, StoredObject("workspace.zip", "application/zip", content, until)
        )
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
    async with context.transaction() as session:
        files = {
            "workspace.json": await workspace_document(session, context.workspace_id, "owner"),
            "members.json": [asdict(member) for member in await list_members(session)],
        }
    return await archive(_README, files)
