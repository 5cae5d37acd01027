"""SQL of digests; row security shows a person's own rows only."""

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
    """People whose digest has to be looked at."""
    return list((await session.scalars(DUE, {"now": now, "limit": limit})).all())


async def locked(session: AsyncSession) -> Digest | None:
    """The bound person's row, kept from everybody else until the transaction ends."""
    statement = select(Digest).with_for_update().execution_options(populate_existing=True)
    return (await session.execute(statement)).scalar_one_or_none()


async def frequency(session: AsyncSession) -> str | None:
    """How often the bound person wants it; None before they have a row."""
    return await session.scalar(select(Digest.frequency))


async def insert(session: AsyncSession, **values: Any) -> None:
    """A person's row; the one that is there stays."""
    await session.execute(upsert(Digest).values(**values).on_conflict_do_nothing())


async def update_digest(session: AsyncSession, **values: Any) -> None:
    """Set columns of the bound person's row."""
    await session.execute(update(Digest).values(**values))


async def add_issue(session: AsyncSession, **values: Any) -> UUID | None:
    """A new issue's id; None when there is one of that slot."""
    statement = upsert(DigestIssue).values(**values).on_conflict_do_nothing()
    return (await session.execute(statement.returning(DigestIssue.id))).scalar_one_or_none()


async def issue(session: AsyncSession, issue_id: UUID) -> DigestIssue | None:
    """An issue of the bound person."""
    return await session.get(DigestIssue, issue_id)


async def count_tests(session: AsyncSession, since: datetime) -> int:
    """Test issues of the bound person."""
    statement = select(func.count()).where(DigestIssue.kind == "test", DigestIssue.slot > since)
    return (await session.execute(statement)).scalar_one()
