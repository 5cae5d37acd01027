"""Every SQL statement of the materials slice; row security confines each to the workspace."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.materials.models import Material, SiteCheck, StoredFile

# Ids only: a function that looks at all workspaces.
STRANDED = text("SELECT workspace_id, check_id FROM stranded_checks(:quiet, :limit)")


async def store_file(session: AsyncSession, name: str, content_type: str, data: bytes) -> UUID:
    """Key of the file with this content, stored once per workspace."""
    digest = hashlib.sha256(data).digest()
    statement = insert(StoredFile).values(
        id=new_id(),
        name=name,
        content_type=content_type,
        size=len(data),
        sha256=digest,
        data=data,
    )
    await session.execute(
        statement.on_conflict_do_nothing(index_elements=["workspace_id", "sha256"])
    )
    key: UUID | None = await session.scalar(
        select(StoredFile.id).where(StoredFile.sha256 == digest)
    )
    if key is None:
        raise LookupError("A file just stored is not there.")
    return key


async def upsert_material(
    session: AsyncSession, values: Mapping[str, Any], *, unique: str, renewed: Sequence[str]
) -> UUID:
    """Insert a material, or renew the named columns of the one with the same `unique` column."""
    statement = insert(Material).values(id=new_id(), **values)
    key: UUID | None = await session.scalar(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "brand_id", unique],
            set_={name: statement.excluded[name] for name in renewed},
        ).returning(Material.id)
    )
    if key is None:
        raise LookupError("A material just stored is not there.")
    return key


async def count(session: AsyncSession) -> int:
    """How many materials the workspace has."""
    return await session.scalar(select(func.count()).select_from(Material)) or 0


async def brand_of(session: AsyncSession, material_id: UUID) -> UUID | None:
    """The brand of a material of this workspace."""
    found: UUID | None = await session.scalar(
        select(Material.brand_id).where(Material.id == material_id)
    )
    return found


async def documents(session: AsyncSession, brand_id: UUID) -> Sequence[Material]:
    """Documents of a brand that were read, oldest first."""
    statement = (
        select(Material)
        .where(
            Material.brand_id == brand_id, Material.kind == "document", Material.text.is_not(None)
        )
        .order_by(Material.id)
    )
    return (await session.scalars(statement)).all()


async def change(
    session: AsyncSession, brand_id: UUID, kind: str, values: Mapping[str, Any]
) -> None:
    """Change every material of one kind of a brand."""
    await session.execute(
        update(Material)
        .where(Material.brand_id == brand_id, Material.kind == kind)
        .values(**values)
    )


async def delete_website(session: AsyncSession, brand_id: UUID, url: str) -> None:
    """Remove the website with this address from a brand's materials."""
    await session.execute(
        delete(Material).where(
            Material.brand_id == brand_id, Material.kind == "website", Material.url == url
        )
    )


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
