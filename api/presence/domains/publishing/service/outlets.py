"""All channels from a workspace to the outside: share links, webhooks, Slack.

Invariant: once closed, nothing of the bound workspace is shown or sent outside until a member opens
an outlet again. Outlets belong to the workspace and outlast whoever created them; when a member is
removed, the remover is shown theirs and may close them: those that the member created, and those
whose address, secret or time they changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import record, targets_of
from presence.domains.messaging.service.endpoints import members as endpoints
from presence.domains.publishing.queries import shares

Kind = Literal["share-link", "webhook", "slack"]
_SHARE_CHANGES = ("share.changed",)


@dataclass(frozen=True, slots=True)
class Outlet:
    """One outlet of the workspace, with the name members gave it."""

    kind: Kind
    id: UUID
    name: str


async def close_outlets(session: AsyncSession, now: datetime) -> None:
    """Revoke every share link and switch off every endpoint, each with an audit entry."""
    for share_id in await shares.revoke_all(session, now):
        await record(session, "share.revoked", f"share:{share_id}")
    await endpoints.close_all(session)


async def outlets_of(session: AsyncSession, user_id: UUID, now: datetime) -> list[Outlet]:
    """What is open in the bound workspace because of one person: links first, newest first."""
    changed = await targets_of(session, user_id, *_SHARE_CHANGES)
    links = await shares.live_of(session, user_id, changed, now)
    posted = await endpoints.open_because_of(session, user_id)
    return [
        *(Outlet("share-link", row.id, row.name) for row in links),
        *(Outlet(row.kind, row.id, row.name) for row in posted),
    ]


async def close_outlets_of(session: AsyncSession, user_id: UUID, now: datetime) -> list[Outlet]:
    """Close what `outlets_of` returns, each with an audit entry naming its maker; returns them."""
    found = await outlets_of(session, user_id, now)
    for outlet in found:
        if outlet.kind == "share-link":
            await shares.revoke(session, outlet.id, now)
            entry = {"name": outlet.name, "madeBy": str(user_id)}
            await record(session, "share.revoked", f"share:{outlet.id}", after=entry)
        else:
            endpoint = endpoints.OpenEndpoint(outlet.kind, outlet.id, outlet.name)
            await endpoints.close_endpoint(session, endpoint, user_id)
    return found
