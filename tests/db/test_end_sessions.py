"""A database that was brought back from a backup opens nothing that was open then."""

from __future__ import annotations

import asyncpg
import pytest

from presence.db.backup.revocation import end_sessions
from presence.db.session import Database
from tests.conftest import Place
from tests.factories.people import make_tenant

OPENED = """
INSERT INTO staff (id, email, role, status, invitation_hash, invitation_expires_at)
  VALUES (gen_random_uuid(), 'desk@example.com', 'admin', 'active', sha256('i'),
          now() + interval '1 day');
INSERT INTO staff_session (id, staff_id, token_hash, step, expires_at)
  SELECT gen_random_uuid(), id, sha256('in'), 'full', now() + interval '1 day' FROM staff;
INSERT INTO impersonation (id, staff_id, user_id, workspace_id, mode, reason, ticket,
                           link_expires_at, ends_at, started_at)
  SELECT gen_random_uuid(), s.id, m.user_id, m.workspace_id, 'read', 'Asked for help', 'T-1',
         now(), now() + interval '1 hour', now()
    FROM staff s, membership m LIMIT 1;
INSERT INTO login_session (id, token_hash, user_id, user_agent, expires_at)
  SELECT gen_random_uuid(), sha256('in'), id, 'x', now() + interval '1 day' FROM users;
INSERT INTO one_time_token (id, user_id, purpose, token_hash, address, expires_at)
  SELECT gen_random_uuid(), id, 'reset', sha256('a'), email, now() + interval '1 day' FROM users
"""
OPEN = (
    "SELECT count(*) FROM login_session",
    "SELECT count(*) FROM one_time_token WHERE used_at IS NULL AND expires_at > now()",
    "SELECT count(*) FROM staff_session",
    "SELECT count(*) FROM staff WHERE invitation_expires_at > now()",
    "SELECT count(*) FROM impersonation WHERE ended_at IS NULL",
)


async def test_nothing_that_was_open_in_a_backup_is_open_after_it(
    database: Database, admin: asyncpg.Connection
) -> None:
    await make_tenant(database)
    await admin.execute(OPENED)
    assert min([await admin.fetchval(each) for each in OPEN]) > 0
    await end_sessions(admin)
    assert [await admin.fetchval(each) for each in OPEN] == [0] * len(OPEN)


async def test_a_table_of_a_later_version_keeps_nothing_else_open(
    database: Database, admin: asyncpg.Connection
) -> None:
    await make_tenant(database)
    await admin.execute("ALTER TABLE passkey_challenge RENAME TO later")
    try:
        await end_sessions(admin)
    finally:
        await admin.execute("ALTER TABLE later RENAME TO passkey_challenge")
    assert await admin.fetchval(OPEN[0]) == 0


async def test_an_account_that_cannot_see_every_row_is_refused(place: Place) -> None:
    owner = await asyncpg.connect(place.url("owner"))
    try:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await end_sessions(owner)
    finally:
        await owner.close()
