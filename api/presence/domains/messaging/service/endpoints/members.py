"""Endpoints by member: what is open because of somebody, and closing one or all.

Invariant: once closed, nothing is sent until a member switches the endpoint on again; each closing
leaves an audit entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.service import record, targets_of
from presence.domains.messaging.queries import endpoints as queries

_CHANGES = ("webhook.changed", "webhook.rotated", "slack.changed")


@dataclass(frozen=True, slots=True)
class OpenEndpoint:
    """An endpoint that is on, with the name members gave it."""

    kind: Literal["webhook", "slack"]
    id: UUID
    name: str


async def close_all(session: AsyncSession) -> None:
    """Switch off every endpoint of the bound workspace."""
    for endpoint_id in await queries.switch_off_all(session):
        await record(session, "webhook.disabled", f"webhook:{endpoint_id}")


async def open_because_of(session: AsyncSession, user_id: UUID) -> list[OpenEndpoint]:
    """Endpoints a person created, or whose address, secret or time they changed, newest first."""
    changed = await targets_of(session, user_id, *_CHANGES)
    rows = await queries.active_of(session, user_id, changed)
    return [OpenEndpoint("slack" if r.kind == "slack" else "webhook", r.id, r.name) for r in rows]


async def close_endpoint(session: AsyncSession, endpoint: OpenEndpoint, maker: UUID) -> None:
    """Switch one off and drop what waits for it; the entry names its maker."""
    await queries.update_endpoint(session, endpoint.id, status="off")
    await queries.fail_waiting(session, endpoint.id)
    entry = {"name": endpoint.name, "madeBy": str(maker)}
    target = f"{endpoint.kind}:{endpoint.id}"
    await record(session, f"{endpoint.kind}.disabled", target, after=entry)
