"""A session of staff that nobody uses is over, and says so to whoever comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from uuid import UUID

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import event

from presence.db.session import Database
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.staff import (
    BASE,
    ORIGIN,
    PASSWORD,
    Colleague,
    begin_acting,
    console_app,
    console_browser,
    join,
)

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


async def test_a_short_limit_leaves_five_minutes_for_the_code(
    place: Place, admin: asyncpg.Connection
) -> None:
    settings = place.settings(console={"public_url": ORIGIN, "idle_minutes": 1})
    async with console_app(settings) as app, console_browser(app) as client:
        colleague = await join(app, app.state.database, "support-l1")
        await colleague.client.aclose()
        body = {"email": colleague.email, "password": PASSWORD}
        assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
        await leave_alone(admin, colleague.id, 4)
        code = {"code": colleague.fresh_code()}
        assert (await client.post(f"{BASE}/session/totp", json=code)).status_code == 200


@pytest.mark.parametrize(("idle", "left"), [(10, 480), (30, 10), (30, 480)])
async def test_nobody_acts_as_a_customer_for_longer_than_the_console_stays_open(
    place: Place, database: Database, admin: asyncpg.Connection, idle: int, left: int
) -> None:
    settings = place.settings(console={"public_url": ORIGIN, "idle_minutes": idle})
    async with console_app(settings) as app:
        colleague = await join(app, app.state.database, "support-l2")
        ending = "UPDATE staff_session SET expires_at = now() + make_interval(mins => $2)"
        await admin.execute(f"{ending} WHERE staff_id = $1", colleague.id, left)
        begun = await begin_acting(colleague, await make_tenant(database))
        await colleague.client.aclose()
    assert begun.status_code == 201, begun.text
    lasts = datetime.fromisoformat(begun.json()["endsAt"]) - datetime.now().astimezone()
    most = timedelta(minutes=min(idle, left))
    assert most - timedelta(minutes=1) < lasts <= most


async def test_a_call_without_a_session_asks_the_database_nothing(console: FastAPI) -> None:
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        said.append(statement)

    engine = console.state.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        async with console_browser(console) as client:
            assert (await client.get(f"{BASE}/staff")).status_code == 401
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert said == []
