"""Who may call what of the console, and that whatever changes something is in the log, once."""

from __future__ import annotations

from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.operators.roles import ROLES, StaffRole
from presence.domains.operators.service.permissions import allowed
from presence.domains.workspaces.models import Membership
from presence.http import permission
from tests.domains.operators.operations import (
    ASKING_A_ROLE,
    CHANGING,
    DELETABLE,
    DOING,
    GUARDED,
    OPERATIONS,
    PUBLIC,
    REASON,
    SIGNED_IN,
    ConsoleOperation,
)
from tests.domains.operators.role_table import MAY, OF_EVERYBODY_SIGNED_IN, OPEN
from tests.factories.people import Tenant, make_tenant, make_user
from tests.factories.runs import session_cookies
from tests.factories.staff import (
    BASE,
    Colleague,
    console_browser,
    impersonated_cookies,
    later,
    staff_rows,
)


@pytest_asyncio.fixture(scope="module")
async def tenant(database: Database) -> Tenant:
    """A customer with a colleague of their own."""
    owner = await make_tenant(database)
    other = await make_user(database)
    async with database.transaction(TenantBinding(owner.workspace_id, owner.user_id)) as session:
        session.add(Membership(user_id=other, role="viewer"))
    await make_tenant(database)
    return owner


def filled(operation: ConsoleOperation, key: object | None = None) -> str:
    """The path about a row that is not there, unless one is given."""
    missing = f"{new_id()}.{new_id()}" if operation.resource == "members" else str(new_id())
    if operation.resource in ("jobs", "plans"):
        missing = "999999999"
    return operation.path.replace("{key}", str(key) if key is not None else missing)


async def call(client: httpx.AsyncClient, operation: ConsoleOperation) -> int:
    """The status of a call about nothing in particular."""
    body = {"reason": REASON} if operation.method != "GET" else None
    return (await client.request(operation.method, filled(operation), json=body)).status_code


@pytest.mark.parametrize("operation", GUARDED, ids=lambda o: o.name)
async def test_it_is_closed_to_everybody_who_is_not_staff(
    console: FastAPI,
    database: Database,
    admin: asyncpg.Connection,
    tenant: Tenant,
    halfway: str,
    operation: ConsoleOperation,
) -> None:
    async with console_browser(console) as anonymous:
        assert await call(anonymous, operation) == 401
    cookies = {"presence_console": halfway, "presence_console_half": halfway}
    async with console_browser(console, cookies=cookies) as half_signed_in:
        assert await call(half_signed_in, operation) == 401
    cookies = await session_cookies(database, tenant)
    async with console_browser(console, cookies=cookies) as customer:
        assert await call(customer, operation) == 401
    cookies = await impersonated_cookies(admin, tenant.user_id)
    async with console_browser(console, cookies=cookies) as impersonated:
        assert await call(impersonated, operation) == 404


@pytest.mark.parametrize("operation", ASKING_A_ROLE, ids=lambda o: o.name)
async def test_it_is_open_to_its_roles_and_to_no_other(
    colleagues: dict[StaffRole, Colleague], operation: ConsoleOperation
) -> None:
    statuses = {role: await call(colleagues[role].client, operation) for role in ROLES}
    let_in = {role for role, status in statuses.items() if status != 403}
    assert let_in == operation.roles()
    assert set(statuses.values()) <= {200, 201, 403, 404, 409, 422, 428}


@pytest.mark.parametrize("operation", CHANGING, ids=lambda o: o.name)
async def test_without_a_reason_nothing_is_done(
    boss: Colleague, admin: asyncpg.Connection, operation: ConsoleOperation
) -> None:
    before = await staff_rows(admin)
    headers = {"If-Match": "*"}
    answer = await boss.client.request(
        operation.method, filled(operation), json={"reason": "  no "}, headers=headers
    )
    assert answer.status_code == 422
    said = {(e["pointer"], e["detail"]) for e in answer.json()["errors"]}
    assert ("/reason", "Reason is required") in said
    assert await staff_rows(admin) == before


@pytest.mark.parametrize("operation", CHANGING, ids=lambda o: o.name)
async def test_whatever_changes_something_leaves_one_entry_of_the_log(
    boss: Colleague,
    second: Colleague,
    admin: asyncpg.Connection,
    tenant: Tenant,
    operation: ConsoleOperation,
) -> None:
    doing = DOING[operation.asks]
    if operation.resource == "approvals":
        await admin.execute("DELETE FROM approval")
        path = f"{BASE}/workspaces/{await admin.fetchval(DELETABLE)}/delete"
        asker = boss if operation.asks == "approvals:withdraw" else second
        assert (await asker.client.post(path, json={"reason": REASON})).status_code == 202
    await later(admin, boss)
    for statement in doing.before:
        await admin.execute(statement)
    key = await admin.fetchval(doing.key) if doing.key else None
    assert key is not None or not doing.key
    found = {name: str(await admin.fetchval(sql)) for name, sql in doing.looked_up.items()}
    before = await staff_rows(admin)
    path, sent = await _prepared(boss, operation, key, {**doing.body, **found})
    answer = await boss.client.request(operation.method, path, **sent)
    assert answer.status_code == doing.status, answer.text
    if doing.status >= 400:
        assert await staff_rows(admin) == before
        return
    again = await boss.client.request(operation.method, path, **sent)
    assert again.headers["idempotency-replayed"] == "true"
    assert (again.status_code, again.content) == (answer.status_code, answer.content)
    assert await staff_rows(admin) == before + 1
    entry = await admin.fetchrow(
        "SELECT * FROM audit_log WHERE staff_id IS NOT NULL ORDER BY id DESC LIMIT 1"
    )
    assert (entry["staff_id"], entry["reason"]) == (boss.id, REASON)
    if key is not None:
        assert entry["target"] == f"{operation.resource}:{key}"


async def _prepared(
    boss: Colleague, operation: ConsoleOperation, key: object, body: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Path, body and headers of a call that a browser may repeat."""
    path = filled(operation, key)
    headers = {"Idempotency-Key": new_id().hex}
    if operation.method == "PATCH":
        headers["If-Match"] = (await boss.client.get(path)).headers["etag"]
    content = {**body, "reason": REASON}
    if operation.asks in ("impersonations:create", "approvals:approve"):
        content["code"] = boss.code()
    return path, {"json": content, "headers": headers}


def test_every_operation_that_changes_something_is_tried() -> None:
    assert {operation.asks for operation in CHANGING} == set(DOING)


def test_the_server_decides_by_the_table_that_was_written_by_hand() -> None:
    decided: dict[str, dict[str, set[StaffRole]]] = {}
    for role in ROLES:
        for resource, actions in allowed(role).items():
            for action in actions:
                decided.setdefault(resource, {}).setdefault(action, set()).add(role)
    assert decided == MAY


def test_nothing_leaves_the_matrix_of_roles_unseen() -> None:
    by_asking = {
        asked: {operation.name for operation in OPERATIONS if operation.asks == asked}
        for asked in (PUBLIC, SIGNED_IN)
    }
    assert by_asking == {PUBLIC: OPEN, SIGNED_IN: OF_EVERYBODY_SIGNED_IN}
    assert len(ASKING_A_ROLE) == len(OPERATIONS) - len(OPEN) - len(OF_EVERYBODY_SIGNED_IN)
    asked = {operation.asks for operation in ASKING_A_ROLE}
    without_a_route = {"attention:show", "staff-roles:show"}
    assert asked == {f"{r}:{a}" for r, actions in MAY.items() for a in actions} - without_a_route


def test_every_route_of_the_console_declares_what_it_asks(console: FastAPI) -> None:
    assert permission.undeclared(console) == []
