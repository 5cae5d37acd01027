"""SQL statements for e-mails queued for staff, and for their recipients."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Staff, StaffMail


async def admins(session: AsyncSession) -> list[Staff]:
    """Every admin who can sign in."""
    statement = select(Staff).where(Staff.role == "admin", Staff.status == "active")
    return list((await session.scalars(statement.order_by(Staff.id))).all())


async def add(session: AsyncSession, row: StaffMail) -> None:
    """Store an e-mail that is to be sent."""
    session.add(row)
    await session.flush()


async def by_id(session: AsyncSession, mail_id: UUID) -> StaffMail | None:
    """An e-mail in its current state."""
    return await session.get(StaffMail, mail_id, populate_existing=True)


async def take_due(session: AsyncSession, now: datetime) -> StaffMail | None:
    """An e-mail that is due and that no other process is about to send; locked."""
    statement = (
        select(StaffMail)
        .where(StaffMail.status == "queued", StaffMail.next_at <= now)
        .order_by(StaffMail.next_at, StaffMail.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def update_mail(session: AsyncSession, mail_id: UUID, **values: Any) -> None:
    """Update columns of an e-mail."""
    await session.execute(update(StaffMail).where(StaffMail.id == mail_id).values(**values))
