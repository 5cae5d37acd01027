"""Every channel from a workspace to the outside: share links, webhooks, Slack.

Invariant: once closed, nothing of the bound workspace is shown or sent outside until a member opens
a channel again. Channels belong to the workspace and outlive the membership of whoever created
them. When a member is removed, the remover sees the channels that the member created, and those
whose address, secret or time the member changed, and may close them.
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
class MemberChannel:
    """One channel of the workspace, with the name members gave it."""

    kind: Kind
    id: UUID
    name: str


async def close_all_channels(session: AsyncSession, now: datetime) -> None:
    """Revoke every share link and switch off every endpoint, each with an audit entry."""
    for share_id in await shares.revoke_all(session, now):
        await record(session, "share.revoked", f"share:{share_id}")
    await endpoints.close_all(session)


async def channels_of_member(
    session: AsyncSession, user_id: UUID, now: datetime
) -> list[MemberChannel]:
    """What is open in the bound workspace because of one person: links first, newest first."""
    changed = await targets_of(session, user_id, *_SHARE_CHANGES)
    links = await shares.live_of(session, user_id, changed, now)
    posted = await endpoints.open_because_of(session, user_id)
    return [
        *(MemberChannel("share-link", row.id, row.name) for row in links),
        *(MemberChannel(row.kind, row.id, row.name) for row in posted),
    ]


async def close_channels_of(
    session: AsyncSession, user_id: UUID, now: datetime
) -> list[MemberChannel]:
    """Close what `channels_of_member` returns, with an audit entry each; returns those channels."""
    found = await channels_of_member(session, user_id, now)
    for channel in found:
        if channel.kind == "share-link":
            await shares.revoke(session, channel.id, now)
            entry = {"name": channel.name, "madeBy": str(user_id)}
            await record(session, "share.revoked", f"share:{channel.id}", after=entry)
        else:
            endpoint = endpoints.OpenEndpoint(channel.kind, channel.id, channel.name)
            await endpoints.close_endpoint(session, endpoint, user_id)
    return found
