"""Support's operations on files and links: revokes links, collects a workspace's data.

Invariant: the session is bound to the workspace; what cannot be done is refused with the reason,
and nothing is collected here: the usual job does that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.publishing.models import WorkspaceExport
from presence.domains.publishing.queries import console as queries
from presence.domains.workspaces.service import bound_workspace
from presence.jobs.queue import enqueue

EXPORT_JOB = "outputs.export_workspace"
_REVOKED = "This link was ended already."


@dataclass(slots=True)
class Collected:
    """The state of a workspace export, and its file once there is one."""

    status: str
    file_id: UUID | None
    expires_at: datetime | None


async def revoke_share(session: AsyncSession, key: UUID, now: datetime) -> None:
    """Revoke a link immediately and permanently. Raises Conflict if it is already revoked."""
    if not await queries.revoke_share(session, key, now):
        raise Conflict(_REVOKED)
    await record(session, "share.revoked", f"share:{key}")


async def request_workspace_export(session: AsyncSession, staff_id: UUID) -> UUID:
    """Queue the collection of all data of the bound workspace; returns the export's id."""
    row = WorkspaceExport(id=new_id(), staff_id=staff_id)
    session.add(row)
    await session.flush()
    await enqueue(session, EXPORT_JOB, {"export_id": row.id}, workspace_id=bound_workspace(session))
    return row.id
