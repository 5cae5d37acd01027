"""Engine keys of the workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.engines.models import Credential


async def credentials(session: AsyncSession) -> Sequence[Credential]:
    """Every key of the workspace."""
    return (await session.scalars(select(Credential).order_by(Credential.engine))).all()


async def credential(
    session: AsyncSession, engine: str, *, lock: bool = False
) -> Credential | None:
    """The workspace's key for one engine, locked for a change on request."""
    statement = select(Credential).where(Credential.engine == engine)
    return await session.scalar(statement.with_for_update() if lock else statement)


async def credential_by_id(session: AsyncSession, credential_id: UUID) -> Credential | None:
    """The workspace's key with this id; a replacement has a different one."""
    return await session.scalar(select(Credential).where(Credential.id == credential_id))


async def put_credential(session: AsyncSession, engine: str, values: Mapping[str, Any]) -> UUID:
    """Store or replace a key; returns its new id."""
    columns = {**values, "id": new_id()}
    statement = insert(Credential).values(engine=engine, **columns)
    stored: UUID | None = await session.scalar(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "engine"],
            set_={**columns, "updated_at": func.now()},
        ).returning(Credential.id)
    )
    if stored is None:
        raise LookupError("A key just stored is not there.")
    return stored


async def delete_credential(session: AsyncSession, engine: str) -> bool:
    """Delete a key; False if there was none."""
    gone = await session.scalar(
        delete(Credential).where(Credential.engine == engine).returning(Credential.engine)
    )
    return gone is not None


async def count_check(session: AsyncSession, row: Credential, window: timedelta) -> int:
    """Count one more test of a locked key; returns the number within the window, including it."""
    now = await session.scalar(select(func.now()))
    fresh = row.checks_since is None or now is None or row.checks_since + window < now
    row.checks = 1 if fresh else row.checks + 1
    row.checks_since = now if fresh else row.checks_since
    await session.flush()
    return row.checks
