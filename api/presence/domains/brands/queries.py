"""Every SQL statement of the brands slice; row security confines each to the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import and_, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.brands.models import Brand, Competitor, Prompt

_LIVING = Brand.status != "deleted"
_ASKED = and_(Prompt.status == "active", Prompt.position.is_not(None))


async def find(session: AsyncSession, brand_id: UUID) -> Brand | None:
    """A brand that is not deleted."""
    return await session.scalar(select(Brand).where(Brand.id == brand_id, _LIVING))


async def find_primary(session: AsyncSession, *, lock: bool = False) -> Brand | None:
    """The workspace's primary brand; `lock` holds its row until the transaction ends."""
    statement = select(Brand).where(Brand.is_primary, _LIVING)
    return await session.scalar(statement.with_for_update() if lock else statement)


async def page(session: AsyncSession, after: UUID | None, limit: int) -> Sequence[Brand]:
    """Up to `limit` brands in the order they were created, those after a key."""
    statement = select(Brand).where(_LIVING).order_by(Brand.id).limit(limit)
    if after is not None:
        statement = statement.where(Brand.id > after)
    return (await session.scalars(statement)).all()


async def count(session: AsyncSession) -> int:
    """How many brands the workspace has, deleted ones not counted."""
    return await session.scalar(select(func.count()).select_from(Brand).where(_LIVING)) or 0


async def count_websites(session: AsyncSession) -> int:
    """How many of the workspace's brands have a website."""
    statement = (
        select(func.count()).select_from(Brand).where(_LIVING, Brand.website_url.is_not(None))
    )
    return await session.scalar(statement) or 0


async def count_tracked_competitors(session: AsyncSession) -> int:
    """How many competitors the workspace tracks, over all its brands."""
    statement = select(func.count()).select_from(Competitor).where(Competitor.status == "tracked")
    return await session.scalar(statement) or 0


async def count_active_prompts(session: AsyncSession) -> int:
    """How many prompts are asked, over all brands of the workspace."""
    statement = select(func.count()).select_from(Prompt).where(_ASKED)
    return await session.scalar(statement) or 0


async def tracked_competitors(session: AsyncSession, brand_id: UUID) -> Sequence[Competitor]:
    """Competitors the customer confirmed, oldest first."""
    statement = (
        select(Competitor)
        .where(Competitor.brand_id == brand_id, Competitor.status == "tracked")
        .order_by(Competitor.id)
    )
    return (await session.scalars(statement)).all()


async def active_prompts(session: AsyncSession, brand_id: UUID) -> Sequence[Prompt]:
    """Prompts that are asked, in the panel's order."""
    statement = (
        select(Prompt)
        .where(Prompt.brand_id == brand_id, Prompt.status == "active", Prompt.position.is_not(None))
        .order_by(Prompt.position)
        .execution_options(populate_existing=True)
    )
    return (await session.scalars(statement)).all()


async def upsert_prompts(
    session: AsyncSession, brand_id: UUID, prompts: Iterable[dict[str, Any]]
) -> None:
    """Store prompts by key; one the customer paused or deleted keeps that status."""
    rows = [{"id": new_id(), "brand_id": brand_id, **prompt} for prompt in prompts]
    if not rows:
        return
    statement = insert(Prompt).values(rows)
    renewed = {name: statement.excluded[name] for name in ("text", "topic", "position", "version")}
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "brand_id", "key"], set_=renewed
        )
    )


async def retire_prompts(session: AsyncSession, brand_id: UUID, kept: Iterable[str]) -> None:
    """Take prompts whose key is not among `kept` out of the panel."""
    await session.execute(
        update(Prompt)
        .where(Prompt.brand_id == brand_id, Prompt.key.not_in(list(kept)))
        .values(position=None)
    )
