"""SQL statements for impersonations and staff's notes."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Impersonation, StaffNote

_RUNNING = text(
    "SELECT i.id, i.workspace_id, w.name AS workspace_name, u.email AS user_email, i.mode,"
    " i.ends_at FROM impersonation i JOIN workspace w ON w.id = i.workspace_id"
    " JOIN users u ON u.id = i.user_id WHERE i.staff_id = :staff AND i.ended_at IS NULL"
    " AND i.started_at IS NOT NULL AND i.ends_at > :now ORDER BY i.id DESC LIMIT 1"
)
# Whether there is somebody to act as: an active member of a workspace that is not deleted.
_MEMBER = text(
    "SELECT u.email FROM membership m JOIN users u ON u.id = m.user_id AND u.is_active"
    " JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL"
    " WHERE m.user_id = :user AND w.id = :workspace"
)
# Owners of the bound workspace: row security hides all others.
_OWNERS = text("SELECT user_id FROM membership WHERE role = 'owner' ORDER BY user_id")
# In the driver's form: it is its own transaction and determines itself who is asking.
OF = "SELECT impersonation_of($1)"
_BEGIN = text("SELECT begin_impersonation(:link, :session, :token)")


async def running_of(session: AsyncSession, staff_id: UUID, now: datetime) -> Row[Any] | None:
    """The newest impersonation of a member of staff that has not ended."""
    return (await session.execute(_RUNNING, {"staff": staff_id, "now": now})).one_or_none()


async def member_email(session: AsyncSession, user_id: UUID, workspace_id: UUID) -> str | None:
    """E-mail of an active member; None if there is no such member."""
    found: str | None = await session.scalar(_MEMBER, {"user": user_id, "workspace": workspace_id})
    return found


async def owners(session: AsyncSession) -> list[UUID]:
    """The owners of the bound workspace."""
    return list((await session.scalars(_OWNERS)).all())


async def add(session: AsyncSession, row: Impersonation | StaffNote) -> None:
    """Store an impersonation."""
    session.add(row)
    await session.flush()


async def impersonation(session: AsyncSession, key: UUID) -> Impersonation | None:
    """One impersonation."""
    return await session.get(Impersonation, key)


async def end(session: AsyncSession, key: UUID, now: datetime) -> None:
    """End an impersonation."""
    statement = update(Impersonation).where(Impersonation.id == key)
    await session.execute(statement.values(ended_at=now, link_hash=None))


async def begin(
    session: AsyncSession, link: bytes, session_id: UUID, token: bytes
) -> datetime | None:
    """Consume a link and open the session; returns its end, None for an invalid link."""
    parameters = {"link": link, "session": session_id, "token": token}
    found: datetime | None = await session.scalar(_BEGIN, parameters)
    return found
