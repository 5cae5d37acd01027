"""The number of rows and a checksum of every table, to compare a copy with the original.

Order does not matter and nothing is sorted, so a table of any size can be checked. Compared is what
the connection's role may read: all of a table, or its columns without secrets.
"""

from __future__ import annotations

import asyncpg

TABLES = (
    "SELECT quote_ident(relname), coalesce(string_agg(quote_ident(attname), ', ' ORDER BY attnum)"
    " FILTER (WHERE has_column_privilege(c.oid, attnum, 'SELECT')), '')"
    " FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped"
    " WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace"
    " GROUP BY 1 ORDER BY 1"
)
_ROWS = (
    "SELECT count(*), coalesce(sum(hashtextextended(ROW({columns})::text, 0)::numeric), 0)::text"
    " FROM {table}"
)
Looked = dict[str, tuple[int, str]]


async def look_at(connection: asyncpg.Connection) -> Looked:
    """The counts and checksums as the connection's transaction sees them."""
    found: Looked = {}
    for table, columns in await connection.fetch(TABLES):
        statement = _ROWS.format(table=table, columns=columns)
        found[table] = tuple(await connection.fetchrow(statement))
    return found


def differing(expected: Looked, found: Looked) -> list[str]:
    """The names of tables that differ."""
    return sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))
