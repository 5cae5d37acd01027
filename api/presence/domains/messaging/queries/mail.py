"""SQL statements for the mail log; row security restricts them to the person's own e-mails."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.messaging.models import Mail


async def find_mail(session: AsyncSession, mail_id: UUID) -> Mail | None:
    """An e-mail of the bound person."""
    return (await session.execute(select(Mail).where(Mail.id == mail_id))).scalar_one_or_none()


async def update_mail(session: AsyncSession, mail_id: UUID, **values: Any) -> None:
    """Update columns of an e-mail."""
    await session.execute(update(Mail).where(Mail.id == mail_id).values(**values))
