"""API keys of the bound workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Row, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.models import ApiKey
from presence.http.events import recall

_KEYS = text(
    "SELECT k.id, k.name, k.prefix, k.scope, k.every_workspace, k.expires_at, k.last_used_at,"
    " k.created_at, k.user_id, k.previous_until, u.first_name || ' ' || u.last_name AS made_by"
    " FROM api_key k JOIN users u ON u.id = k.user_id ORDER BY k.id DESC"
)


async def api_keys(session: AsyncSession) -> Sequence[Row[Any]]:
    """All keys with their creators, newest first."""
    return (await session.execute(_KEYS)).all()


async def count_keys(session: AsyncSession) -> int:
    """The number of keys."""
    return (await session.execute(select(func.count()).select_from(ApiKey))).scalar_one()


async def api_key(session: AsyncSession, key_id: UUID) -> ApiKey | None:
    """One key."""
    return (await session.execute(select(ApiKey).where(ApiKey.id == key_id))).scalar_one_or_none()


async def insert_key(session: AsyncSession, values: Mapping[str, Any]) -> None:
    """Store a key."""
    await session.execute(insert(ApiKey).values(**values))


async def update_key(session: AsyncSession, key_id: UUID, **values: Any) -> None:
    """Update columns of a key."""
    await session.execute(update(ApiKey).where(ApiKey.id == key_id).values(**values))


async def delete_key(session: AsyncSession, key_id: UUID) -> None:
    """Revoke a key permanently; streams opened with it end."""
    statement = delete(ApiKey).where(ApiKey.id == key_id).returning(ApiKey.user_id)
    await recall(session, (await session.execute(statement)).scalar_one_or_none())


async def recall_makers(session: AsyncSession) -> None:
    """Make streams opened with this workspace's keys, on any process, check their right again."""
    for maker in await session.scalars(select(ApiKey.user_id).distinct()):
        await recall(session, maker)
