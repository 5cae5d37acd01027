"""Every policy, FORCE flag, key between tenants and grant, removed or loosened one after the other.

What is removed is read from the real database's catalogue, so whatever a migration adds is in it.
Each change is made in a transaction of its own, judged by the part of the check that is about such
things (`violations` is the sum of the parts), and rolled back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import asyncpg

from tests.tenancy.catalogue import scoped_tables, violations
from tests.tenancy.keys import FOREIGN_KEYS, foreign_keys_astray
from tests.tenancy.kinds import HIDDEN, STAFF
from tests.tenancy.policies import POLICIES, TABLES, policies_astray
from tests.tenancy.rights import functions_astray, relations_astray, whole_astray

Check = Callable[[asyncpg.Connection], Awaitable[list[str]]]

# One statement for every single letter of every access list, of whatever role it is.
GIVEN_ON_RELATIONS = """
SELECT format('REVOKE %s ON %s %I FROM %s', g.privilege_type,
  CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.relname,
  CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END)
FROM pg_class c, aclexplode(c.relacl) g
WHERE c.relnamespace = 'public'::regnamespace
"""
GIVEN_ON_COLUMNS = """
SELECT format('REVOKE %s (%I) ON %I FROM %I', g.privilege_type, a.attname, c.relname,
  pg_get_userbyid(g.grantee))
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) g
WHERE c.relnamespace = 'public'::regnamespace
"""
GIVEN_ON_FUNCTIONS = """
SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM %s', p.oid::regprocedure,
  CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END)
FROM pg_proc p
LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e',
  aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
WHERE p.pronamespace = 'public'::regnamespace AND d.objid IS NULL
"""
GIVEN_ON_THE_WHOLE = """
SELECT format('REVOKE %s ON SCHEMA public FROM %s', g.privilege_type,
  CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END)
FROM pg_namespace n, aclexplode(n.nspacl) g WHERE n.nspname = 'public'
UNION ALL SELECT format('REVOKE %I FROM %I', pg_get_userbyid(m.roleid), pg_get_userbyid(m.member))
FROM pg_auth_members m
WHERE pg_get_userbyid(m.member) IN ('owner', 'customer', 'operator', 'auditor', 'resolver')
"""
# For every relation and role, the first right it does not have.
LACKING_ON_RELATIONS = """
SELECT DISTINCT ON (c.oid, r.role) format('GRANT %s ON TABLE %I TO %s', v.verb, c.relname, r.role)
FROM pg_class c,
  unnest(ARRAY['customer', 'operator', 'auditor', 'resolver', 'PUBLIC']) r(role),
  unnest(ARRAY['SELECT', 'UPDATE', 'DELETE', 'INSERT', 'TRUNCATE', 'TRIGGER'])
    WITH ORDINALITY v(verb, n)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
  AND NOT EXISTS (SELECT FROM aclexplode(c.relacl) g WHERE g.privilege_type = v.verb
    AND CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(g.grantee) END = r.role)
ORDER BY c.oid, r.role, v.n
"""
LACKING_ON_FUNCTIONS = """
SELECT format('GRANT EXECUTE ON FUNCTION %s TO %s', p.oid::regprocedure, r.role)
FROM pg_proc p, unnest(ARRAY['customer', 'operator', 'auditor', 'PUBLIC']) r(role)
WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
  AND NOT EXISTS (SELECT FROM aclexplode(p.proacl) g
    WHERE CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(g.grantee) END = r.role)
"""


async def noticed(admin: asyncpg.Connection, statement: str, check: Check) -> bool:
    """Whether the check says anything while the statement is in effect; it is undone."""
    try:
        await admin.execute(f"BEGIN; {statement}")
        return bool(await check(admin))
    finally:
        await admin.execute("ROLLBACK")


async def unnoticed(
    admin: asyncpg.Connection, planted: Iterable[tuple[str, Check]], least: int
) -> list[str]:
    """The statements that the check passes over; at least so many must be tried."""
    tried = list(planted)
    assert len(tried) >= least
    return [statement for statement, check in tried if not await noticed(admin, statement, check)]


def about(table: str) -> Check:
    """The check of one table's policies."""
    return lambda admin: policies_astray(admin, table)


def between(source: str, scoped: set[str]) -> Check:
    """The check of the keys that lead from one table to others."""
    return lambda admin: foreign_keys_astray(admin, scoped, source)


async def every(admin: asyncpg.Connection, query: str, check: Check) -> list[tuple[str, Check]]:
    """Each statement a query writes."""
    return [(row[0], check) for row in await admin.fetch(query)]


async def test_the_parts_find_nothing_before_anything_is_removed(
    admin: asyncpg.Connection,
) -> None:
    """Else every removal would count as noticed."""
    assert await violations(admin) == []


async def test_every_policy_dropped_or_made_to_say_something_else_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    planted: list[tuple[str, Check]] = []
    for row in await admin.fetch(POLICIES, None):
        name, table = row["policyname"], row["tablename"]
        planted.append((f"DROP POLICY {name} ON {table}", about(table)))
        if {"customer", "operator"} & set(row["roles"]) and table not in STAFF:
            for part, said in (("USING", row["qual"]), ("WITH CHECK", row["with_check"])):
                if said not in (None, "true"):
                    wider = f"ALTER POLICY {name} ON {table} {part} ({said} OR now() IS NOT NULL)"
                    planted.append((wider, about(table)))
    assert await unnoticed(admin, planted, 550) == []


async def test_one_more_policy_that_lets_a_customer_in_is_noticed_on_every_table(
    admin: asyncpg.Connection,
) -> None:
    """None of them says `true`: it is not the word that opens a table."""
    planted = [
        (f"CREATE POLICY extra ON {name} AS PERMISSIVE FOR {rule}", about(name))
        for name in await scoped_tables(admin)
        for rule in (
            "SELECT TO customer USING (now() IS NOT NULL)",
            "INSERT TO auditor, customer WITH CHECK (now() IS NOT NULL)",
            "UPDATE TO PUBLIC USING (length(current_user) > 0)",
        )
    ]
    assert await unnoticed(admin, planted, 250) == []


async def test_one_more_policy_that_lets_staff_in_whoever_they_are_bound_to_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    planted = [
        (f"CREATE POLICY wide ON {name} FOR {verb} TO operator {rule}", about(name))
        for name in await scoped_tables(admin) - STAFF
        for verb, rule in (("SELECT", "USING (true)"), ("INSERT", "WITH CHECK (true)"))
    ]
    assert await unnoticed(admin, planted, 150) == []


async def test_taking_force_or_row_security_from_any_table_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    forced = [r["relname"] for r in await admin.fetch(TABLES, None) if r["relforcerowsecurity"]]
    planted = [
        (f"ALTER TABLE {name} {off} ROW LEVEL SECURITY", about(name))
        for name in forced
        for off in ("NO FORCE", "DISABLE")
    ]
    assert set(forced) >= HIDDEN
    assert await unnoticed(admin, planted, 180) == []


async def test_every_key_between_tables_dropped_or_loosened_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    """Loosened: one more that no longer carries the tenant, where the target allows it."""
    scoped, planted = await scoped_tables(admin), list[tuple[str, Check]]()
    for key in await admin.fetch(FOREIGN_KEYS, None):
        source, target = key["source"], key["target"]
        check = between(source, scoped)
        if not source.startswith("procrastinate_"):
            planted.append((f"ALTER TABLE {source} DROP CONSTRAINT {key['conname']}", check))
        pairs = dict(zip(key["there"], key["here"], strict=True))
        if pairs.keys() == {"workspace_id", "id"}:
            loose = f"FOREIGN KEY ({pairs['id']}) REFERENCES {target} (id) NOT VALID"
            planted.append((f"ALTER TABLE {source} ADD CONSTRAINT loose {loose}", check))
    assert await unnoticed(admin, planted, 250) == []


async def test_every_grant_of_every_role_revoked_in_turn_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    planted = await every(admin, GIVEN_ON_RELATIONS, relations_astray)
    planted += await every(admin, GIVEN_ON_COLUMNS, relations_astray)
    planted += await every(admin, GIVEN_ON_FUNCTIONS, functions_astray)
    planted += await every(admin, GIVEN_ON_THE_WHOLE, whole_astray)
    assert await unnoticed(admin, planted, 1_500) == []


async def test_one_more_grant_to_any_role_is_noticed_on_every_table_and_function(
    admin: asyncpg.Connection,
) -> None:
    planted = await every(admin, LACKING_ON_RELATIONS, relations_astray)
    planted += await every(admin, LACKING_ON_FUNCTIONS, functions_astray)
    assert await unnoticed(admin, planted, 600) == []
