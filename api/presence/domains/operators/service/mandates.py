"""Records on whose authority something is done to a staff account, and what depends on them.

Invariant: the unused links of admins end with the person who requested or approved them, in the
transaction that disables or resets that person or changes their role.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Staff, StaffOrigin
from presence.domains.operators.queries import origins
from presence.domains.operators.queries import staff as queries

Kind = Literal["invited", "reset", "promoted", "enabled"]


@dataclass(frozen=True, slots=True)
class Mandate:
    """Who requested and who approved; nobody means the command line."""

    requested_by: UUID | None = None
    approved_by: UUID | None = None


COMMAND_LINE = Mandate()


async def remember(
    session: AsyncSession, row: Staff, kind: Kind, mandate: Mandate, now: datetime
) -> None:
    """Record on whose authority the account has its current rights."""
    row.power_since = now
    origin = StaffOrigin(
        staff_id=row.id,
        kind=kind,
        requested_by=mandate.requested_by,
        approved_by=mandate.approved_by,
        created_at=now,
    )
    await origins.add(session, origin)


async def withdraw_links(session: AsyncSession, row: Staff, now: datetime) -> None:
    """End the unused links that depend on somebody's authority."""
    row.power_since = now
    await session.flush()
    await origins.withdraw_links(session, row.id)


async def sign_out(session: AsyncSession, row: Staff) -> None:
    """End all sessions and links of an account, and forget its browsers."""
    row.invitation_id = row.invitation_hash = None
    await session.flush()
    await queries.end_sessions(session, row.id)
    await queries.forget_devices(session, row.id)
