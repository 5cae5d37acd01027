"""Staff look at the product as a customer: for a reason, for half an hour, visibly, harmlessly."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.operators.service.impersonating import TOKEN_MARK
from presence.domains.operators.service.reach import ALLOWED, LEAVING
from presence.domains.workspaces.service import tenant as workspaces
from presence.http.middleware import UNSAFE
from presence.http.permission import declared, routes_of
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand, session_cookies
from tests.factories.staff import (
    BASE,
    REASON,
    Colleague,
    begin_acting,
    console_browser,
    join,
)

REFUSALS = {"impersonation_read_only", "impersonation_blocked"}
Acting = tuple[str, Colleague, UUID, httpx.AsyncClient]


@pytest_asyncio.fixture(scope="module")
async def tenant(database: Database) -> Tenant:
    """A customer with a brand."""
    owner = await make_tenant(database)
    await make_brand(database, owner)
    return owner


@pytest_asyncio.fixture(params=["read", "write"])
async def acting(
    request: pytest.FixtureRequest,
    console: FastAPI,
    app: FastAPI,
    operator_database: Database,
    tenant: Tenant,
) -> AsyncIterator[Acting]:
    """(mode, who, the impersonation, a browser of the customer's application)."""
    colleague = await join(console, operator_database, "support-l2")
    mode = request.param
    reason = {"writeReason": "They cannot click it themselves"} if mode == "write" else {}
    started = await begin_acting(colleague, tenant, mode=mode, **reason)
    assert started.status_code == 201, started.text
    path = "/api/v1/" + started.json()["url"].partition("/api/v1/")[2]
    async with browser(app) as client:
        opened = await client.get(path)
        assert (opened.status_code, opened.headers["location"]) == (303, "/dashboard")
        assert (await browser(app).get(path)).status_code == 404
        yield mode, colleague, UUID(started.json()["id"]), client


async def test_a_link_that_was_opened_before_says_where_another_session_begins(
    console: FastAPI, app: FastAPI, operator_database: Database, tenant: Tenant
) -> None:
    colleague = await join(console, operator_database, "support-l2")
    started = await begin_acting(colleague, tenant)
    path = "/api/v1/" + started.json()["url"].partition("/api/v1/")[2]
    async with browser(app) as client:
        assert (await client.get(path)).status_code == 303
        again = await client.get(path)
    assert again.json()["message"] == (
        "This link works once, within a minute, and is over."
        " Begin another support session in the console."
    )


async def test_the_customer_application_says_who_looks_and_until_when(
    acting: Acting, tenant: Tenant
) -> None:
    mode, _, _, client = acting
    assert (await client.get("/api/user")).json()["email"] == tenant.email
    said = (await client.get("/api/v1/meta")).json()["impersonation"]
    assert (said["actor"], said["mode"]) == ("Dana", mode)
    left = datetime.fromisoformat(said["endsAt"]) - datetime.now().astimezone()
    assert timedelta(minutes=29) < left <= timedelta(minutes=30)


async def test_every_write_is_refused_but_the_harmless_ones_of_an_impersonation_for_writing(
    acting: Acting, app: FastAPI
) -> None:
    mode, _, _, client = acting
    let_through = set()
    unsafe = [r for r in routes_of(app) if r.path != LEAVING and (r.methods or set()) & UNSAFE]
    for route in unsafe:
        for method in sorted((route.methods or set()) & UNSAFE):
            path = re.sub(r"{\w+(:\w+)?}", lambda _: str(new_id()), route.path)
            answer = await client.request(method, path, json={})
            asks = declared(route)
            if answer.status_code != 403 or answer.json()["code"] not in REFUSALS:
                let_through.add(asks.name if asks else path)
    assert len(unsafe) > 50
    assert let_through == (ALLOWED if mode == "write" else set())


@pytest.mark.parametrize("spelling", ["{name}={token}", "{name}= {token}", '{name}="{token}"'])
@pytest.mark.parametrize("acting", ["read"], indirect=True)
async def test_no_way_of_writing_the_cookie_gets_round_it(
    acting: Acting, app: FastAPI, spelling: str
) -> None:
    (cookie,) = (c for c in acting[3].cookies.jar if str(c.value).startswith(TOKEN_MARK))
    escaped = f'{cookie.name}="\\{ord(str(cookie.value)[0]):o}{str(cookie.value)[1:]}"'
    for said in (spelling.format(name=cookie.name, token=cookie.value), escaped):
        async with browser(app) as client:
            client.headers["cookie"] = said
            assert (await client.get("/api/user")).status_code == 200
            answer = await client.post("/api/v1/brands", json={})
            assert answer.json()["code"] == "impersonation_read_only"


async def test_support_acts_for_somebody_who_lacks_the_second_factor_their_workspace_requires(
    acting: Acting, admin: asyncpg.Connection, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Support gave a factor of its own, so a slow call of theirs is judged like a quick one."""
    mode, _, _, client = acting
    demand = "UPDATE workspace SET require_second_factor = $2 WHERE id = $1"
    await admin.execute(demand, tenant.workspace_id, True)
    monkeypatch.setattr(workspaces, "FRESH_S", 0.0)
    try:
        listed = await client.get("/api/v1/brands")
        assert listed.status_code == 200, listed.text
        path = f"/api/v1/brands/{listed.json()['data'][0]['id']}"
        if mode == "write":
            assert (await client.post(f"{path}/pause")).status_code < 300
            assert (await client.post(f"{path}/resume")).status_code < 300
    finally:
        await admin.execute(demand, tenant.workspace_id, False)


async def test_what_is_written_names_both_people(
    acting: Acting,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    mode, colleague, _, client = acting
    brands = (await client.get("/api/v1/brands")).json()
    brand_id = (brands.get("data") or brands.get("brands"))[0]["id"]
    answer = await client.post(f"/api/v1/brands/{brand_id}/pause")
    if mode == "read":
        assert answer.json()["code"] == "impersonation_read_only"
        return
    assert answer.status_code < 300, answer.text
    await client.post(f"/api/v1/brands/{brand_id}/resume")
    row = await admin.fetchrow(
        "SELECT * FROM audit_log WHERE workspace_id = $1 AND action LIKE 'brand.%'"
        " ORDER BY id DESC LIMIT 1",
        tenant.workspace_id,
    )
    assert (row["staff_id"], row["on_behalf_of"]) == (colleague.id, tenant.user_id)
    assert row["reason"] == REASON


async def test_ending_it_signs_the_browser_out_at_once(
    acting: Acting,
) -> None:
    _, colleague, key, client = acting
    me = (await colleague.client.get(f"{BASE}/session")).json()
    assert me["impersonating"]["id"] == str(key)
    path = f"{BASE}/impersonations/{key}/end"
    ended = await colleague.client.post(path, json={"reason": "Seen enough"})
    assert ended.json()["running"] is False, ended.text
    assert (await client.get("/api/v1/me")).status_code == 401


async def test_the_customer_sees_it_in_their_own_log(
    acting: Acting,
    app: FastAPI,
    database: Database,
    tenant: Tenant,
) -> None:
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        log = (await owner.get("/api/v1/audit-log?action=impersonation.")).json()["data"]
    assert {(e["action"], e["actorName"]) for e in log} >= {("impersonation.started", "Dana")}


async def test_the_console_does_not_exist_for_an_impersonated_browser(
    acting: Acting, console: FastAPI
) -> None:
    cookies = {"presence_session": acting[3].cookies["presence_session"]}
    async with console_browser(console, cookies=cookies) as client:
        assert (await client.get(f"{BASE}/users")).status_code == 404


async def test_it_takes_the_second_factor_and_for_writing_a_second_reason(
    console: FastAPI, operator_database: Database, tenant: Tenant
) -> None:
    colleague = await join(console, operator_database, "support-l2")
    wrong = await begin_acting(colleague, tenant, code="000000")
    assert wrong.json()["errors"][0]["pointer"] == "/code"
    unsaid = await begin_acting(colleague, tenant, mode="write")
    assert unsaid.json()["errors"][0]["pointer"] == "/writeReason"


async def test_a_code_that_was_used_a_moment_ago_says_to_wait_for_the_next_one(
    console: FastAPI, operator_database: Database, tenant: Tenant
) -> None:
    colleague = await join(console, operator_database, "support-l2")
    code = colleague.fresh_code()
    assert (await begin_acting(colleague, tenant, code=code)).status_code == 201
    again = await begin_acting(colleague, tenant, code=code)
    assert (again.status_code, again.json()["errors"][0]["pointer"]) == (422, "/code")
    assert again.json()["message"] == (
        "You used this code already. Wait for the next one your app shows, 30 s at most."
    )


async def test_a_right_taken_while_the_call_waits_begins_nothing(
    console: FastAPI, operator_database: Database, tenant: Tenant, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database, "support-l2")
    begun = "SELECT count(*) FROM impersonation WHERE staff_id = $1"
    async with admin.transaction():
        await admin.execute("UPDATE staff SET role = 'auditor' WHERE id = $1", colleague.id)
        asked = asyncio.create_task(begin_acting(colleague, tenant))
        await asyncio.wait([asked], timeout=1)
        assert not asked.done()
    assert (await asked).status_code in (403, 404)
    assert await admin.fetchval(begun, colleague.id) == 0


async def test_nobody_acts_as_somebody_disabled(
    console: FastAPI, operator_database: Database, database: Database, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database, "support-l2")
    disabled = await make_tenant(database)
    await admin.execute("UPDATE users SET is_active = false WHERE id = $1", disabled.user_id)
    assert (await begin_acting(colleague, disabled)).status_code == 409


@pytest.mark.parametrize("acting", ["write"], indirect=True)
async def test_it_ends_with_the_membership_and_never_moves_to_another_workspace(
    acting: Acting, admin: asyncpg.Connection, database: Database, tenant: Tenant
) -> None:
    *_, client = acting
    other = await make_tenant(database)
    await make_brand(database, other)
    join_other = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'owner')"
    leave = "DELETE FROM membership WHERE workspace_id = $1 AND user_id = $2"
    await admin.execute(join_other, other.workspace_id, tenant.user_id)
    assert len((await client.get("/api/v1/brands")).json()["data"]) == 1
    await admin.execute(leave, tenant.workspace_id, tenant.user_id)
    try:
        assert (await client.get("/api/user")).status_code == 401
        assert (await client.get("/api/v1/brands")).status_code == 401
    finally:
        await admin.execute(leave, other.workspace_id, tenant.user_id)
        await admin.execute(join_other, tenant.workspace_id, tenant.user_id)
