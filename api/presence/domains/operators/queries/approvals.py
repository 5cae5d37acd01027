"""SQL statements for requests that need two people's consent."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Approval


async def add(session: AsyncSession, row: Approval) -> None:
    """Store a request."""
    session.add(row)
    await session.flush()


async def by_id(session: AsyncSession, key: UUID, *, locked: bool = False) -> Approval | None:
    """A request, freshly read; locked, so that it is decided only once."""
    statement = select(Approval).where(Approval.id == key)
    statement = statement.execution_options(populate_existing=True)
    if locked:
        statement = statement.with_for_update()
    return (await session.execute(statement)).scalar_one_or_none()


async def expire(session: AsyncSession, action: str, target: str, now: datetime) -> None:
    """Close an equal request that nobody decided in time."""
    same = (Approval.action == action, Approval.target == target, Approval.status == "waiting")
    statement = update(Approval).where(*same, Approval.expires_at <= now)
    await session.execute(statement.values(status="rejected", decided_at=now))


async def waiting(session: AsyncSession, action: str, target: str) -> Approval | None:
    """The equal request that is still pending."""
    same = (Approval.action == action, Approval.target == target, Approval.status == "waiting")
    return (await session.execute(select(Approval).where(*same))).scalar_one_or_none()
