"""SQL statements for websites, documents and the files behind them.

Invariant: a deleted material appears in no list, count or text, only in what restores it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.ordering import Column, after_key, contains, ordered
from presence.domains.materials.models import Material, StoredFile

# Returns ids only: the function looks at all workspaces.
STRANDED = text("SELECT workspace_id, material_id FROM stranded_materials(:quiet, :limit)")
LIVING = Material.deleted_at.is_(None)
RECENT = timedelta(days=30)
UNDER_WAY = ("queued", "fetching", "analysing")

View = Literal["recent", "website", "document"]
_VIEWS: dict[View, ColumnElement[bool]] = {
    "recent": Material.created_at > func.now() - RECENT,
    "website": Material.kind == "website",
    "document": Material.kind == "document",
}
# Sort keys of a list; a material without a score sorts below all scores.
SORTS: dict[str, Column] = {
    "createdAt": Material.created_at,
    "name": func.lower(func.coalesce(func.nullif(Material.title, ""), Material.url, "")),
    "fit": func.coalesce(Material.audience_fit, -1),
}


@dataclass(frozen=True, slots=True)
class MaterialFilter:
    """Selects and sorts materials for a list; `sort` is a key of SORTS, "-" for descending."""

    view: View | None = None
    status: tuple[str, ...] = ()
    q: str = ""
    sort: str = "-createdAt"


async def store_file(session: AsyncSession, name: str, content_type: str, data: bytes) -> UUID:
    """The id of the file with this content, stored once per workspace."""
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


async def stored_file(session: AsyncSession, file_id: UUID) -> tuple[str, int] | None:
    """Name and size of a stored file."""
    statement = select(StoredFile.name, StoredFile.size).where(StoredFile.id == file_id)
    row = (await session.execute(statement)).one_or_none()
    return None if row is None else (row.name, row.size)


async def same(
    session: AsyncSession, brand_id: UUID, *, url: str | None = None, file_id: UUID | None = None
) -> Material | None:
    """The brand's material with this address or file, deleted or not; its row is locked."""
    which = Material.url == url if url is not None else Material.stored_file_id == file_id
    statement = select(Material).where(Material.brand_id == brand_id, which)
    return await session.scalar(statement.with_for_update())


async def find_material(
    session: AsyncSession, material_id: UUID, *, lock: bool = False
) -> Material | None:
    """A material that is not deleted; `lock` holds its row until the transaction ends."""
    statement = select(Material).where(Material.id == material_id, LIVING)
    return await session.scalar(statement.with_for_update() if lock else statement)


async def find_deleted(session: AsyncSession, material_id: UUID) -> Material | None:
    """A deleted material; its row is locked."""
    return await session.scalar(
        select(Material).where(Material.id == material_id, ~LIVING).with_for_update()
    )


async def primary(session: AsyncSession, brand_id: UUID, *, lock: bool = False) -> Material | None:
    """The material the brand was created from; `lock` holds its row until the transaction ends."""
    statement = select(Material).where(Material.brand_id == brand_id, Material.is_primary)
    return await session.scalar(statement.with_for_update() if lock else statement)


async def oldest_document(session: AsyncSession, brand_id: UUID) -> Material | None:
    """The document that was added first."""
    return await session.scalar(
        select(Material)
        .where(Material.brand_id == brand_id, Material.kind == "document", LIVING)
        .order_by(Material.id)
        .limit(1)
    )


async def page(
    session: AsyncSession, brand_id: UUID, chosen: MaterialFilter, after: UUID | None, limit: int
) -> Sequence[Material]:
    """Up to `limit` materials of a brand in the filter's order, starting after the given key."""
    column, down = SORTS[chosen.sort.removeprefix("-")], chosen.sort.startswith("-")
    statement = select(Material).where(_matching(brand_id, chosen)).limit(limit)
    if after is not None:
        statement = statement.where(after_key(column, Material.id, after, down=down))
    return (await session.scalars(ordered(statement, column, Material.id, down=down))).all()


async def count_of(session: AsyncSession, brand_id: UUID, chosen: MaterialFilter) -> int:
    """How many of the brand's materials match a filter."""
    statement = select(func.count()).select_from(Material).where(_matching(brand_id, chosen))
    return await session.scalar(statement) or 0


async def view_counts(session: AsyncSession, brand_id: UUID) -> dict[str, int]:
    """The number of the brand's materials per view of the list, and in `all`."""
    columns = [func.count().filter(test).label(name) for name, test in _VIEWS.items()]
    statement = select(func.count().label("all"), *columns)
    row = (await session.execute(statement.where(Material.brand_id == brand_id, LIVING))).one()
    return dict(row._mapping)


async def added(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime
) -> Sequence[Material]:
    """Materials added by people in [start, end), oldest first, without the brand's original one."""
    statement = select(Material).where(
        Material.brand_id == brand_id,
        Material.created_at >= start,
        Material.created_at < end,
        Material.deleted_at.is_(None),
        Material.is_primary.is_(False),
    )
    return (await session.execute(statement.order_by(Material.id))).scalars().all()


async def count(session: AsyncSession) -> int:
    """How many materials the workspace has."""
    return await session.scalar(select(func.count()).select_from(Material).where(LIVING)) or 0


async def texts(session: AsyncSession, brand_id: UUID) -> Sequence[Material]:
    """Documents and single pages of a brand that were read, oldest first."""
    statement = (
        select(Material)
        .where(Material.brand_id == brand_id, LIVING, Material.text.is_not(None))
        .order_by(Material.id)
    )
    return (await session.scalars(statement)).all()


async def update_material(
    session: AsyncSession, material_id: UUID, values: Mapping[str, Any]
) -> None:
    """Change columns of a material and record the time."""
    await session.execute(
        update(Material).where(Material.id == material_id).values(**values, changed_at=func.now())
    )


async def purge(session: AsyncSession, material_id: UUID, age: timedelta) -> None:
    """Remove a material deleted at least `age` ago, and its file unless another one uses it."""
    file_id: UUID | None = await session.scalar(
        delete(Material)
        .where(Material.id == material_id, Material.deleted_at <= func.now() - age)
        .returning(Material.stored_file_id)
    )
    if file_id is not None:
        await drop_unused(session, file_id)


async def drop_unused(session: AsyncSession, file_id: UUID) -> None:
    """Remove a file that no material refers to."""
    used = exists().where(Material.stored_file_id == StoredFile.id)
    await session.execute(delete(StoredFile).where(StoredFile.id == file_id, ~used))


def _matching(brand_id: UUID, chosen: MaterialFilter) -> ColumnElement[bool]:
    tests: list[ColumnElement[bool]] = [Material.brand_id == brand_id, LIVING]
    if chosen.view is not None:
        tests.append(_VIEWS[chosen.view])
    if chosen.status:
        tests.append(Material.status.in_(chosen.status))
    if chosen.q:
        tests.append(contains(Material.title, chosen.q) | contains(Material.url, chosen.q))
    return and_(*tests)
