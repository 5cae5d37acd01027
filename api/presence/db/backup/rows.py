"""Rows and a checksum of every table, to tell whether a copy holds the same.

Order does not matter and nothing is sorted, so that a table of any size can be looked at.
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
    """As the transaction sees them."""
    names = [row[0] for row in await connection.fetch(TABLES)]
    return {n: tuple(await connection.fetchrow(_ROWS.format(n))) for n in names}


def differing(expected: Looked, found: Looked) -> list[str]:
    """Names of tables that are not the same in both."""
    return sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))
