"""The number of rows and a checksum of every table, to compare a copy with the original.

Order does not matter and nothing is sorted, so a table of any size can be checked.
"""

from __future__ import annotations

import asyncpg

TABLES = (
    "SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'"
    " AND relnamespace = 'public'::regnamespace ORDER BY 1"
)
_ROWS = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text FROM {} t"
Looked = dict[str, tuple[int, str]]


async def look_at(connection: asyncpg.Connection) -> Looked:
    """The counts and checksums as the connection's transaction sees them."""
    names = [row[0] for row in await connection.fetch(TABLES)]
    return {n: tuple(await connection.fetchrow(_ROWS.format(n))) for n in names}


def differing(expected: Looked, found: Looked) -> list[str]:
    """The names of tables that differ."""
    return sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))
