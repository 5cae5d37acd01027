"""The console's role reads across tenants only while it is bound to nobody, writes only where it is
bound, and never sees what proves anything.
"""

from __future__ import annotations

from collections import defaultdict

import asyncpg
import pytest
import pytest_asyncio

from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand

# What it may change, and nothing else: each is needed by an action of the console.
WRITES = {
    "api_key": {"DELETE"},
    "approval": {"INSERT", "UPDATE", "DELETE"},
    "audit_log": {"INSERT"},
    "checkout": {"UPDATE"},
    "delivery": {"UPDATE"},
    "endpoint": {"UPDATE"},
    "engine_switch": {"INSERT", "UPDATE"},
    "engine_test": {"INSERT"},
    "feature_exception": {"INSERT", "UPDATE", "DELETE"},
    "feature_flag": {"UPDATE"},
    "impersonation": {"INSERT", "UPDATE", "DELETE"},
    "invitation": {"UPDATE"},
    "invitation_link": {"INSERT"},
    "limit_override": {"INSERT", "UPDATE", "DELETE"},
    "login_session": {"DELETE"},
    "mail": {"UPDATE"},
    "membership": {"UPDATE", "DELETE"},
    "one_time_token": {"INSERT", "DELETE"},
    "payments": {"INSERT", "UPDATE"},
    "plan_features": {"INSERT", "UPDATE"},
    "plan_standing": {"INSERT", "UPDATE"},
    "plans": {"INSERT", "UPDATE"},
    "procrastinate_events": {"INSERT", "UPDATE"},
    "procrastinate_jobs": {"INSERT", "UPDATE"},
    "report": {"UPDATE"},
    "run_event": {"INSERT", "DELETE"},
    "share_link": {"UPDATE"},
    "staff": {"INSERT", "UPDATE", "DELETE"},
    "staff_call": {"INSERT", "UPDATE", "DELETE"},
    "staff_identity": {"INSERT"},
    "staff_note": {"INSERT", "UPDATE", "DELETE"},
    "staff_session": {"INSERT", "UPDATE", "DELETE"},
    "stripe_customer": {"INSERT", "UPDATE"},
    "stripe_delivery": {"UPDATE"},
    "subscription_events": {"INSERT"},
    "subscriptions": {"INSERT", "UPDATE"},
    "support_request": {"UPDATE"},
    "users": {"UPDATE"},
    "view_export": {"UPDATE"},
    "workspace": {"UPDATE"},
    "workspace_export": {"INSERT"},
}
SECRET = {
    "users": "password_hash",
    "api_key": "key_hash",
    "login_session": "token_hash",
    "second_factor": "key",
    "one_time_token": "token_hash",
    "google_identity": "subject",
    "share_link": "token_hash",
    "endpoint": "secret",
}
CLOSED = ("engine_credential", "recovery_code", "login_challenge", "idempotency_key", "data_export")
GRANTED = """
SELECT c.relname, v.verb FROM pg_class c,
  unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) v(verb)
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND (has_table_privilege('operator', c.oid, v.verb) OR v.verb IN ('SELECT', 'INSERT', 'UPDATE')
    AND has_any_column_privilege('operator', c.oid, v.verb))
"""


@pytest_asyncio.fixture(scope="module")
async def tenants(database: Database) -> tuple[Tenant, Tenant]:
    """Two customers, each with a brand and a plan."""
    made = []
    for _ in range(2):
        tenant = await make_tenant(database)
        await make_brand(database, tenant)
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, 1, None)
        made.append(tenant)
    return made[0], made[1]


@pytest_asyncio.fixture
async def operator(place: Place) -> asyncpg.Connection:
    """A connection as the console's role."""
    return await asyncpg.connect(place.url("operator"))


async def test_it_may_do_what_is_listed_and_nothing_else(admin: asyncpg.Connection) -> None:
    granted: dict[str, set[str]] = defaultdict(set)
    for row in await admin.fetch(GRANTED):
        granted[row["relname"]].add(row["verb"])
    changing = {t: verbs - {"SELECT"} for t, verbs in granted.items() if verbs - {"SELECT"}}
    assert changing == WRITES
    assert not set(CLOSED) & set(granted)


@pytest.mark.parametrize(("table", "column"), SECRET.items())
async def test_it_never_reads_what_proves_who_somebody_is(
    operator: asyncpg.Connection, table: str, column: str
) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await operator.fetch(f"SELECT {column} FROM {table}")  # noqa: S608 - names of this file
    await operator.close()


async def test_bound_to_a_workspace_it_sees_no_other(
    admin: asyncpg.Connection, operator: asyncpg.Connection, tenants: tuple[Tenant, Tenant]
) -> None:
    mine, _ = tenants
    scoped = await admin.fetch(
        "SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
        " WHERE a.attname = 'workspace_id' AND c.relkind = 'r'"
        " AND has_column_privilege('operator', c.oid, a.attnum, 'SELECT')"
    )
    own_tables = {"impersonation", "login_session"}
    async with operator.transaction():
        await operator.execute(
            "SELECT set_config('app.workspace_id', $1, true)", str(mine.workspace_id)
        )
        seen = {
            row["relname"]: await operator.fetchval(
                f"SELECT count(*) FROM {row['relname']} WHERE workspace_id <> $1",  # noqa: S608
                mine.workspace_id,
            )
            for row in scoped
            if row["relname"] not in own_tables
        }
        assert await operator.fetchval("SELECT count(*) FROM workspace") == 1
    assert len(seen) > 20
    assert set(seen.values()) == {0}
    assert await operator.fetchval("SELECT count(*) FROM subscriptions") >= 2
    await operator.close()


@pytest.mark.parametrize("table", ["subscriptions", "workspace", "users", "membership"])
async def test_bound_to_nobody_it_changes_nothing(
    operator: asyncpg.Connection, tenants: tuple[Tenant, Tenant], table: str
) -> None:
    column = {"subscriptions": "status", "membership": "role"}.get(table, "id")
    column = {"users": "is_active"}.get(table, column)
    done = await operator.execute(f"UPDATE {table} SET {column} = {column}")  # noqa: S608
    assert done == "UPDATE 0"
    await operator.close()


async def test_an_entry_of_the_log_is_its_own_and_stays_as_it_is(
    operator: asyncpg.Connection, tenants: tuple[Tenant, Tenant]
) -> None:
    insert = (
        "INSERT INTO audit_log (id, workspace_id, action, target)"
        " VALUES (gen_random_uuid(), $1, 'x', 'y')"
    )
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await operator.execute(insert, tenants[0].workspace_id)
    for change in ("UPDATE audit_log SET action = 'z'", "DELETE FROM audit_log"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await operator.execute(change)
    await operator.close()
