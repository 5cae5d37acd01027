"""Rows that have no place in the schema of before go in parts, and their table stays open."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from presence.db.session import Database
from presence.migrations import runner
from tests.conftest import Place, create_empty, drop
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand

MORE_THAN_TWO_PARTS = 250
# Whoever deletes a row waits for as long as somebody holds the gate.
GATE = 7
GATED = f"""
CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared({GATE}); RETURN OLD; END $$;
CREATE TRIGGER wait_at_gate BEFORE DELETE ON {{table}}
  FOR EACH ROW EXECUTE FUNCTION wait_at_gate()
"""
WAITING = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
BIND = "SELECT set_config('app.workspace_id', $1, true), set_config('lock_timeout', '1s', true)"
POLICIES = "SELECT tablename, policyname FROM pg_policies WHERE tablename = $1 ORDER BY 2"


@dataclass(frozen=True)
class Going:
    """A table, the revision before its rows could go, and statements of people.

    `make` takes a workspace and how many that go; `follow` makes one more in the bound workspace;
    `use` changes the one that stays.
    """

    table: str
    before: str
    make: str
    follow: str
    use: str

    @property
    def count(self) -> str:
        """How many rows there are."""
        return f"SELECT count(*) FROM {self.table}"  # noqa: S608 - our own names


EXAMPLES = Going(
    table="workspace",
    before="0067_traffic_grants",
    make="INSERT INTO workspace (id, name, example_of) SELECT gen_random_uuid(), 'Harrow',"
    " gen_random_uuid() FROM workspace, generate_series(1, $2::int) WHERE id = $1",
    follow="INSERT INTO workspace (id, name, example_of)"
    " VALUES (current_setting('app.workspace_id')::uuid, 'Harrow', gen_random_uuid())",
    use="UPDATE workspace SET name = 'Pike' WHERE example_of IS NULL",
)
SOURCES = Going(
    table="traffic_source",
    before="0068_examples",
    make="INSERT INTO traffic_source (id, workspace_id, brand_id, name, kind, deleted_at)"
    " SELECT gen_random_uuid(), workspace_id, id, 'Log ' || n, 'upload', CASE WHEN n > 0 THEN now()"
    " END FROM brand, generate_series(0, $2::int) n WHERE workspace_id = $1",
    follow="UPDATE traffic_source SET deleted_at = now() WHERE deleted_at IS NULL",
    use="UPDATE traffic_source SET name = 'Shop' WHERE deleted_at IS NULL",
)
each = pytest.mark.parametrize("rows", [EXAMPLES, SOURCES], ids=["examples", "sources"])


@dataclass
class Used:
    """A database of its own, at the newest revision, and its tenant."""

    place: Place
    admin: asyncpg.Connection
    tenant: Tenant

    async def back(self, rows: Going) -> None:
        """Take the schema back to before these rows."""
        await runner.downgrade(self.place.url("owner"), rows.before)

    async def at_gate(self) -> int | None:
        """The process of whoever waits to delete a row."""
        pid: int | None = await self.admin.fetchval(WAITING)
        return pid

    async def follow(self, rows: Going) -> None:
        """Have the tenant make one more row that goes."""
        customer = await asyncpg.connect(self.place.url("customer"))
        try:
            async with customer.transaction():
                await customer.execute(BIND, str(self.tenant.workspace_id))
                await customer.execute(rows.follow)
        finally:
            await customer.close()

    @asynccontextmanager
    async def half_way_back(self, rows: Going) -> AsyncIterator[asyncio.Task[None]]:
        """While this lasts, the first row is being deleted."""
        await self.admin.execute(rows.make, self.tenant.workspace_id, 1)
        await self.admin.execute(GATED.format(table=rows.table))
        holder = await asyncpg.connect(self.place.url("admin"))
        try:
            await holder.execute("SELECT pg_advisory_lock($1)", GATE)
            going = asyncio.create_task(self.back(rows))
            while await self.at_gate() is None:
                assert not going.done(), "nothing was deleted"
                await asyncio.sleep(0.01)
            yield going
        finally:
            await holder.close()


@pytest_asyncio.fixture
async def used(place: Place) -> AsyncIterator[Used]:
    name = f"rows_{secrets.token_hex(4)}"
    await create_empty(place.server, name)
    own = Place(place.server, name)
    await runner.upgrade(own.url("owner"))
    settings = own.settings()
    database = Database(settings.database.customer_url, settings.database)
    tenant = await make_tenant(database)
    await make_brand(database, tenant)
    await database.close()
    admin = await asyncpg.connect(own.url("admin"))
    yield Used(own, admin, tenant)
    await admin.close()
    await drop(place.server, name)


@each
async def test_they_go_however_many_there_are_and_the_others_stay(used: Used, rows: Going) -> None:
    policies = await used.admin.fetch(POLICIES, rows.table)
    await used.admin.execute(rows.make, used.tenant.workspace_id, MORE_THAN_TWO_PARTS)
    assert await used.admin.fetchval(rows.count) == MORE_THAN_TWO_PARTS + 1
    await used.back(rows)
    assert await used.admin.fetchval(rows.count) == 1
    assert await used.admin.fetch(POLICIES, rows.table) == policies


@each
async def test_others_use_the_table_while_one_of_them_is_being_deleted(
    used: Used, rows: Going
) -> None:
    async with used.half_way_back(rows) as going:
        await used.admin.execute("SET lock_timeout = '100ms'")
        assert await used.admin.fetchval(rows.count) == 2
        await used.admin.execute(rows.use)
    await going
    assert await used.admin.fetchval(rows.count) == 1


@each
async def test_none_follows_those_that_were_looked_at(used: Used, rows: Going) -> None:
    async with used.half_way_back(rows) as going:
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
            await used.follow(rows)
    await going
    assert await used.admin.fetchval(rows.count) == 1


@each
async def test_a_way_back_that_was_cut_off_begins_again(used: Used, rows: Going) -> None:
    async with used.half_way_back(rows) as going:
        await used.admin.execute("SELECT pg_terminate_backend($1)", await used.at_gate())
        with pytest.raises((DBAPIError, PendingRollbackError)):
            await going
    assert await used.admin.fetchval(rows.count) == 2
    await used.back(rows)
    assert await used.admin.fetchval(rows.count) == 1
