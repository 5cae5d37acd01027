"""Row security is complete, and the check that says so notices every single gap."""

from __future__ import annotations

import asyncpg
import pytest

from tests.tenancy.catalogue import FOREIGN_KEYS, GLOBAL, POLICIES, STAFF, TABLES, violations


async def breach(admin: asyncpg.Connection, statement: str) -> list[str]:
    """What the check says while `statement` is in effect; the statement is undone."""
    transaction = admin.transaction()
    await transaction.start()
    try:
        await admin.execute(statement)
        return await violations(admin)
    finally:
        await transaction.rollback()


async def test_every_table_view_function_and_role_keeps_the_rules(
    admin: asyncpg.Connection,
) -> None:
    assert await violations(admin) == []


async def test_dropping_any_policy_is_noticed(admin: asyncpg.Connection) -> None:
    policies = await admin.fetch(POLICIES)
    unnoticed = [
        f"{row['policyname']} on {row['tablename']}"
        for row in policies
        if not await breach(admin, f"DROP POLICY {row['policyname']} ON {row['tablename']}")
    ]
    assert len(policies) > 20
    assert unnoticed == []


async def test_opening_any_table_to_staff_whoever_they_are_bound_to_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    tables = [r["relname"] for r in await admin.fetch(TABLES) if r["relname"] not in GLOBAL]
    opened = [
        f"CREATE POLICY wide ON {name} FOR {verb} TO operator {rule}"
        for name in tables
        if name not in STAFF
        for verb, rule in (("SELECT", "USING (true)"), ("INSERT", "WITH CHECK (true)"))
    ]
    assert len(opened) > 100
    assert [o for o in opened if not await breach(admin, o)] == []


async def test_taking_force_from_any_table_is_noticed(admin: asyncpg.Connection) -> None:
    forced = [row["relname"] for row in await admin.fetch(TABLES) if row["relforcerowsecurity"]]
    unnoticed = [
        name
        for name in forced
        if not await breach(admin, f"ALTER TABLE {name} NO FORCE ROW LEVEL SECURITY")
    ]
    assert unnoticed == []


async def test_dropping_or_loosening_any_key_between_tenants_is_noticed(
    admin: asyncpg.Connection,
) -> None:
    keys = [row for row in await admin.fetch(FOREIGN_KEYS) if "workspace_id" in row["here"]]
    unnoticed = [
        row["conname"]
        for row in keys
        if not await breach(admin, f"ALTER TABLE {row['source']} DROP CONSTRAINT {row['conname']}")
    ]
    assert len(keys) > 20
    assert unnoticed == []


async def test_a_right_beyond_what_a_table_allows_is_noticed_on_every_table(
    admin: asyncpg.Connection,
) -> None:
    tables = [row["relname"] for row in await admin.fetch(TABLES)]
    grants = [f"GRANT DELETE ON {name} TO auditor" for name in tables]
    grants += [f"GRANT TRUNCATE ON {name} TO customer" for name in tables]
    assert [g for g in grants if not await breach(admin, g)] == []


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("CREATE TABLE secret (id uuid PRIMARY KEY)", "secret does not ENABLE"),
        ("ALTER TABLE business_info DISABLE ROW LEVEL SECURITY", "business_info does not ENABLE"),
        ("CREATE POLICY all_rows ON payments TO customer USING (true)", "all_rows is open"),
        ("CREATE POLICY everybody ON payments USING (amount > 0)", "everybody is open"),
        ("CREATE POLICY all_staff ON payments TO operator USING (true)", "all_staff opens it"),
        (
            "CREATE POLICY all_staff ON run FOR DELETE TO operator USING (status <> '')",
            "all_staff opens it",
        ),
        (
            "ALTER POLICY operator_update ON subscriptions USING (true)",
            "operator_update opens it",
        ),
        (
            "ALTER POLICY tenant ON membership USING (true)",
            "membership has no policy with USING and WITH CHECK",
        ),
        ("ALTER TABLE payments ALTER workspace_id DROP DEFAULT", "not filled from the binding"),
        ("ALTER TABLE payments ALTER workspace_id DROP NOT NULL", "no workspace_id NOT NULL"),
        (
            "CREATE UNIQUE INDEX oracle ON business_info (business_name)",
            "unique key oracle tells",
        ),
        (
            "ALTER TABLE subscriptions ADD CONSTRAINT s UNIQUE (id);"
            " ALTER TABLE payments ADD CONSTRAINT loose FOREIGN KEY (subscription_id)"
            " REFERENCES subscriptions (id)",
            "foreign key loose accepts",
        ),
        ("CREATE VIEW peek AS SELECT * FROM business_info", "view peek does not run"),
        (
            "CREATE FUNCTION peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER"
            " AS 'SELECT count(*) FROM users'",
            "function peek() is not pinned",
        ),
        ("ALTER FUNCTION find_user(text) RESET search_path", "function find_user(text)"),
        ("GRANT EXECUTE ON FUNCTION find_user(text) TO PUBLIC", "function find_user(text)"),
        ("ALTER TABLE users OWNER TO customer", "users belongs to customer"),
        ("GRANT SELECT ON login_attempt TO customer", "login_attempt: customer may SELECT"),
        ("GRANT INSERT ON plans TO customer", "plans: customer may INSERT"),
        ("GRANT DELETE ON payments TO auditor", "payments: auditor may DELETE"),
        ("GRANT owner TO customer", "role customer inherits"),
        ("GRANT CREATE ON SCHEMA public TO customer", "role customer inherits"),
        ("ALTER ROLE customer BYPASSRLS", "role customer is mightier"),
    ],
)
async def test_a_planted_gap_is_noticed(
    admin: asyncpg.Connection, statement: str, complaint: str
) -> None:
    assert any(complaint in said for said in await breach(admin, statement))
