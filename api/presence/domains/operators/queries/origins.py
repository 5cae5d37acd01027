"""SQL statements for who admitted whom, and which unused links depend on whom."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Staff, StaffOrigin

# A sign-in that was set up on the command line cuts earlier ties.
_TIES = text(
    "SELECT o.requested_by, o.staff_id, o.created_at FROM staff_origin o"
    " WHERE o.requested_by IS NOT NULL AND NOT EXISTS (SELECT FROM staff_origin c"
    " WHERE c.staff_id = o.staff_id AND c.requested_by IS NULL AND c.kind IN ('invited', 'reset')"
    " AND c.created_at > o.created_at)"
)
# The newest request for each admin whose link has not been used, if it depends on a person.
_UNUSED_LINKS = text(
    "SELECT s.id FROM staff s JOIN LATERAL (SELECT o.requested_by, o.approved_by"
    " FROM staff_origin o WHERE o.staff_id = s.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1)"
    " o ON true WHERE s.role = 'admin' AND s.status = 'invited'"
    " AND :person IN (o.requested_by, o.approved_by)"
)


async def ties(session: AsyncSession) -> list[tuple[UUID, UUID, datetime]]:
    """The requests that still count, as (who asked, for whose account, when)."""
    return [(row[0], row[1], row[2]) for row in await session.execute(_TIES)]


async def add(session: AsyncSession, row: StaffOrigin) -> None:
    """Store at whose request an account was admitted or promoted."""
    session.add(row)
    await session.flush()


async def withdraw_links(session: AsyncSession, person: UUID) -> None:
    """End the unused links of admins that this person requested or approved."""
    ids = list((await session.scalars(_UNUSED_LINKS, {"person": person})).all())
    statement = update(Staff).where(Staff.id.in_(ids))
    await session.execute(statement.values(invitation_id=None, invitation_hash=None))
