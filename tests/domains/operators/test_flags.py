"""A switch that staff turn off closes the feature at the next call, for whom they say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.operators.service.flags import KEYS, decide
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand, session_cookies
from tests.factories.staff import BASE, Colleague

REASON = "The provider has trouble"
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MISSING = new_id()
CLOSED = {
    "exports": ("POST", "/api/v1/exports", {"brandId": str(MISSING), "resource": "answers",
                "format": "csv"}),
    "reports": ("POST", f"/api/v1/brands/{MISSING}/reports", {"format": "pdf"}),
    "share-links": ("POST", f"/api/v1/brands/{MISSING}/share-links", {"name": "Board"}),
    "what-if": ("POST", f"/api/v1/brands/{MISSING}/what-if", {"changes": []}),
    "mcp": ("GET", "/api/v1/mcp", None),
}  # fmt: skip


@pytest_asyncio.fixture(scope="module")
async def tenant(database: Database) -> Tenant:
    """A customer on Pro."""
    owner = await make_tenant(database)
    await make_brand(database, owner)
    async with database.transaction(owner.binding) as session:
        await grant(session, owner.user_id, 1, None)
    return owner


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, tenant: Tenant, admin: asyncpg.Connection
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser; every switch is as it was at first."""
    await admin.execute("DELETE FROM feature_exception")
    await admin.execute(
        "UPDATE feature_flag SET enabled = true, plans = '[]', percent = 100, expires_at = NULL"
    )
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield client


async def say(boss: Colleague, key: str, action: str, **body: Any) -> httpx.Response:
    """Decide about a switch."""
    path = f"{BASE}/feature-flags/{key}/{action}"
    return await boss.client.post(path, json={"reason": REASON, **body})


async def edit(boss: Colleague, key: str, **body: Any) -> httpx.Response:
    """Change for whom a switch is open."""
    path = f"{BASE}/feature-flags/{key}"
    tag = (await boss.client.get(path)).headers["etag"]
    headers = {"If-Match": tag}
    return await boss.client.patch(path, json={"reason": REASON, **body}, headers=headers)


async def ask(client: httpx.AsyncClient, key: str) -> httpx.Response:
    """Use the feature, about nothing in particular."""
    method, path, body = CLOSED[key]
    return await client.request(method, path, json=body)


@pytest.mark.parametrize("key", CLOSED)
async def test_what_is_switched_off_is_refused_at_once_and_open_again_when_switched_on(
    boss: Colleague, owner: httpx.AsyncClient, key: str
) -> None:
    assert (await ask(owner, key)).status_code != 403
    off = await say(boss, key, "toggle", enabled=False)
    assert (off.json()["enabled"], off.json()["reason"]) == (False, REASON), off.text
    refused = await ask(owner, key)
    assert (refused.status_code, refused.json()["code"]) == (403, "feature-off")
    assert refused.json()["message"].endswith("switched off at the moment. Please try again later.")
    assert (await owner.get("/api/v1/meta")).json()["features"]["switchedOff"] == [key]
    await say(boss, key, "toggle", enabled=True)
    assert (await ask(owner, key)).status_code != 403


async def test_one_workspace_can_be_an_exception_until_it_ends(
    boss: Colleague, owner: httpx.AsyncClient, tenant: Tenant
) -> None:
    await say(boss, "mcp", "toggle", enabled=False)
    workspace = {"workspaceId": str(tenant.workspace_id)}
    until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    made = await say(boss, "mcp", "add-exception", enabled=True, expiresAt=until, **workspace)
    assert made.json()["exceptions"][0]["reason"] == REASON, made.text
    assert made.json()["exceptions"][0]["createdByName"] == "Dana"
    assert (await ask(owner, "mcp")).status_code == 204
    ended = await say(boss, "mcp", "remove-exception", **workspace)
    assert ended.json()["exceptionCount"] == 0
    assert (await ask(owner, "mcp")).status_code == 403
    again = await say(boss, "mcp", "remove-exception", **workspace)
    assert (again.status_code, again.json()["message"]) == (
        409,
        "This workspace has no exception from that switch.",
    )


async def test_an_exception_names_a_workspace_there_is(boss: Colleague) -> None:
    answer = await say(boss, "mcp", "add-exception", enabled=True, workspaceId=str(new_id()))
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/workspaceId"


async def test_a_feature_can_be_kept_to_plans(boss: Colleague, owner: httpx.AsyncClient) -> None:
    await edit(boss, "mcp", plans=[2, 3])
    assert (await ask(owner, "mcp")).status_code == 403
    await edit(boss, "mcp", plans=[1])
    assert (await ask(owner, "mcp")).status_code == 204


async def test_what_was_decided_ends_at_its_expiry(
    boss: Colleague, owner: httpx.AsyncClient
) -> None:
    await edit(boss, "mcp", percent=0)
    assert (await ask(owner, "mcp")).status_code == 403
    over = await edit(boss, "mcp", expiresAt="2020-01-01T00:00:00Z")
    assert over.json()["expired"] is True
    assert (await ask(owner, "mcp")).status_code == 204


@pytest.mark.parametrize(
    ("field", "value"), [("percent", 101), ("plans", "all"), ("expiresAt", "tomorrow")]
)
async def test_a_value_that_cannot_be_is_refused_at_its_field(
    boss: Colleague, owner: httpx.AsyncClient, field: str, value: object
) -> None:
    answer = await edit(boss, "mcp", **{field: value})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"].startswith(f"/{field}")


async def test_there_is_a_switch_for_each_feature_that_is_asked_about(boss: Colleague) -> None:
    listed = (await boss.client.get(f"{BASE}/feature-flags")).json()["data"]
    assert tuple(flag["key"] for flag in listed) == KEYS


def test_a_share_of_workspaces_is_always_the_same_and_about_as_large_as_it_says() -> None:
    def flag(percent: int) -> Any:
        return SimpleNamespace(
            key="mcp", enabled=True, plans=[], percent=percent, expires_at=None, exception=None
        )

    workspaces = [new_id() for _ in range(2_000)]
    opened = {w for w in workspaces if decide(flag(30), w, None, NOW)}
    assert opened == {w for w in workspaces if decide(flag(30), w, None, NOW)}
    assert opened <= {w for w in workspaces if decide(flag(60), w, None, NOW)}
    assert 500 < len(opened) < 700
