"""Statements about looks at an address somebody typed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.materials.models import SiteCheck

# Ids only: a function that looks at all workspaces.
STRANDED = text("SELECT workspace_id, check_id FROM stranded_checks(:quiet, :limit)")


async def insert_check(session: AsyncSession, url: str) -> UUID:
    """Remember that somebody wants to know about `url`."""
    key = new_id()
    await session.execute(insert(SiteCheck).values(id=key, url=url))
    return key


async def find_check(session: AsyncSession, check_id: UUID) -> SiteCheck | None:
    """A site check of this workspace."""
    return await session.scalar(select(SiteCheck).where(SiteCheck.id == check_id))


async def recent_checks(session: AsyncSession, window: timedelta) -> int:
    """How many site checks the workspace asked for within `window`; older ones than a day go."""
    await session.execute(
        delete(SiteCheck).where(SiteCheck.created_at < func.now() - timedelta(days=1))
    )
    statement = (
        select(func.count())
        .select_from(SiteCheck)
        .where(SiteCheck.created_at > func.now() - window)
    )
    return await session.scalar(statement) or 0


async def finish_check(session: AsyncSession, check_id: UUID, result: Mapping[str, Any]) -> None:
    """Store what a site check found."""
    await session.execute(
        update(SiteCheck).where(SiteCheck.id == check_id).values(result=dict(result))
    )
