"""The ways row security is known to leak, each shown to leak when unguarded and shut here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from presence.core.ids import new_id
from presence.core.settings import DatabaseSettings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence.domains.workspaces.models import BusinessProfile
from presence.domains.workspaces.service import write_business
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant

COUNT = "SELECT count(*) FROM business_info"
SETTING = text("SELECT coalesce(current_setting('app.workspace_id', true), '')")


@pytest_asyncio.fixture(scope="module")
async def harrow(database: Database) -> Tenant:
    """A tenant with business info and a subscription."""
    return await _with_business(database, "Harrow")


@pytest_asyncio.fixture(scope="module")
async def marlow(database: Database) -> Tenant:
    """Another one."""
    return await _with_business(database, "Marlow")


@pytest_asyncio.fixture
async def single(place: Place) -> AsyncIterator[Database]:
    """A pool of one connection, so that the next borrower gets the same one."""
    one = Database(place.url("customer"), DatabaseSettings(pool_size=1))
    yield one
    await one.close()


async def _with_business(database: Database, name: str) -> Tenant:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await write_business(session, tenant.user_id, {"business_name": name})
        await grant(session, tenant.user_id, 1, None)
    return tenant


async def test_a_tenant_sees_its_own_rows_only(
    database: Database, harrow: Tenant, marlow: Tenant
) -> None:
    async with database.transaction(harrow.binding) as session:
        names = (await session.execute(select(BusinessProfile.business_name))).scalars().all()
    assert list(names) == ["Harrow"]
    assert marlow.workspace_id != harrow.workspace_id


async def test_a_write_into_another_workspace_is_refused(
    database: Database, harrow: Tenant, marlow: Tenant
) -> None:
    async def write() -> None:
        async with database.transaction(harrow.binding) as session:
            row = BusinessProfile(workspace_id=marlow.workspace_id, business_name="Taken over")
            session.add(row)

    with pytest.raises(DBAPIError, match="row-level security"):
        await write()


async def test_moving_a_row_to_another_workspace_is_refused(
    database: Database, harrow: Tenant, marlow: Tenant
) -> None:
    async def move() -> None:
        async with database.transaction(harrow.binding) as session:
            statement = text("UPDATE business_info SET workspace_id = :other")
            await session.execute(statement, {"other": marlow.workspace_id})

    with pytest.raises(DBAPIError, match="row-level security"):
        await move()


async def test_the_table_owner_sees_nothing_because_row_security_is_forced(
    place: Place, admin: asyncpg.Connection, harrow: Tenant
) -> None:
    owner = await asyncpg.connect(place.url("owner"))
    try:
        assert await owner.fetchval(COUNT) == 0
        await admin.execute("ALTER TABLE business_info NO FORCE ROW LEVEL SECURITY")
        assert await owner.fetchval(COUNT) >= 1, "without FORCE this is the leak"
    finally:
        await admin.execute("ALTER TABLE business_info FORCE ROW LEVEL SECURITY")
        await owner.close()
    assert harrow.workspace_id is not None


async def test_a_view_with_its_callers_rights_shows_what_they_may_see_unlike_one_without(
    database: Database, admin: asyncpg.Connection, harrow: Tenant, marlow: Tenant
) -> None:
    await admin.execute(
        "CREATE VIEW leaky AS SELECT * FROM subscriptions;"
        " CREATE VIEW tight WITH (security_invoker = true) AS SELECT * FROM subscriptions;"
        " GRANT SELECT ON leaky, tight TO customer"
    )
    try:
        async with database.transaction(harrow.binding) as session:
            ours = text("SELECT workspace_id FROM tight")
            assert list((await session.execute(ours)).scalars()) == [harrow.workspace_id]
            leaky = await session.execute(text("SELECT workspace_id FROM leaky"))
            assert marlow.workspace_id in set(leaky.scalars()), "this is the leak"
    finally:
        await admin.execute("DROP VIEW leaky, tight")


async def test_a_binding_does_not_survive_on_the_pooled_connection(
    single: Database, harrow: Tenant
) -> None:
    async with single.transaction(harrow.binding) as session:
        assert (await session.execute(SETTING)).scalar() == str(harrow.workspace_id)
    async with single.transaction() as session:
        assert (await session.execute(SETTING)).scalar() == ""
        assert (await session.execute(text(COUNT))).scalar() == 0


async def test_a_binding_overrides_a_setting_somebody_left_on_the_connection(
    single: Database, harrow: Tenant, marlow: Tenant
) -> None:
    async with single.transaction() as session:
        leak = text("SELECT set_config('app.workspace_id', :id, false)")
        await session.execute(leak, {"id": str(harrow.workspace_id)})
    async with single.transaction() as session:
        assert (await session.execute(text(COUNT))).scalar() == 1, "this is the leak"
    async with single.transaction(marlow.binding) as session:
        names = (await session.execute(select(BusinessProfile.business_name))).scalars().all()
        assert list(names) == ["Marlow"]


async def test_a_binding_lasts_through_a_commit_and_a_savepoint(
    database: Database, harrow: Tenant
) -> None:
    async with database.transaction(harrow.binding) as session:
        await session.execute(text("SELECT 1"))
        await session.commit()
        assert (await session.execute(text(COUNT))).scalar() == 1
        async with session.begin_nested():
            assert (await session.execute(text(COUNT))).scalar() == 1
        await session.rollback()
        assert (await session.execute(text(COUNT))).scalar() == 1


async def test_a_foreign_key_to_another_tenants_row_is_refused(
    database: Database, harrow: Tenant, marlow: Tenant
) -> None:
    async with database.transaction(marlow.binding) as session:
        foreign = (await session.execute(text("SELECT id FROM subscriptions"))).scalar()

    async def point_at_it() -> None:
        async with database.transaction(harrow.binding) as session:
            statement = text(
                "INSERT INTO payments (id, subscription_id, amount, status, processor)"
                " VALUES (:id, :foreign, 1, 'paid', 'manual')"
            )
            await session.execute(statement, {"id": new_id(), "foreign": foreign})

    with pytest.raises(IntegrityError, match="fk_payments_workspace_id_subscription_id"):
        await point_at_it()


async def test_a_unique_key_does_not_tell_that_another_tenant_has_the_value(
    database: Database, harrow: Tenant
) -> None:
    other = await make_tenant(database)
    async with database.transaction(other.binding) as session:
        written = await write_business(session, other.user_id, {"business_name": "Harrow"})
        subscription = await grant(session, other.user_id, 1, None)
    assert written.business_name == "Harrow"
    assert subscription is not None
    assert other.workspace_id != harrow.workspace_id


async def test_an_ended_setting_reads_as_empty_and_raises_no_cast_error(
    single: Database, harrow: Tenant
) -> None:
    async with single.transaction(harrow.binding) as session:
        await session.execute(text(COUNT))
    async with single.transaction() as session:
        assert (await session.execute(text(COUNT))).scalar() == 0
        with pytest.raises(DBAPIError, match="invalid input syntax for type uuid"):
            await session.execute(text("SELECT current_setting('app.workspace_id', true)::uuid"))


async def test_a_cancelled_request_leaves_no_tenant_on_its_connection(
    single: Database, harrow: Tenant
) -> None:
    async def slow() -> None:
        async with single.transaction(harrow.binding) as session:
            await session.execute(text("UPDATE business_info SET city = 'Half done'"))
            await session.execute(text("SELECT pg_sleep(30)"))

    for pause in (0.0, 0.002, 0.01, 0.05):
        task = asyncio.create_task(slow())
        await asyncio.sleep(pause)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with single.transaction() as session:
            assert (await session.execute(SETTING)).scalar() == ""
            assert (await session.execute(text(COUNT))).scalar() == 0
    async with single.transaction(harrow.binding) as session:
        assert (await session.execute(select(BusinessProfile.city))).scalar_one() is None


async def test_a_cancelled_autocommit_read_leaves_a_connection_that_still_rolls_back(
    single: Database, harrow: Tenant
) -> None:
    task = asyncio.create_task(single.read_value("SELECT pg_sleep(30)"))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with single.transaction(harrow.binding) as session:
        await session.execute(text("UPDATE business_info SET city = 'Not kept'"))
        await session.rollback()
        assert (await session.execute(select(BusinessProfile.city))).scalar_one() is None


async def test_a_colleague_is_visible_and_a_stranger_is_not(
    database: Database, harrow: Tenant, marlow: Tenant
) -> None:
    users = text("SELECT id FROM users")
    colleague = await make_tenant(database)
    async with database.transaction(harrow.binding) as session:
        join = text("INSERT INTO membership (user_id, role) VALUES (:id, 'viewer')")
        await session.execute(join, {"id": colleague.user_id})
        assert set((await session.execute(users)).scalars()) == {harrow.user_id, colleague.user_id}
    async with database.transaction(TenantBinding(None, marlow.user_id)) as session:
        assert list((await session.execute(users)).scalars()) == [marlow.user_id]


async def test_the_audit_log_cannot_be_rewritten(database: Database, harrow: Tenant) -> None:
    async def rewrite(statement: str) -> None:
        async with database.transaction(harrow.binding) as session:
            await session.execute(text(statement))

    for statement in ("UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log"):
        with pytest.raises(DBAPIError, match="permission denied"):
            await rewrite(statement)
