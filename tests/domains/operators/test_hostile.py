"""What is not the console's stays out of it, and what is the console's opens nothing else."""

from __future__ import annotations

import logging

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.factories.people import make_tenant
from tests.factories.staff import (
    BASE,
    Colleague,
    console_browser,
    join,
    staff_rows,
)


def kept(client: httpx.AsyncClient, name: str) -> str:
    """A cookie's value."""
    return str(client.cookies[name])


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


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"plans/{2**40}", 404),
        (f"plans/{2**40}/prices", 404),
        (f"plans/{2**70}", 422),
        (f"jobs/{2**70}", 422),
        (f"jobs?ids={2**70}", 422),
    ],
)
async def test_a_number_longer_than_any_id_names_nothing(
    boss: Colleague, path: str, status: int
) -> None:
    assert (await boss.client.get(f"{BASE}/{path}")).status_code == status


async def test_a_feature_is_given_to_no_plan_that_cannot_be(boss: Colleague) -> None:
    body = {"planId": 2**40, "featureName": "badge", "featureValue": "New", "reason": "They asked"}
    answer = await boss.client.post(f"{BASE}/plan-features", json=body)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/planId")


async def test_a_refused_call_is_noted_with_who_asked_and_from_where(
    console: FastAPI, operator_database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    auditor = await join(console, operator_database, "auditor")
    caplog.set_level(logging.INFO, "presence.http")
    body = {"reason": "Nobody asked me to"}
    refused = await auditor.client.post(f"{BASE}/staff/{auditor.id}/disable", json=body)
    assert refused.status_code == 403
    (line,) = [record.getMessage() for record in caplog.records]
    said, _, who = line.partition(" by ")
    assert said == f"Refused with 403: POST {BASE}/staff/{{key}}/disable"
    assert who == f"staff {auditor.id} from 127.0.0.1"
