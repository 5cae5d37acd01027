"""Keys between tables: none accepts another tenant's row, and none tells that one exists."""

from __future__ import annotations

import asyncpg

from presence.migrations.registry import metadata
from tests.tenancy.kinds import HIDDEN, TENANT_KEY, USER_SCOPED

# A person is found by e-mail and a browser by its random token before any tenant is known.
# The last one holds for a person, not a workspace; its value is always the id of whoever asks.
GLOBAL_KEYS = {"uq_users_email", "uq_login_session_token_hash", "ix_workspace_example"}

UNIQUE_KEYS = """
SELECT t.relname, i.relname AS key, x.indisprimary,
  ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum ORDER BY k.n) AS columns,
  ARRAY(SELECT format_type(a.atttypid, NULL) FROM unnest(x.indkey) WITH ORDINALITY k(attnum, n)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum ORDER BY k.n) AS types
FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique
"""
FOREIGN_KEYS = """
SELECT o.conname::text AS conname, o.conrelid::regclass::text AS source,
  o.confrelid::regclass::text AS target,
  ARRAY(SELECT a.attname::text FROM unnest(o.conkey) WITH ORDINALITY k(num, n)
        JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.num ORDER BY n) AS here,
  ARRAY(SELECT a.attname::text FROM unnest(o.confkey) WITH ORDINALITY k(num, n)
        JOIN pg_attribute a ON a.attrelid = o.confrelid AND a.attnum = k.num ORDER BY n) AS there
FROM pg_constraint o
WHERE o.contype = 'f' AND o.connamespace = 'public'::regnamespace
  AND ($1::text IS NULL OR o.conrelid = $1::regclass)
"""


async def unique_keys_astray(connection: asyncpg.Connection, scoped: set[str]) -> list[str]:
    """Unique keys of tenant tables that do not begin with the tenant."""
    found = []
    for row in await connection.fetch(UNIQUE_KEYS):
        surrogate = row["indisprimary"] and row["columns"] == ["id"] and row["types"] == ["uuid"]
        tenant = row["relname"] in scoped - set(USER_SCOPED) - HIDDEN
        known = surrogate or row["key"] in GLOBAL_KEYS
        if tenant and not known and row["columns"][0] != "workspace_id":
            found.append(f"unique key {row['key']} tells that another tenant's row exists")
    return found


async def foreign_keys_astray(
    connection: asyncpg.Connection, scoped: set[str], source: str | None = None
) -> list[str]:
    """Foreign keys that are missing or do not carry the tenant: of all tables, or of one."""
    found = []
    tenants = scoped - set(USER_SCOPED) - HIDDEN - set(TENANT_KEY)
    missing = {key for key in _DECLARED if source in (None, key[0])}
    for row in await connection.fetch(FOREIGN_KEYS, source):
        pairs = set(zip(row["here"], row["there"], strict=True))
        missing.discard((row["source"], row["target"], frozenset(pairs)))
        if row["target"] in tenants and ("workspace_id", "workspace_id") not in pairs:
            found.append(f"foreign key {row['conname']} accepts another tenant's row")
    found += [
        f"{table} may point to rows of {target} that do not exist" for table, target, _ in missing
    ]
    return found


def _declared() -> frozenset[tuple[str, str, frozenset[tuple[str, str]]]]:
    """(table, target, column pairs) of every foreign key the models declare."""
    return frozenset(
        (
            table.name,
            key.referred_table.name,
            frozenset((e.parent.name, e.column.name) for e in key.elements),
        )
        for table in metadata.tables.values()
        for key in table.foreign_key_constraints
    )


_DECLARED = _declared()
