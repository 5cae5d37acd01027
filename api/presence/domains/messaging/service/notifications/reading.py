"""A member's own notifications and choices.

Invariant: row security shows members only their own rows, so nothing here names the member.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.domains.messaging.queries import notifications as queries
from presence.domains.messaging.schemas.notifications import Channel, Kind
from presence.domains.messaging.service.notifications.kinds import CHANNELS, KINDS, RULES
from presence.domains.workspaces.service import decide_permitted

Matrix = dict[Kind, dict[Channel, bool]]


async def mark(session: AsyncSession, notification_id: UUID, now: datetime | None) -> None:
    """Mark one as read at `now`, or as unread with None. Raises NotFound."""
    if not await queries.mark(session, notification_id, now):
        raise NotFound("We could not find that notification.")


async def choices_of(session: AsyncSession, user_id: UUID, role: str | None) -> Matrix:
    """The kinds this role can receive, each with the state of every channel."""
    stored: Matrix = {}
    for kind in KINDS:
        if not decide_permitted(role, RULES[kind].audience):
            continue
        chosen = await queries.choices(session, kind)
        stored[kind] = {
            channel: chosen.get((user_id, channel), channel in RULES[kind].default)
            for channel in CHANNELS
        }
    return stored


async def choose(
    session: AsyncSession, user_id: UUID, wanted: Mapping[Kind, Mapping[Channel, bool]]
) -> None:
    """Store a member's choices, including those that equal the default."""
    rows = [
        {"user_id": user_id, "kind": kind, "channel": channel, "wanted": on}
        for kind, channels in wanted.items()
        for channel, on in channels.items()
    ]
    if rows:
        await queries.store_choices(session, rows)
