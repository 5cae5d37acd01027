"""Writing to support: stored for the workspace, for whoever is signed in, only so often."""

from __future__ import annotations

from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.workspaces.support_service import MOST_PER_WINDOW
from tests.conftest import browser
from tests.factories.people import make_tenant, sign_up
from tests.factories.runs import session_cookies

ASKED = {"topic": "problem", "message": "My website could not be analyzed since Monday."}


async def ask(client: httpx.AsyncClient, **changes: Any) -> httpx.Response:
    """Send a request."""
    return await client.post("/api/v1/support-requests", json={**ASKED, **changes})


async def test_a_request_is_kept_with_what_helps_to_trace_it(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    cookies = await session_cookies(database, tenant)
    async with browser(app, cookies=cookies) as client:
        answer = await ask(client, page="/dashboard", requestId="abc", planId=2)
    kept = await admin.fetchrow(
        "SELECT workspace_id, user_id, topic, page, request_id, plan_id, status"
        " FROM support_request WHERE id::text = $1",
        answer.json()["id"],
    )
    assert answer.status_code == 201, answer.text
    told = ("problem", "/dashboard", "abc", 2, "open")
    assert tuple(kept) == (tenant.workspace_id, tenant.user_id, *told)


async def test_somebody_who_has_not_set_up_anything_may_ask(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    assert (await ask(client)).status_code == 201


async def test_a_visitor_signs_in_first(client: httpx.AsyncClient) -> None:
    assert (await ask(client)).status_code == 401


@pytest.mark.parametrize(
    ("changes", "pointer", "sentence"),
    [
        ({"topic": "gossip"}, "/topic", "Please choose a topic"),
        ({"message": "  short   "}, "/message",
         "Please describe what you need (at least 10 characters)"),
        ({"message": "x" * 5_001}, "/message", "Message must be at most 5000 characters"),
        ({"planId": 2**31}, "/planId", "Please choose a plan"),
    ],
)  # fmt: skip
async def test_what_cannot_be_answered_is_refused_at_its_field(
    client: httpx.AsyncClient, changes: dict[str, Any], pointer: str, sentence: str
) -> None:
    await sign_up(client)
    answer = await ask(client, **changes)
    problem = answer.json()["errors"][0]
    assert (answer.status_code, problem["pointer"], problem["detail"]) == (422, pointer, sentence)


async def test_a_workspace_can_ask_only_so_often(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    answers = [await ask(client) for _ in range(MOST_PER_WINDOW + 1)]
    assert [answer.status_code for answer in answers] == [201] * MOST_PER_WINDOW + [429]
    assert answers[-1].headers["Retry-After"] == "3600"
