"""What support does to what leaves a workspace: ends links, switches endpoints, sends again.

Invariant: the session is bound to the workspace, or for a mail to the person; what cannot be done
is refused with the reason, and nothing is sent here: the usual jobs do that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.outputs.models import WorkspaceExport
from presence.domains.outputs.queries import console as queries
from presence.domains.workspaces.service import bound_workspace
from presence.jobs.mail import send_later
from presence.jobs.queue import enqueue

EXPORT_JOB = "outputs.export_workspace"
OFF_REASON = "Switched off by support."
_REVOKED = "This link was ended already."
_OFF = "Nothing is sent there already: it is off."
_ON = "It is on already."
_WAITS = "It is waiting to be sent already."
_NOT_SENT_TO = "Switch the webhook on first: nothing is sent to one that is off."


@dataclass(slots=True)
class Collected:
    """What an export of a workspace has become; its file, once there is one."""

    status: str
    file_id: UUID | None
    expires_at: datetime | None


async def revoke_share(session: AsyncSession, key: UUID, now: datetime) -> None:
    """End a link at once and for good. Conflict when it was ended."""
    if not await queries.revoke_share(session, key, now):
        raise Conflict(_REVOKED)
    await record(session, "share.revoked", f"share:{key}")


async def disable_endpoint(session: AsyncSession, key: UUID) -> None:
    """Send nothing there until somebody switches it on. Conflict when it is so."""
    if not await queries.switch_endpoint(session, key, "disabled", OFF_REASON):
        raise Conflict(_OFF)
    await record(session, "webhook.disabled", f"webhook:{key}")


async def enable_endpoint(session: AsyncSession, key: UUID) -> None:
    """Send there again. Conflict when it is on."""
    if not await queries.switch_endpoint(session, key, "active", ""):
        raise Conflict(_ON)
    await record(session, "webhook.enabled", f"webhook:{key}")


async def resend_message(
    session: AsyncSession, key: UUID, endpoint_status: str, now: datetime
) -> None:
    """The same message again, under the same id. Conflict."""
    if endpoint_status != "active":
        raise Conflict(_NOT_SENT_TO)
    if not await queries.send_again(session, key, now):
        raise Conflict(_WAITS)
    await record(session, "webhook.resent", f"delivery:{key}")


async def resend_mail(session: AsyncSession, key: UUID, user_id: UUID) -> None:
    """The same letter again: written anew, under the same Message-ID. Conflict while it waits."""
    if not await queries.queue_mail(session, key):
        raise Conflict(_WAITS)
    await send_later(session, key, user_id)


async def request_workspace_export(session: AsyncSession, staff_id: UUID) -> UUID:
    """Have everything of the bound workspace collected; the export's id."""
    row = WorkspaceExport(id=new_id(), staff_id=staff_id)
    session.add(row)
    await session.flush()
    await enqueue(session, EXPORT_JOB, {"export_id": row.id}, workspace_id=bound_workspace(session))
    return row.id
