"""How long a session lives, and what ends it at once."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.workspaces.service import still_allowed
from tests.conftest import browser
from tests.factories.people import PASSWORD, make_tenant, sign_up, workspace_of


async def status(client: httpx.AsyncClient) -> tuple[int, int]:
    """Answers of the one-statement route and of a route that resolves through the dependency."""
    user = await client.get("/api/user")
    business = await client.get("/api/business-info")
    return user.status_code, business.status_code


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("last_seen_at = now() - interval '29 days 23 hours'", 200),
        ("last_seen_at = now() - interval '30 days 1 second'", 401),
        ("expires_at = now() + interval '1 minute'", 200),
        ("expires_at = now() - interval '1 second'", 401),
    ],
)
async def test_idle_and_absolute_limits(
    client: httpx.AsyncClient, admin: asyncpg.Connection, change: str, expected: int
) -> None:
    user = await sign_up(client)
    await admin.execute(
        f"UPDATE login_session SET {change} WHERE user_id = $1",  # noqa: S608 - a constant above
        UUID(user["id"]),
    )
    assert await status(client) == (expected, expected)


async def test_a_session_lasts_ninety_days_at_most(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    days = await admin.fetchval(
        "SELECT extract(day FROM expires_at - created_at) FROM login_session WHERE user_id = $1",
        UUID(user["id"]),
    )
    assert days == 90


async def test_use_is_recorded_every_few_minutes_and_not_on_every_request(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await sign_up(client))["id"])
    seen = "SELECT last_seen_at FROM login_session WHERE user_id = $1"
    first = await admin.fetchval(seen, user_id)
    await client.get("/api/user")
    assert await admin.fetchval(seen, user_id) == first
    await admin.execute(
        "UPDATE login_session SET last_seen_at = now() - interval '6 minutes' WHERE user_id = $1",
        user_id,
    )
    await client.get("/api/user")
    assert await admin.fetchval(seen, user_id) >= first


@pytest.mark.parametrize("token", ["", "short", "ä" * 20, "x" * 4000, "'; DROP TABLE users; --"])
async def test_a_token_that_opens_nothing_is_a_401(app: FastAPI, token: str) -> None:
    headers = [(b"cookie", b"presence_session=" + token.encode("latin-1", "replace"))]
    async with browser(app) as client:
        response = await client.get("/api/user", headers=headers)
    assert response.status_code == 401


async def test_a_removed_member_loses_the_workspace_at_once(
    client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await sign_up(client))["id"])
    await client.post("/api/business-info/update", json={"businessName": "Harrow"})
    workspace_id = await workspace_of(database, user_id)
    assert (await client.get("/api/business-info")).json()["businessName"] == "Harrow"
    await admin.execute("DELETE FROM membership WHERE user_id = $1", user_id)
    assert (await client.get("/api/business-info")).json()["businessName"] is None
    assert (await client.get("/api/user")).json()["workspaces"] == []
    assert workspace_id is not None


async def test_a_long_answer_notices_that_its_session_or_membership_ended(
    client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await sign_up(client))["id"])
    binding = TenantBinding(await workspace_of(database, user_id), user_id)
    session_id = await admin.fetchval("SELECT id FROM login_session WHERE user_id = $1", user_id)

    async def allowed() -> bool:
        async with database.transaction(binding) as session:
            return await still_allowed(session, session_id, user_id, "view")

    assert await allowed()
    await client.post("/api/logout")
    assert not await allowed()


async def test_a_chosen_workspace_holds_while_the_membership_lasts(
    client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await sign_up(client))["id"])
    own = await workspace_of(database, user_id)
    other = await make_tenant(database)
    await admin.execute(
        "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')",
        other.workspace_id,
        user_id,
    )
    current = "/api/user"
    assert (await client.get(current)).json()["currentWorkspaceId"] == str(own)
    await admin.execute(
        "UPDATE login_session SET workspace_id = $1 WHERE user_id = $2", other.workspace_id, user_id
    )
    assert (await client.get(current)).json()["currentWorkspaceId"] == str(other.workspace_id)
    await admin.execute("DELETE FROM membership WHERE user_id = $1 AND role = 'viewer'", user_id)
    assert (await client.get(current)).json()["currentWorkspaceId"] == str(own)


async def test_logging_in_clears_away_dead_sessions(
    app: FastAPI, client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    await admin.execute(
        "UPDATE login_session SET last_seen_at = now() - interval '31 days' WHERE user_id = $1",
        UUID(user["id"]),
    )
    async with browser(app) as other:
        await other.post("/api/login", json={"email": user["email"], "password": PASSWORD})
        assert (await other.get("/api/user")).status_code == 200
    query = "SELECT count(*) FROM login_session WHERE user_id = $1"
    assert await admin.fetchval(query, UUID(user["id"])) == 1
