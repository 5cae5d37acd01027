"""A row in any table, whatever it needs, for as long as a transaction lasts.

Keys and checks are put aside, so that only rights and row security are left to refuse a
statement. Invariant: everything happens on one connection of the superuser and is rolled
back.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg

COLUMNS = """
SELECT a.attname::text AS name, format_type(a.atttypid, NULL) AS type,
  a.attnotnull AND NOT a.atthasdef AS needed,
  coalesce(information_schema._pg_char_max_length(a.atttypid, a.atttypmod), 32) AS room,
  has_column_privilege('operator', a.attrelid, a.attnum, 'UPDATE') AS changeable
FROM pg_attribute a
WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
  AND a.attgenerated = '' AND a.attidentity = ''
ORDER BY a.attnum
"""
CHECKS = "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'"
_VALUES = {
    "uuid": "gen_random_uuid()",
    "bytea": "sha256(gen_random_uuid()::text::bytea)",
    "jsonb": "'{}'",
    "boolean": "true",
    "date": "current_date",
    "timestamp with time zone": "now()",
}


def value_of(column: Mapping[str, Any]) -> str:
    """An expression of the column's type."""
    if column["type"].endswith("[]"):
        return "'{}'"
    if column["type"].startswith(("character", "text")):
        return f"left(md5(random()::text), {column['room']})"
    return _VALUES.get(column["type"], "1")


class Planted:
    """One table with a row of each of two owners, seen as the role `operator`."""

    def __init__(self, connection: asyncpg.Connection, table: str, scope: str) -> None:
        self._connection = connection
        self._table, self._scope = table, scope
        self._columns: list[Any] = []

    async def plant(self, *owners: UUID) -> None:
        """Put the table's checks aside and store a row of each."""
        self._columns = await self._connection.fetch(COLUMNS, self._table)
        for row in await self._connection.fetch(CHECKS, self._table):
            await self._connection.execute(
                f"ALTER TABLE {self._table} DROP CONSTRAINT {row['conname']}"
            )
        for owner in owners:
            await self._connection.execute(self._insertion(), owner)

    def _insertion(self) -> str:
        needed = {f'"{c["name"]}"': value_of(c) for c in self._columns if c["needed"]}
        if "staff_id" in {c["name"] for c in self._columns}:  # the log takes staff's entries only
            needed['"staff_id"'] = "gen_random_uuid()"
        needed[f'"{self._scope}"'] = "$1"
        return (
            f"INSERT INTO {self._table} ({', '.join(needed)})"  # noqa: S608 - names of the catalogue
            f" VALUES ({', '.join(needed.values())})"
        )

    async def insert(self, owner: UUID) -> int:
        """Store one more row; how many there are more. InsufficientPrivilegeError."""
        return _count(await self._connection.execute(self._insertion(), owner))

    async def update(self) -> int:
        """Set a column it may change, reading nothing; how many rows that changed."""
        column = next(c for c in self._columns if c["changeable"] and c["name"] != self._scope)
        statement = f"UPDATE {self._table} SET {column['name']} = {value_of(column)}"  # noqa: S608
        return _count(await self._connection.execute(statement))

    async def delete(self) -> int:
        """Delete whatever may be deleted; how many rows that were."""
        return _count(await self._connection.execute(f"DELETE FROM {self._table}"))  # noqa: S608

    async def owners(self) -> list[UUID]:
        """Whose rows are visible."""
        found = await self._connection.fetch(f"SELECT {self._scope} FROM {self._table}")  # noqa: S608
        return [row[0] for row in found]


def _count(status: str) -> int:
    return int(status.rpartition(" ")[2])


@asynccontextmanager
async def as_operator(
    connection: asyncpg.Connection, table: str, scope: str, *owners: UUID
) -> AsyncIterator[Planted]:
    """The table with a row of each owner, from here on as the role `operator`, bound to nobody."""
    transaction = connection.transaction()
    await transaction.start()
    try:
        await connection.execute("SET LOCAL session_replication_role = replica")
        planted = Planted(connection, table, scope)
        await planted.plant(*owners)
        await connection.execute("SET LOCAL ROLE operator")
        yield planted
    finally:
        await transaction.rollback()
