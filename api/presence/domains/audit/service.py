"""Writing the audit log in the caller's own transaction.

Invariant: an entry stands if and only if what it tells about was committed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.domains.audit.models import AuditEntry


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
    session.add(
        AuditEntry(
            actor_id=actor_id or binding_of(session).user_id,
            on_behalf_of=on_behalf_of,
            action=action,
            target=target,
            before=dict(before) if before is not None else None,
            after=dict(after) if after is not None else None,
        )
    )
    await session.flush()
