"""Row security is complete, and the check that says so names what opens a gap.

That it notices everything that can be taken away is in `test_catalogue_removals`.
"""

from __future__ import annotations

import asyncpg
import pytest

from tests.tenancy.catalogue import violations


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


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("CREATE TABLE secret (id uuid PRIMARY KEY)", "secret does not ENABLE"),
        ("ALTER TABLE business_info DISABLE ROW LEVEL SECURITY", "business_info does not ENABLE"),
        (
            "CREATE POLICY all_rows ON payments TO customer USING (true)",
            "all_rows opens it to customer",
        ),
        ("CREATE POLICY everybody ON payments USING (amount > 0)", "everybody is for"),
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
        (
            "ALTER POLICY colleague ON users USING (EXISTS (SELECT FROM membership m"
            " WHERE m.user_id = users.id))",
            "users: policy colleague opens it to customer",
        ),
        ("ALTER POLICY member ON notification USING (true)", "member opens it to customer"),
        ("DROP POLICY member ON notification", "notification lacks its policy member"),
        ("CREATE POLICY few ON plans TO customer USING (id > 0)", "plans is global and has"),
        ("CREATE POLICY own ON payments TO owner USING (amount > 0)", "policy own is for"),
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
        (
            "GRANT EXECUTE ON FUNCTION find_user(text) TO PUBLIC",
            "find_user(text): =X/resolver is too",
        ),
        ("ALTER TABLE users OWNER TO customer", "users belongs to customer"),
        (
            "GRANT SELECT ON login_attempt TO customer",
            "login_attempt: customer=r/owner is too much",
        ),
        ("GRANT INSERT ON plans TO customer", "plans: customer=ar/owner is too much"),
        ("GRANT DELETE ON payments TO auditor", "payments: auditor=rd/owner is too much"),
        (
            "GRANT SELECT (token_hash) ON traffic_source TO auditor",
            "traffic_source.token_hash: auditor=r/owner is too much",
        ),
        ("GRANT SELECT ON traffic_upload_part TO auditor", "auditor=r/owner is too much"),
        ("REVOKE UPDATE ON run FROM customer", "run: customer=arwd/owner is missing"),
        ("REVOKE SELECT (url) ON endpoint FROM operator", "endpoint.url: operator=r/owner is miss"),
        ("GRANT SELECT (secret) ON endpoint TO operator", "endpoint.secret: operator=r/owner is t"),
        ("GRANT SELECT ON run TO customer WITH GRANT OPTION", "run: customer=ar*wd/owner is too"),
        ("CREATE ROLE other; GRANT SELECT ON run TO other", "run: other=r/owner is too much"),
        (
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO customer",
            "later objects are born with",
        ),
        ("GRANT owner TO customer", "role customer inherits"),
        (
            "GRANT CREATE ON SCHEMA public TO customer",
            "schema public: customer=UC/owner is too much",
        ),
        ("ALTER ROLE customer BYPASSRLS", "role customer is mightier"),
    ],
)
async def test_a_planted_gap_is_noticed(
    admin: asyncpg.Connection, statement: str, complaint: str
) -> None:
    assert any(complaint in said for said in await breach(admin, statement))
