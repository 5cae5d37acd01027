"""SQL statements for staff's changes to the person their session is bound to."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from sqlalchemy import CursorResult, delete, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.domains.identity.models import LoginSession, User
from presence.http.events import recall

_UNLOCK = text("SELECT unlock_login(:email)")


async def unlock_login(session: AsyncSession, email: str) -> int:
    """Delete the attempts on an account; returns how many there were."""
    return int((await session.execute(_UNLOCK, {"email": email})).scalar_one())


async def end_all_sessions(session: AsyncSession, user_id: UUID) -> int:
    """End every session of the bound person; returns how many there were."""
    statement = delete(LoginSession).where(LoginSession.user_id == user_id)
    ended = cast("CursorResult[Any]", await session.execute(statement)).rowcount
    await recall(session, user_id)
    return ended


async def end_impersonation(session: AsyncSession, impersonation_id: UUID) -> None:
    """End the session in which staff act as the bound person."""
    same = LoginSession.impersonation_id == impersonation_id
    await session.execute(delete(LoginSession).where(same))
    await recall(session, binding_of(session).user_id)


async def set_active(session: AsyncSession, user_id: UUID, *, active: bool) -> None:
    """Set whether the account can be used."""
    await session.execute(update(User).where(User.id == user_id).values(is_active=active))
