"""SQL statements for digests; row security restricts them to the person's own rows."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.messaging.models import Digest, DigestIssue

DUE = text("SELECT due_digests(:now, :limit)")


async def due(session: AsyncSession, now: datetime, limit: int) -> list[UUID]:
    """People whose digest needs to be checked."""
    return list((await session.scalars(DUE, {"now": now, "limit": limit})).all())


async def locked(session: AsyncSession) -> Digest | None:
    """The bound person's row, locked until the transaction ends."""
    statement = select(Digest).with_for_update().execution_options(populate_existing=True)
    return (await session.execute(statement)).scalar_one_or_none()


async def frequency(session: AsyncSession) -> str | None:
    """How often the bound person wants the digest; None before they have a row."""
    return await session.scalar(select(Digest.frequency))


async def insert(session: AsyncSession, **values: Any) -> None:
    """Store a person's row; an existing one is left unchanged."""
    await session.execute(upsert(Digest).values(**values).on_conflict_do_nothing())


async def update_digest(session: AsyncSession, **values: Any) -> None:
    """Update columns of the bound person's row."""
    await session.execute(update(Digest).values(**values))


async def add_issue(session: AsyncSession, **values: Any) -> UUID | None:
    """Store an issue and return its id; None if the slot already has one."""
    statement = upsert(DigestIssue).values(**values).on_conflict_do_nothing()
    return (await session.execute(statement.returning(DigestIssue.id))).scalar_one_or_none()


async def issue(session: AsyncSession, issue_id: UUID) -> DigestIssue | None:
    """An issue of the bound person."""
    return await session.get(DigestIssue, issue_id)


async def count_tests(session: AsyncSession, since: datetime) -> int:
    """The number of test issues of the bound person."""
    statement = select(func.count()).where(DigestIssue.kind == "test", DigestIssue.slot > since)
    return (await session.execute(statement)).scalar_one()
