"""Support's operations on messages: switch endpoints, send again.

Invariant: the session is bound to the workspace, or for an e-mail to the person; what cannot be
done is refused with the reason, and nothing is sent here: the usual jobs do that.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.audit.service import record
from presence.domains.messaging.queries import console as queries
from presence.jobs.mail import send_later

OFF_REASON = "Switched off by support."
_OFF = "Nothing is sent there already: it is off."
_ON = "It is on already."
_WAITS = "It is waiting to be sent already."
_NOT_SENT_TO = "Switch the webhook on first: nothing is sent to one that is off."


async def disable_endpoint(session: AsyncSession, key: UUID) -> None:
    """Switch an endpoint off until somebody switches it on. Raises Conflict if it is off."""
    if not await queries.switch_endpoint(session, key, "disabled", OFF_REASON):
        raise Conflict(_OFF)
    await record(session, "webhook.disabled", f"webhook:{key}")


async def enable_endpoint(session: AsyncSession, key: UUID) -> None:
    """Switch an endpoint on again. Raises Conflict if it is on."""
    if not await queries.switch_endpoint(session, key, "active", ""):
        raise Conflict(_ON)
    await record(session, "webhook.enabled", f"webhook:{key}")


async def resend_message(
    session: AsyncSession, key: UUID, endpoint_status: str, now: datetime
) -> None:
    """Send the same message again, with the same id. Raises Conflict."""
    if endpoint_status != "active":
        raise Conflict(_NOT_SENT_TO)
    if not await queries.send_again(session, key, now):
        raise Conflict(_WAITS)
    await record(session, "webhook.resent", f"delivery:{key}")


async def resend_mail(session: AsyncSession, key: UUID, user_id: UUID) -> None:
    """Send the same e-mail again, rewritten, with the same Message-ID.

    Raises Conflict while it is waiting to be sent.
    """
    if not await queries.queue_mail(session, key):
        raise Conflict(_WAITS)
    await send_later(session, key, user_id)
