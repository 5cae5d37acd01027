"""Everything by which a workspace speaks to the outside: share links, webhooks, Slack.

Invariant: once closed, nothing of the bound workspace is shown or sent outside until a member
opens an outlet again.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import record
from presence.domains.outputs.queries import endpoints, shares


async def close_outlets(session: AsyncSession, now: datetime) -> None:
    """Revoke every share link and switch off every endpoint, each with its audit entry."""
    for share_id in await shares.revoke_all(session, now):
        await record(session, "share.revoked", f"share:{share_id}")
    for endpoint_id in await endpoints.switch_off_all(session):
        await record(session, "webhook.disabled", f"webhook:{endpoint_id}")
