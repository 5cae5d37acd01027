"""SQL statements for share links."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import load_only

from presence.domains.publishing.models import ShareLink

_FIND = text("SELECT workspace_id, share_id FROM find_share_link(:hash)")


def _live(now: datetime) -> tuple[ColumnElement[bool], ...]:
    unexpired = or_(ShareLink.expires_at.is_(None), ShareLink.expires_at > now)
    return ShareLink.revoked_at.is_(None), unexpired


async def insert(session: AsyncSession, row: ShareLink) -> None:
    """Store a link."""
    session.add(row)
    await session.flush()


async def place_of(session: AsyncSession, token_hash: bytes) -> Row[Any] | None:
    """(workspace_id, share_id) for a token."""
    return (await session.execute(_FIND, {"hash": token_hash})).one_or_none()


async def find_share(session: AsyncSession, share_id: UUID) -> ShareLink | None:
    """One link of the bound workspace."""
    statement = select(ShareLink).where(ShareLink.id == share_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def listed(
    session: AsyncSession, brand_id: UUID | None, limit: int, after: UUID | None
) -> Sequence[ShareLink]:
    """Links not revoked, newest first, of one brand if given, older than `after` if given."""
    statement = select(ShareLink).where(ShareLink.revoked_at.is_(None))
    if brand_id is not None:
        statement = statement.where(ShareLink.brand_id == brand_id)
    if after is not None:
        statement = statement.where(ShareLink.id < after)
    statement = statement.order_by(ShareLink.id.desc()).limit(limit)
    return (await session.execute(statement)).scalars().all()


async def count_live(session: AsyncSession, now: datetime, before: UUID | None = None) -> int:
    """How many links are neither revoked nor expired, older than `before` if given."""
    statement = select(func.count()).select_from(ShareLink).where(*_live(now))
    if before is not None:
        statement = statement.where(ShareLink.id < before)
    return (await session.execute(statement)).scalar_one()


async def update_share(
    session: AsyncSession, share_id: UUID, values: Mapping[str, Any]
) -> ShareLink | None:
    """Update columns of a link that is not revoked; returns the row."""
    statement = (
        update(ShareLink)
        .where(ShareLink.id == share_id, ShareLink.revoked_at.is_(None))
        .values(changed_at=func.now(), **values)
        .returning(ShareLink)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def live_of(
    session: AsyncSession, user_id: UUID, changed: Collection[UUID], now: datetime
) -> Sequence[ShareLink]:
    """Live links that a person created, or that are among `changed`.

    Returns their ids and names: what opens a link is not read, because staff must not see it.
    """
    theirs = or_(ShareLink.user_id == user_id, ShareLink.id.in_(changed))
    statement = select(ShareLink).where(theirs, *_live(now)).order_by(ShareLink.id.desc())
    named = load_only(ShareLink.id, ShareLink.name, raiseload=True)
    return (await session.scalars(statement.options(named))).all()


async def revoke(session: AsyncSession, share_id: UUID, now: datetime) -> None:
    """Revoke a link immediately and permanently."""
    values = {"revoked_at": now, "changed_at": func.now()}
    await session.execute(update(ShareLink).where(ShareLink.id == share_id).values(**values))


async def revoke_all(session: AsyncSession, now: datetime) -> Sequence[UUID]:
    """Revoke every link of the bound workspace; returns those that were not revoked before."""
    statement = update(ShareLink).where(ShareLink.revoked_at.is_(None)).values(revoked_at=now)
    return (await session.scalars(statement.returning(ShareLink.id))).all()


async def count_view(session: AsyncSession, share_id: UUID, now: datetime) -> None:
    """Count one more opening of the link."""
    views = {"views": ShareLink.views + 1, "last_viewed_at": now}
    await session.execute(update(ShareLink).where(ShareLink.id == share_id).values(**views))
