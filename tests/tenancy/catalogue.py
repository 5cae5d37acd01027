"""What must hold for every table, view, function and role, read from PostgreSQL's own catalogue.

`violations` answers sentences; an empty list means row security is complete. It is the sum of
parts that can be asked for one table or one kind of thing alone: policies (`policies`), grants
(`rights`), keys (`keys`), and the columns, functions, views and roles that are judged here.
"""

from __future__ import annotations

import asyncpg

from tests.tenancy.keys import foreign_keys_astray, unique_keys_astray
from tests.tenancy.kinds import GLOBAL, HIDDEN, PARTLY_STAFF, TENANT_KEY, USER_SCOPED
from tests.tenancy.policies import TABLES, WORKSPACE_KEY, policies_astray
from tests.tenancy.rights import rights_astray

SCOPE_COLUMNS = """
SELECT c.relname, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) AS value
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
"""
OWNERS = """
SELECT relname, pg_get_userbyid(relowner) AS owner FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
"""
FUNCTIONS = """
SELECT p.oid::regprocedure::text AS name, pg_get_userbyid(p.proowner) AS owner, p.proconfig
FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
"""
VIEWS = """
SELECT c.relname, c.relkind::text, coalesce(c.reloptions, '{}') AS options
FROM pg_class c LEFT JOIN pg_depend d ON d.objid = c.oid AND d.deptype = 'e'
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm') AND d.objid IS NULL
"""
ROLES = """
SELECT r.rolname, r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb AS mighty
FROM pg_roles r WHERE r.rolname IN ('owner', 'customer', 'operator', 'auditor', 'resolver')
"""


async def violations(connection: asyncpg.Connection) -> list[str]:
    """Every breach of the rules, as sentences."""
    scoped = await scoped_tables(connection)
    return [
        *await policies_astray(connection),
        *await rights_astray(connection),
        *await _columns(connection, scoped),
        *await unique_keys_astray(connection, scoped),
        *await foreign_keys_astray(connection, scoped),
        *await _others(connection),
    ]


async def scoped_tables(connection: asyncpg.Connection) -> set[str]:
    """Every table that holds somebody's rows."""
    return {row["relname"] for row in await connection.fetch(TABLES, None)} - GLOBAL


async def _columns(connection: asyncpg.Connection, scoped: set[str]) -> list[str]:
    rows = {row["relname"]: row for row in await connection.fetch(SCOPE_COLUMNS)}
    found = []
    for name in sorted(scoped - set(USER_SCOPED) - set(TENANT_KEY) - HIDDEN):
        row = rows.get(name)
        if row is None or not (row["attnotnull"] or name in PARTLY_STAFF):
            found.append(f"{name} has no workspace_id NOT NULL")
        elif row["value"] is None or WORKSPACE_KEY not in row["value"]:
            found.append(f"{name}.workspace_id is not filled from the binding")
    return found


async def _others(connection: asyncpg.Connection) -> list[str]:
    found = [
        f"{row['relname']} belongs to {row['owner']}"
        for row in await connection.fetch(OWNERS)
        if row["owner"] != "owner"
    ]
    for row in await connection.fetch(FUNCTIONS):
        pinned = any(
            c.startswith("search_path=") and c.endswith("pg_temp") for c in row["proconfig"] or ()
        )
        if row["owner"] != "resolver" or not pinned:
            found.append(f"function {row['name']} is not pinned and resolver's")
    for row in await connection.fetch(VIEWS):
        if row["relkind"] == "m" or "security_invoker=true" not in row["options"]:
            found.append(f"view {row['relname']} does not run with its caller's rights")
    found += [
        f"role {row['rolname']} is mightier than it may be"
        for row in await connection.fetch(ROLES)
        if row["mighty"]
    ]
    return found
