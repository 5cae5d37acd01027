"""Creating the workspace once, and what a role may do."""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg
import pytest
from pydantic import BaseModel

from presence.db.session import Database
from presence.db.tenancy import TenantBinding, binding_of
from presence.domains.workspaces import service
from presence.domains.workspaces.service import (
    Action,
    decide_permitted,
    ensure_workspace,
    still_allowed,
)
from tests.factories.people import make_tenant, make_user
from tests.factories.runs import session_cookies

# Product rules, section 7.4: owner, admin, editor, viewer, billing.
ROLES = ("owner", "admin", "editor", "viewer", "billing")
RIGHTS: dict[Action, tuple[bool, bool, bool, bool, bool]] = {
    "view": (True, True, True, True, False),
    "run": (True, True, True, False, False),
    "brands": (True, True, False, False, False),
    "members": (True, True, False, False, False),
    "billing": (True, False, False, False, True),
    "settings": (True, True, False, False, False),
    "engine_keys": (True, True, False, False, False),
    "delete_workspace": (True, False, False, False, False),
}


@pytest.mark.parametrize("action", RIGHTS)
def test_what_each_role_may_do(action: Action) -> None:
    assert tuple(decide_permitted(role, action) for role in ROLES) == RIGHTS[action]


@pytest.mark.parametrize("role", [None, "", "root", "Owner"])
def test_an_unknown_role_may_do_nothing(role: str | None) -> None:
    assert not any(decide_permitted(role, action) for action in RIGHTS)


async def test_asking_many_times_at_once_creates_one_workspace(
    database: Database, admin: asyncpg.Connection
) -> None:
    user_id = await make_user(database)

    async def ask() -> UUID:
        async with database.transaction(TenantBinding(None, user_id)) as session:
            return await ensure_workspace(session, user_id)

    asked = await asyncio.gather(*(ask() for _ in range(5)))
    assert len(set(asked)) == 1
    rows = await admin.fetch("SELECT role FROM membership WHERE user_id = $1", user_id)
    assert [row["role"] for row in rows] == ["owner"]


async def test_a_member_of_another_workspace_gets_none_of_their_own(
    database: Database, admin: asyncpg.Connection
) -> None:
    host, guest = await make_tenant(database), await make_user(database)
    await admin.execute(
        "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'editor')",
        host.workspace_id,
        guest,
    )
    async with database.transaction(TenantBinding(None, guest)) as session:
        assert await ensure_workspace(session, guest) == host.workspace_id
        assert binding_of(session) == TenantBinding(host.workspace_id, guest)


async def test_a_failed_request_leaves_no_half_workspace(
    database: Database, admin: asyncpg.Connection
) -> None:
    user_id = await make_user(database)

    async def fail() -> None:
        async with database.transaction(TenantBinding(None, user_id)) as session:
            await ensure_workspace(session, user_id)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    query = "SELECT count(*) FROM membership WHERE user_id = $1"
    assert await admin.fetchval(query, user_id) == 0


async def test_the_workspace_takes_the_name_of_its_business(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await service.write_business(session, tenant.user_id, {"business_name": "Harrow"})
    name = await admin.fetchval("SELECT name FROM workspace WHERE id = $1", tenant.workspace_id)
    assert name == "Harrow"


class Draft(BaseModel):
    """A form with a single field."""

    step: str


async def test_a_draft_is_kept_replaced_and_forgotten(database: Database) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        assert await service.read_draft(session, Draft) is None
        await service.write_draft(session, tenant.user_id, {"step": "brand-name"})
        await service.write_draft(session, tenant.user_id, {"step": "brand-info"})
    async with database.transaction(tenant.binding) as session:
        assert await service.read_draft(session, Draft) == Draft(step="brand-info")
        await service.delete_draft(session)
    async with database.transaction(tenant.binding) as session:
        assert await service.read_draft(session, Draft) is None


async def test_an_unknown_column_is_a_programming_error(database: Database) -> None:
    tenant = await make_tenant(database)

    async def write() -> None:
        async with database.transaction(tenant.binding) as session:
            await service.write_business(session, tenant.user_id, {"workspace_id": "x"})

    with pytest.raises(KeyError):
        await write()


async def test_what_goes_on_reading_stops_with_the_right_to_view(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    await session_cookies(database, tenant)
    session_id = await admin.fetchval(
        "SELECT id FROM login_session WHERE user_id = $1", tenant.user_id
    )
    seen = []
    for role in ("viewer", "billing", "editor"):
        await admin.execute(
            "UPDATE membership SET role = $1 WHERE user_id = $2", role, tenant.user_id
        )
        async with database.transaction(tenant.binding) as session:
            seen.append(await still_allowed(session, session_id, tenant.user_id, "view"))
    assert seen == [True, False, True]
