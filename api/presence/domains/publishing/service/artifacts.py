"""What reports and view exports have in common: made by a job on request, kept as a file for a day.

Invariant: only an artifact that has not ended yet can be cancelled or ended; the second caller gets
an error.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound
from presence.db.tenancy import binding_of
from presence.domains.publishing.models import Report, ViewExport
from presence.domains.publishing.queries import artifacts as queries
from presence.domains.publishing.queries.artifacts import Artifact
from presence.jobs.queue import enqueue

KEPT = timedelta(hours=24)
OPEN = ("queued", "running")
_NAMES = {Report: "report", ViewExport: "export"}


async def one(session: AsyncSession, kind: type[Artifact], key: UUID) -> Artifact:
    """One of the bound workspace. Raises NotFound."""
    row = await queries.find_artifact(session, kind, key)
    if row is None:
        raise NotFound(f"We could not find that {_NAMES[kind]}.")
    return row


async def cancel(session: AsyncSession, kind: type[Artifact], key: UUID) -> Artifact:
    """Cancel one that is not ready yet; its job stops at the next step. Raises Conflict."""
    await one(session, kind, key)
    row = await queries.move(session, kind, key, OPEN, status="canceled")
    if row is None:
        raise Conflict(f"This {_NAMES[kind]} is not being made any more.")
    return row


def status_of(row: Report | ViewExport, now: datetime) -> str:
    """Its status as shown to a member; an expired file makes it an expired one."""
    over = row.status == "ready" and row.expires_at is not None and row.expires_at <= now
    return "expired" if over else row.status


async def enqueue_making(session: AsyncSession, job: str, argument: str, key: UUID) -> None:
    """Queue the job that makes it, once."""
    workspace_id = binding_of(session).workspace_id
    unique = f"{job}:{key}"
    await enqueue(session, job, {argument: key}, workspace_id=workspace_id, unique=unique)
