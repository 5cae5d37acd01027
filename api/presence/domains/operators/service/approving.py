"""What two people must want: asked for by one, decided by another.

Invariant: a request is decided once, never by whoever asked; the database refuses that too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.operators.errors import not_yourself, nothing_there
from presence.domains.operators.models import Approval
from presence.domains.operators.queries import impersonations as queries

_WAITS = "Somebody asked for that already. It waits for approval."
_DECIDED = "This was decided already."


async def request_approval(
    session: AsyncSession, staff_id: UUID, asked: tuple[str, str, UUID, str], reason: str
) -> UUID:
    """Ask for (action, target, id of the subject, how to call it). Conflict while it waits."""
    action, target, subject_id, label = asked
    if await queries.waiting(session, action, target) is not None:
        raise Conflict(_WAITS)
    row = Approval(
        action=action,
        target=target,
        subject_id=subject_id,
        label=label[:200],
        reason=reason,
        requested_by=staff_id,
    )
    await queries.add(session, row)
    return row.id


async def decide(
    session: AsyncSession,
    key: UUID,
    staff_id: UUID,
    decision: Literal["approved", "rejected"],
    reason: str,
    now: datetime,
) -> Approval:
    """Approve or reject. NotFound, Conflict."""
    row = await queries.approval(session, key)
    if row is None:
        raise nothing_there()
    if row.requested_by == staff_id:
        raise not_yourself()
    if row.status != "waiting":
        raise Conflict(_DECIDED)
    row.status, row.decided_by, row.decided_at = decision, staff_id, now
    row.decision_reason = reason
    await session.flush()
    return row
