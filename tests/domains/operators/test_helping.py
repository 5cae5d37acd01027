"""What support does for a person or a limit really happens on the customer's side."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.factories.people import PASSWORD, make_tenant, sign_up
from tests.factories.runs import session_cookies
from tests.factories.staff import BASE, Colleague

REASON = "The customer asked us to"


@dataclass(frozen=True)
class Person:
    """A customer and a browser they are signed in with."""

    id: str
    email: str
    client: httpx.AsyncClient


@pytest_asyncio.fixture
async def person(app: FastAPI) -> AsyncIterator[Person]:
    """Somebody who has just signed up."""
    async with browser(app, address="192.0.2.1") as client:
        user = await sign_up(client)
        yield Person(user["id"], user["email"], client)


async def do(boss: Colleague, path: str, **body: object) -> httpx.Response:
    """An action of the console, which succeeds."""
    answer = await boss.client.post(f"{BASE}/{path}", json={"reason": REASON, **body})
    assert answer.status_code == 200, answer.text
    return answer


async def log_in(app: FastAPI, person: Person, password: str = PASSWORD) -> int:
    """The status of a try from a browser nobody has seen before."""
    async with browser(app, address="192.0.2.99") as client:
        body = {"email": person.email, "password": password}
        return (await client.post("/api/login", json=body)).status_code


async def signed_in(person: Person) -> bool:
    return (await person.client.get("/api/user")).status_code == 200


async def test_somebody_unlocked_may_log_in_at_once(
    app: FastAPI, boss: Colleague, person: Person
) -> None:
    for _ in range(5):
        assert await log_in(app, person, "not the password") == 401
    assert await log_in(app, person) == 429
    await do(boss, f"users/{person.id}/unlock")
    assert await log_in(app, person) == 200


async def test_revoking_sessions_signs_somebody_out_and_leaves_them_their_password(
    app: FastAPI, boss: Colleague, person: Person
) -> None:
    assert await signed_in(person)
    await do(boss, f"users/{person.id}/revoke-sessions")
    assert not await signed_in(person)
    assert await log_in(app, person) == 200


async def test_somebody_disabled_is_signed_out_and_refused_until_enabled(
    app: FastAPI, boss: Colleague, person: Person
) -> None:
    await do(boss, f"users/{person.id}/disable")
    assert not await signed_in(person)
    assert await log_in(app, person) == 401
    await do(boss, f"users/{person.id}/enable")
    assert await log_in(app, person) == 200
    assert not await signed_in(person), "the session that was ended stays ended"


async def brands_allowed(owner: httpx.AsyncClient) -> dict[str, Any]:
    """What the customer's own API says about one brand more."""
    answer = await owner.get("/api/subscriptions/can-access/brands.max")
    found: dict[str, Any] = answer.json()
    return found


async def test_a_limit_that_support_lifted_holds_and_is_the_plans_again_when_taken_back(
    app: FastAPI, boss: Colleague, database: Database
) -> None:
    tenant = await make_tenant(database)
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        before = await brands_allowed(owner)
        until = (datetime.now(UTC) + timedelta(days=3)).isoformat()
        override = {"feature": "brands.max", "value": 41, "expiresAt": until}
        await do(boss, f"workspaces/{tenant.workspace_id}/override-limit", **override)
        assert (await brands_allowed(owner))["limit"] == 41
        path = f"workspaces/{tenant.workspace_id}/remove-override"
        await do(boss, path, feature="brands.max")
        assert await brands_allowed(owner) == before
        assert before["limit"] not in (None, 41)


async def test_an_invitation_whose_sender_is_gone_is_mailed_again_for_the_owner(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    key = await admin.fetchval(
        "INSERT INTO invitation (id, workspace_id, email, role, sending_id, expires_at)"
        " VALUES (gen_random_uuid(), $1, 'wren@example.com', 'viewer', gen_random_uuid(), now())"
        " RETURNING id",
        tenant.workspace_id,
    )
    await do(boss, f"invitations/{key}/resend")
    mailed = await admin.fetchval("SELECT user_id FROM mail WHERE template = 'invitation'")
    assert mailed == tenant.user_id


async def test_a_request_is_given_to_nobody_who_is_not_staff(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    key = await admin.fetchval(
        "INSERT INTO support_request (id, workspace_id, user_id, topic, message)"
        " VALUES (gen_random_uuid(), $1, $2, 'question', 'How do I begin?') RETURNING id",
        tenant.workspace_id,
        tenant.user_id,
    )
    body = {"reason": REASON, "assigneeId": str(tenant.user_id)}
    answer = await boss.client.post(f"{BASE}/support-requests/{key}/assign", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/assigneeId"
