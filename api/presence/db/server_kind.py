"""Which servers and databases the product runs on; others are refused before any change."""

from __future__ import annotations

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.embedded_files import OLDEST_SERVER as OLDEST

_ENCODING = "UTF8"
_KIND = (
    "SELECT CAST(current_setting('server_version_num') AS integer) / 10000 AS major,"
    " pg_encoding_to_char(encoding) AS encoding FROM pg_database"
    " WHERE datname = current_database()"
)
_KIND_IN_A_SESSION = text(_KIND)


class ServerRefused(Exception):
    """The server or the database is of a kind that would fail later; one sentence."""


async def require_kind(connection: asyncpg.Connection) -> None:
    """Raise ServerRefused for a server that is too old or a database that is not UTF-8."""
    row = await connection.fetchrow(_KIND)
    _require(row["major"], row["encoding"])


async def require_kind_of(session: AsyncSession) -> None:
    """As `require_kind`, for a session."""
    row = (await session.execute(_KIND_IN_A_SESSION)).one()
    _require(row.major, row.encoding)


def _require(major: int, encoding: str) -> None:
    if major < OLDEST:  # guard: database.oldest
        raise ServerRefused(
            f"The server is PostgreSQL {major}, but Presence needs {OLDEST} or newer: upgrade it"
            " first."
        )
    if encoding != _ENCODING:  # guard: database.encoding
        raise ServerRefused(
            f"The database is encoded as {encoding}, which cannot hold every text: make another"
            " one, CREATE DATABASE presence ENCODING 'UTF8' TEMPLATE template0, and name it."
        )
