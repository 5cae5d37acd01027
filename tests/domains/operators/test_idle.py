"""A session of staff that nobody uses is over, and says so to whoever comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import Place
from tests.factories.staff import BASE, ORIGIN, PASSWORD, Colleague, console_app, join

UNUSED = (
    "You were signed out because the console was not used for 30 minutes. Sign in again to go on."
)


@pytest_asyncio.fixture
async def colleague(console: FastAPI, operator_database: Database) -> AsyncIterator[Colleague]:
    """Somebody signed in."""
    made = await join(console, operator_database, "support-l1")
    yield made
    await made.client.aclose()


async def leave_alone(admin: asyncpg.Connection, key: UUID, minutes: int) -> None:
    """Let time pass in which nobody uses the sessions of an account."""
    passed = (
        "UPDATE staff_session SET last_seen_at = last_seen_at - make_interval(mins => $2),"
        " expires_at = expires_at - make_interval(mins => $2) WHERE staff_id = $1"
    )
    assert await admin.execute(passed, key, minutes) != "UPDATE 0"


async def test_a_session_is_over_after_half_an_hour_without_use(
    colleague: Colleague, admin: asyncpg.Connection
) -> None:
    await leave_alone(admin, colleague.id, 29)
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 200
    await leave_alone(admin, colleague.id, 31)
    refused = await colleague.client.get(f"{BASE}/session")
    assert (refused.status_code, refused.json()["code"]) == (401, "session-idle")
    assert refused.json()["message"] == UNUSED


async def test_use_keeps_a_session_open(colleague: Colleague, admin: asyncpg.Connection) -> None:
    for _ in range(3):
        await leave_alone(admin, colleague.id, 20)
        assert (await colleague.client.get(f"{BASE}/runs")).status_code == 200


async def test_what_a_page_asks_by_itself_is_no_use(
    colleague: Colleague, admin: asyncpg.Connection
) -> None:
    unattended = {"X-Unattended": "1"}
    await leave_alone(admin, colleague.id, 20)
    polled = await colleague.client.get(f"{BASE}/attention", headers=unattended)
    assert polled.status_code == 200
    await leave_alone(admin, colleague.id, 11)
    polled = await colleague.client.get(f"{BASE}/attention", headers=unattended)
    assert (polled.status_code, polled.json()["code"]) == (401, "session-idle")


async def test_an_unused_session_changes_nothing_either(
    boss: Colleague, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    await leave_alone(admin, boss.id, 31)
    try:
        body = {"reason": "Left the company"}
        refused = await boss.client.post(f"{BASE}/staff/{colleague.id}/disable", json=body)
        assert (refused.status_code, refused.json()["code"]) == (401, "session-idle")
    finally:
        await admin.execute(
            "UPDATE staff_session SET last_seen_at = now() WHERE staff_id = $1", boss.id
        )
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 200


async def test_who_signs_in_again_goes_on(
    console: FastAPI, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    await leave_alone(admin, colleague.id, 31)
    body = {"email": colleague.email, "password": PASSWORD}
    assert (await colleague.client.post(f"{BASE}/session", json=body)).status_code == 200
    code = {"code": colleague.fresh_code()}
    assert (await colleague.client.post(f"{BASE}/session/totp", json=code)).status_code == 200
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 200


async def test_a_deployment_sets_the_limit(place: Place, admin: asyncpg.Connection) -> None:
    settings = place.settings(console={"public_url": ORIGIN, "idle_minutes": 1})
    async with console_app(settings) as app:
        colleague = await join(app, app.state.database, "support-l1")
        await leave_alone(admin, colleague.id, 2)
        refused = await colleague.client.get(f"{BASE}/session")
        await colleague.client.aclose()
    assert refused.json()["message"] == UNUSED.replace("30 minutes", "1 minute")
