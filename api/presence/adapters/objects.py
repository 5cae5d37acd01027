"""Where files the product makes are kept until somebody fetches them: a table of the workspace.

Invariant: a file belongs to the workspace the session is bound to and does not exist any more once
its time is over. One that is made whole is at most `MOST_BYTES` long; a larger one is written and
read in parts of `PART_BYTES`, so nobody ever holds it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import IO
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

MOST_BYTES = 25 * 1024 * 1024
PART_BYTES = 1024 * 1024
MOST_BYTES_IN_PARTS = 512 * PART_BYTES

_KEEP = text(
    "INSERT INTO made_file (id, name, media_type, size, content, parts, expires_at)"
    " VALUES (:id, :name, :media_type, :size, :content, :parts, :expires_at)"
)
_KEEP_PART = text(
    "INSERT INTO made_file_part (file_id, number, content) VALUES (:id, :number, :content)"
)
_OPEN = text(
    "SELECT name, media_type, content, expires_at, size, parts FROM made_file"
    " WHERE id = :id AND expires_at > :now"
)
_PART = text("SELECT content FROM made_file_part WHERE file_id = :id AND number = :number")
_REMOVE = text("DELETE FROM made_file WHERE id = :id AND expires_at <= :now")


class TooLarge(Exception):
    """The file is larger than what is kept."""


@dataclass(frozen=True, slots=True)
class StoredObject:
    """A file with its content; with `parts` its content is empty and read by `part`."""

    name: str
    media_type: str
    content: bytes
    expires_at: datetime
    size: int = 0
    parts: int = 0


async def keep(session: AsyncSession, file_id: UUID, file: StoredObject) -> None:
    """Store under an id of the caller's choice. Raises TooLarge."""
    if len(file.content) > MOST_BYTES:  # guard: files.size
        raise TooLarge(f"{len(file.content)} bytes")
    await _insert(session, file_id, replace(file, size=len(file.content)))


async def keep_in_parts(
    session: AsyncSession, file_id: UUID, file: StoredObject, content: IO[bytes]
) -> None:
    """Store `file.size` bytes read from where `content` stands. Raises TooLarge."""
    if file.size > MOST_BYTES_IN_PARTS:  # guard: files.size-in-parts
        raise TooLarge(f"{file.size} bytes")
    await _insert(session, file_id, replace(file, parts=-(-file.size // PART_BYTES)))
    number = 0
    while piece := content.read(PART_BYTES):
        values = {"id": file_id, "number": number, "content": piece}
        await session.execute(_KEEP_PART, values)
        number += 1


async def _insert(session: AsyncSession, file_id: UUID, file: StoredObject) -> None:
    named = ("name", "media_type", "content", "expires_at", "size", "parts")
    values = {name: getattr(file, name) for name in named}
    await session.execute(_KEEP, {"id": file_id, **values})


async def fetch(session: AsyncSession, file_id: UUID, now: datetime) -> StoredObject | None:
    """The file; None if it does not exist or has expired."""
    row = (await session.execute(_OPEN, {"id": file_id, "now": now})).one_or_none()
    return None if row is None else StoredObject(*row)


async def part(session: AsyncSession, file_id: UUID, number: int) -> bytes:
    """One part of a file, from 0. Raises NoResultFound when it is gone."""
    return bytes((await session.execute(_PART, {"id": file_id, "number": number})).scalar_one())


async def remove_expired(session: AsyncSession, file_id: UUID, now: datetime) -> None:
    """Delete the file if it has expired."""
    await session.execute(_REMOVE, {"id": file_id, "now": now})
