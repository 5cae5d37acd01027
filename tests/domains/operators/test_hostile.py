"""What is not the console's stays out of it, and what is the console's opens nothing else."""

from __future__ import annotations

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.domains.operators.operations import GUARDED, ConsoleOperation
from tests.domains.operators.test_operations import call
from tests.factories.people import make_tenant
from tests.factories.staff import (
    BASE,
    PASSWORD,
    Colleague,
    console_browser,
    join,
    staff_rows,
)


def kept(client: httpx.AsyncClient, name: str) -> str:
    """A cookie's value."""
    return str(client.cookies[name])


@pytest.mark.parametrize("operation", GUARDED, ids=lambda o: o.name)
async def test_a_half_finished_sign_in_opens_nothing(
    console: FastAPI, halfway: str, operation: ConsoleOperation
) -> None:
    cookies = {"presence_console": halfway, "presence_console_half": halfway}
    async with console_browser(console, cookies=cookies) as client:
        assert await call(client, operation) == 401


@pytest.fixture(scope="module")
def tokens() -> dict[str, str]:
    """What one sign-in of the module left."""
    return {}


@pytest_asyncio.fixture
async def halfway(console: FastAPI, operator_database: Database, tokens: dict[str, str]) -> str:
    """The token after the password and before the code."""
    if not tokens:
        colleague = await join(console, operator_database)
        async with console_browser(console) as client:
            body = {"email": colleague.email, "password": PASSWORD}
            assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
            tokens["half"] = kept(client, "presence_console_half")
    return tokens["half"]


async def test_a_key_of_the_customers_api_opens_nothing_here(
    console: FastAPI, database: Database
) -> None:
    async with console_browser(console, headers={"Authorization": "Bearer pk_live_x"}) as client:
        assert (await client.get(f"{BASE}/users")).status_code == 401


async def test_the_consoles_sign_in_opens_nothing_of_the_customers(
    app: FastAPI, boss: Colleague
) -> None:
    token = kept(boss.client, "presence_console")
    async with browser(app, cookies={"presence_session": token}) as client:
        assert (await client.get("/api/user")).status_code == 401
        assert (await client.get(f"{BASE}/users")).status_code == 404


async def test_a_page_of_another_site_changes_nothing(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    tenant, before = await make_tenant(database), await staff_rows(admin)
    path = f"{BASE}/workspaces/{tenant.workspace_id}/pause"
    for headers in (
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        answer = await boss.client.post(path, json={"reason": "A good reason"}, headers=headers)
        assert answer.status_code == 403
    assert await staff_rows(admin) == before


@pytest.mark.parametrize(
    "reason", ["", "    ", "no", None, 12345, ["because"], {"why": "because"}, "a\x00\x00\x00"]
)
async def test_a_reason_is_words(
    boss: Colleague, database: Database, admin: asyncpg.Connection, reason: object
) -> None:
    tenant, before = await make_tenant(database), await staff_rows(admin)
    path = f"{BASE}/workspaces/{tenant.workspace_id}/pause"
    answer = await boss.client.post(path, json={"reason": reason})
    assert answer.status_code == 422
    assert await staff_rows(admin) == before


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"null", b"\xff\xfe", b'"reason"'])
async def test_a_body_that_is_none_is_refused(boss: Colleague, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    path = f"{BASE}/workspaces/{boss.id}/pause"
    answer = await boss.client.post(path, content=body, headers=headers)
    assert answer.status_code == 422


async def test_somebody_disabled_while_signed_in_does_nothing_more(
    console: FastAPI,
    operator_database: Database,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    colleague, tenant = await join(console, operator_database), await make_tenant(database)
    await admin.execute("UPDATE staff SET status = 'disabled' WHERE id = $1", colleague.id)
    path = f"{BASE}/workspaces/{tenant.workspace_id}/pause"
    answer = await colleague.client.post(path, json={"reason": "A good reason"})
    assert answer.status_code == 401
    assert (
        await admin.fetchval("SELECT paused_at FROM workspace WHERE id = $1", tenant.workspace_id)
        is None
    )
