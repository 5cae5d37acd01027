"""The console's role sees everybody while it is bound to nobody, then that one only, and changes
nothing but what it is bound to: in every table it reaches, with rows of two owners there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

import asyncpg
import pytest

from presence.core.ids import new_id
from tests.tenancy.kinds import GLOBAL, STAFF, USER_SCOPED, scope_of
from tests.tenancy.operator_rights import READS, WRITES
from tests.tenancy.planted import Planted, as_operator

# A message of Stripe's may belong to nobody yet, and is handled all the same.
OF_NOBODY_YET = {("stripe_delivery", "UPDATE")}
# Proves who somebody is, so it is read only while bound to that person.
NEVER_AT_LARGE = {"one_time_token"}
# Who is a member is a person of any workspace: found by binding to that person, else all are seen.
PEOPLE = {"users"}

OF_TENANTS = sorted(set(READS) - GLOBAL - STAFF)
CHANGES = [
    (table, verb)
    for table, verbs in sorted(WRITES.items())
    for verb in sorted(verbs)
    if table not in GLOBAL and table not in STAFF and (table, verb) not in OF_NOBODY_YET
]
MINE, THEIRS = new_id(), new_id()


async def bind(connection: asyncpg.Connection, table: str) -> None:
    """To me, as a person or a workspace, whichever the rows are of."""
    name = "app.user_id" if table in USER_SCOPED else "app.workspace_id"
    await connection.execute("SELECT set_config($1, $2, true)", name, str(MINE))


def test_all_it_may_write_is_tried_or_named_as_nobodys() -> None:
    tried = {table for table, _ in CHANGES}
    left = set(WRITES) - tried
    assert left == {
        # the price list, the switches and the queue: the same for everybody, or of no tenant
        *("plans", "plan_features", "engine_switch", "feature_flag", "key_check"),
        *("procrastinate_jobs", "procrastinate_events"),
        # staff's own
        *("staff", "staff_session", "staff_identity", "staff_call", "staff_note"),
        *("staff_origin", "staff_mail", "staff_device"),
        *("approval", "impersonation", "engine_test"),
        "stripe_delivery",
    }
    assert len(tried) > 25


@pytest.mark.parametrize(("table", "verb"), CHANGES)
async def test_bound_to_nobody_it_changes_nothing(
    admin: asyncpg.Connection, table: str, verb: str
) -> None:
    async with as_operator(admin, table, scope_of(table), *owners(verb)) as planted:
        if verb == "INSERT":
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await planted.insert(MINE)
        else:
            assert await changing(planted, verb)() == 0


@pytest.mark.parametrize(("table", "verb"), CHANGES)
async def test_bound_to_one_it_changes_that_one_and_no_other(
    admin: asyncpg.Connection, table: str, verb: str
) -> None:
    async with as_operator(admin, table, scope_of(table), *owners(verb)) as planted:
        await bind(admin, table)
        if verb != "INSERT":
            assert await changing(planted, verb)() == 1
            return
        assert await planted.insert(MINE) == 1
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await planted.insert(THEIRS)


def owners(verb: str) -> tuple[UUID, ...]:
    """Who has a row before: nobody where one is to be stored, as some tables take one each."""
    return () if verb == "INSERT" else (MINE, THEIRS)


def changing(planted: Planted, verb: str) -> Callable[[], Awaitable[int]]:
    return planted.update if verb == "UPDATE" else planted.delete


@pytest.mark.parametrize("table", OF_TENANTS)
async def test_bound_to_nobody_it_reads_everybody_and_bound_to_one_only_that_one(
    admin: asyncpg.Connection, table: str
) -> None:
    async with as_operator(admin, table, scope_of(table), MINE, THEIRS) as planted:
        at_large = set(await planted.owners())
        assert at_large == (set() if table in NEVER_AT_LARGE else {MINE, THEIRS})
        await bind(admin, table)
        assert set(await planted.owners()) == {MINE}


@pytest.mark.parametrize("table", sorted(set(OF_TENANTS) & set(USER_SCOPED) - PEOPLE))
async def test_bound_to_a_workspace_it_reads_nothing_that_is_a_persons_own(
    admin: asyncpg.Connection, table: str
) -> None:
    async with as_operator(admin, table, scope_of(table), MINE, THEIRS) as planted:
        await admin.execute("SELECT set_config('app.workspace_id', $1, true)", str(MINE))
        assert await planted.owners() == []
