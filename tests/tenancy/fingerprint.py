"""What a tenant's rows look like, so that a grid of calls can be shown to have changed none.

Invariant: every table that holds somebody's rows is in it, read from the catalogue; only the time
somebody was last seen may move without being noticed.
"""

from __future__ import annotations

from uuid import UUID

import asyncpg

from tests.tenancy.catalogue import scoped_tables
from tests.tenancy.kinds import USER_SCOPED, scope_of

_MAY_MOVE = ("last_seen_at", "last_active_at")
_MAY_MOVE_OF_A_KEY = ("last_used_at",)  # a key that was refused was used all the same
_WITH_COLUMN = """
SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relname = $1 AND a.attname = $2
"""
Fingerprint = dict[str, tuple[int, str]]


async def fingerprint(
    admin: asyncpg.Connection, workspaces: list[UUID], people: list[UUID]
) -> Fingerprint:
    """(how many rows, their checksum) of these workspaces and people, for each table."""
    parts = []
    for table in sorted(await scoped_tables(admin)):
        column = scope_of(table)
        if await admin.fetchval(_WITH_COLUMN, table, column) is None:
            continue  # of no tenant: reached through functions only
        moves = _MAY_MOVE + (_MAY_MOVE_OF_A_KEY if table == "api_key" else ())
        kept = "".join(f" - '{name}'" for name in moves)
        whose = "$2::uuid[]" if table in USER_SCOPED else "$1::uuid[]"
        parts.append(
            f"SELECT '{table}', count(*), coalesce(md5(string_agg(line, '' ORDER BY line)), '')"  # noqa: S608 - names of the catalogue
            f" FROM (SELECT (to_jsonb(t){kept})::text AS line FROM {table} t"
            f" WHERE t.{column} = ANY({whose})) lines"
        )
    rows = await admin.fetch(" UNION ALL ".join(parts), workspaces, people)
    return {row[0]: (row[1], row[2]) for row in rows}
