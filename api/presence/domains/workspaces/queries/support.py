"""SQL statements for staff's changes to the bound workspace."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.models import Workspace
from presence.domains.workspaces.support_models import SupportRequest


async def set_paused(session: AsyncSession, now: datetime | None) -> bool:
    """Pause from `now`, or resume; False if nothing changes."""
    other = Workspace.paused_at.is_(None) if now else Workspace.paused_at.is_not(None)
    statement = update(Workspace).where(other).values(paused_at=now).returning(Workspace.id)
    return (await session.execute(statement)).scalar() is not None


async def is_paused(session: AsyncSession) -> bool:
    """Whether staff paused the bound workspace."""
    return await session.scalar(select(Workspace.paused_at)) is not None


async def change_request(session: AsyncSession, key: UUID, **values: Any) -> None:
    """Update columns of a request."""
    await session.execute(update(SupportRequest).where(SupportRequest.id == key).values(**values))


async def request_by_id(session: AsyncSession, key: UUID) -> SupportRequest | None:
    """One request of the bound workspace."""
    statement = select(SupportRequest).where(SupportRequest.id == key)
    return (await session.execute(statement)).scalar_one_or_none()
