"""Writing the audit log in the caller's own transaction, and reading it.

Invariant: an entry stands if and only if what it tells about was committed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.domains.audit import queries
from presence.domains.audit.models import AuditEntry
from presence.domains.audit.queries import Wanted as Wanted

# By what means the actor of the running request acts, when it is not a browser of their own.
acting_via: ContextVar[str | None] = ContextVar("acting_via", default=None)
_NAME = text(
    "SELECT left(first_name || ' ' || last_name, 210) FROM users WHERE id = CAST(:actor AS uuid)"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; `via` is set when the actor acted through an API key."""

    id: UUID
    created_at: datetime
    actor_id: UUID | None
    actor_name: str | None
    on_behalf_of: UUID | None
    via: str | None
    action: str
    target: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


async def read_log(
    session: AsyncSession, wanted: Wanted, after: UUID | None, limit: int
) -> Sequence[Entry]:
    """Entries of the bound workspace, newest first, older than `after`."""
    return [
        Entry(
            id=row.id,
            created_at=row.created_at,
            actor_id=row.actor_id,
            actor_name=row.actor_name,
            on_behalf_of=row.on_behalf_of,
            via=row.via,
            action=row.action,
            target=row.target,
            before=row.before,
            after=row.after,
        )
        for row in await queries.entries(session, wanted, after, limit)
    ]


async def record(
    session: AsyncSession,
    action: str,
    target: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    actor_id: UUID | None = None,
    on_behalf_of: UUID | None = None,
) -> None:
    """Append one entry to the bound workspace's log; the actor is the bound user unless given.

    `action` is a dotted verb such as `subscription.granted`, `target` is `kind:id`. Values must be
    JSON. Secrets and page text do not belong here.
    """
    actor = actor_id or binding_of(session).user_id
    session.add(
        AuditEntry(
            actor_id=actor,
            actor_name=await session.scalar(_NAME, {"actor": actor}) if actor else None,
            on_behalf_of=on_behalf_of,
            via=acting_via.get(),
            action=action,
            target=target,
            before=dict(before) if before is not None else None,
            after=dict(after) if after is not None else None,
        )
    )
    await session.flush()
