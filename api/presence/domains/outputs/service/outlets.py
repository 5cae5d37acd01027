"""Everything by which a workspace speaks to the outside: share links, webhooks, Slack.

Invariant: once closed, nothing of the bound workspace is shown or sent outside until a member
opens an outlet again. They belong to the workspace and outlast whoever made them, so whoever takes
a member out is told of theirs and may close them: those that person made, and those whose address,
secret or time they changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import record, targets_of
from presence.domains.outputs.queries import endpoints, shares

Kind = Literal["share-link", "webhook", "slack"]
_SHARE_CHANGES = ("share.changed",)
_ENDPOINT_CHANGES = ("webhook.changed", "webhook.rotated", "slack.changed")


@dataclass(frozen=True, slots=True)
class Outlet:
    """One way out of the workspace, by the name members gave it."""

    kind: Kind
    id: UUID
    name: str


async def close_outlets(session: AsyncSession, now: datetime) -> None:
    """Revoke every share link and switch off every endpoint, each with its audit entry."""
    for share_id in await shares.revoke_all(session, now):
        await record(session, "share.revoked", f"share:{share_id}")
    for endpoint_id in await endpoints.switch_off_all(session):
        await record(session, "webhook.disabled", f"webhook:{endpoint_id}")


async def outlets_of(session: AsyncSession, user_id: UUID, now: datetime) -> list[Outlet]:
    """What is open in the bound workspace because of one person: links first, newest first."""
    changed = await targets_of(session, user_id, *_SHARE_CHANGES)
    links = await shares.live_of(session, user_id, changed, now)
    changed = await targets_of(session, user_id, *_ENDPOINT_CHANGES)
    posted = await endpoints.active_of(session, user_id, changed)
    return [
        *(Outlet("share-link", row.id, row.name) for row in links),
        *(
            Outlet("slack" if row.kind == "slack" else "webhook", row.id, row.name)
            for row in posted
        ),
    ]


async def close_outlets_of(session: AsyncSession, user_id: UUID, now: datetime) -> list[Outlet]:
    """Close what `outlets_of` names, each with an audit entry that says whose it was; those."""
    found = await outlets_of(session, user_id, now)
    for outlet in found:
        told = {"name": outlet.name, "madeBy": str(user_id)}
        if outlet.kind == "share-link":
            await shares.revoke(session, outlet.id, now)
            await record(session, "share.revoked", f"share:{outlet.id}", after=told)
            continue
        await endpoints.update_endpoint(session, outlet.id, status="off")
        await endpoints.fail_waiting(session, outlet.id)
        await record(session, f"{outlet.kind}.disabled", f"{outlet.kind}:{outlet.id}", after=told)
    return found
