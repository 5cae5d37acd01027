"""Internal notes by staff on any record, for colleagues."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import StaffNote
from presence.domains.operators.queries import impersonations as queries


async def add_note(session: AsyncSession, staff_id: UUID, target: str, text: str) -> UUID:
    """Add a note on `resource:id`."""
    row = StaffNote(staff_id=staff_id, target=target, text=text)
    await queries.add(session, row)
    return row.id
