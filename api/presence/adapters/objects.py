"""Where files the product makes are kept until somebody fetches them: a table of the workspace.

Invariant: a file belongs to the workspace the session is bound to, is at most `MOST_BYTES` long
and does not exist any more once its time is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

MOST_BYTES = 25 * 1024 * 1024

_KEEP = text(
    "INSERT INTO made_file (id, name, media_type, size, content, expires_at)"
    " VALUES (:id, :name, :media_type, :size, :content, :expires_at)"
)
_OPEN = text(
    "SELECT name, media_type, content, expires_at FROM made_file"
    " WHERE id = :id AND expires_at > :now"
)
_REMOVE = text("DELETE FROM made_file WHERE id = :id AND expires_at <= :now")


class TooLarge(Exception):
    """The file is larger than what is kept."""


@dataclass(frozen=True, slots=True)
class StoredObject:
    """A file with its content."""

    name: str
    media_type: str
    content: bytes
    expires_at: datetime


async def keep(session: AsyncSession, file_id: UUID, file: StoredObject) -> None:
    """Store under an id of the caller's choice. Raises TooLarge."""
    if len(file.content) > MOST_BYTES:
        raise TooLarge(f"{len(file.content)} bytes")
    values = {"name": file.name, "media_type": file.media_type, "content": file.content}
    size = {"size": len(file.content), "expires_at": file.expires_at}
    await session.execute(_KEEP, {"id": file_id, **values, **size})


async def fetch(session: AsyncSession, file_id: UUID, now: datetime) -> StoredObject | None:
    """The file; None when there is none or its time is over."""
    row = (await session.execute(_OPEN, {"id": file_id, "now": now})).one_or_none()
    return None if row is None else StoredObject(*row)


async def remove_expired(session: AsyncSession, file_id: UUID, now: datetime) -> None:
    """Delete the file if its time is over."""
    await session.execute(_REMOVE, {"id": file_id, "now": now})
