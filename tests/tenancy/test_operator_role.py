"""The console's role has the rights that are listed, column by column, and never sees what proves
anything. Which rows it reaches with them is in `test_operator_reach`.
"""

from __future__ import annotations

from collections import defaultdict

import asyncpg
import pytest
import pytest_asyncio

from presence.db.session import Database
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.tenancy.operator_rights import READS, WRITES

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
READABLE = """
SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
  AND a.attnum > 0 AND NOT a.attisdropped
  AND has_column_privilege('operator', c.oid, a.attnum, 'SELECT')
"""


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


async def test_it_reads_the_columns_that_are_listed_and_no_others(
    admin: asyncpg.Connection,
) -> None:
    readable: dict[str, set[str]] = defaultdict(set)
    for row in await admin.fetch(READABLE):
        readable[row["relname"]].add(row["attname"])
    assert readable == READS
    assert not set(CLOSED) & set(readable)
    assert not [table for table, column in SECRET.items() if column in READS[table]]


@pytest.mark.parametrize(("table", "column"), SECRET.items())
async def test_it_never_reads_what_proves_who_somebody_is(
    operator: asyncpg.Connection, table: str, column: str
) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await operator.fetch(f"SELECT {column} FROM {table}")  # noqa: S608 - names of this file
    await operator.close()


async def test_an_entry_of_the_log_is_its_own_and_stays_as_it_is(
    operator: asyncpg.Connection, database: Database
) -> None:
    workspace_id = (await make_tenant(database)).workspace_id
    insert = (
        "INSERT INTO audit_log (id, workspace_id, action, target)"
        " VALUES (gen_random_uuid(), $1, 'x', 'y')"
    )
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await operator.execute(insert, workspace_id)
    for change in ("UPDATE audit_log SET action = 'z'", "DELETE FROM audit_log"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await operator.execute(change)
    await operator.close()
