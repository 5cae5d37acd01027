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


async def recent_check(session: AsyncSession, url: str, within_s: float) -> UUID | None:
    """The workspace's newest check of `url` that is not older than `within_s` seconds."""
    return await session.scalar(
        select(SiteCheck.id)
        .where(
            SiteCheck.url == url, SiteCheck.created_at > func.now() - timedelta(seconds=within_s)
        )
        .order_by(SiteCheck.created_at.desc())
        .limit(1)
    )


async def forget_old(session: AsyncSession) -> None:
    """Delete the workspace's checks that are older than a day."""
    await session.execute(
        delete(SiteCheck).where(SiteCheck.created_at < func.now() - timedelta(days=1))
    )


async def finish_check(session: AsyncSession, check_id: UUID, result: Mapping[str, Any]) -> None:
    """Store what a site check found."""
    await session.execute(
        update(SiteCheck).where(SiteCheck.id == check_id).values(result=dict(result))
    )
