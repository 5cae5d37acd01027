"""Every unsafe operation refuses what another site can make a browser send (assurance row 7).

The operations come from the table of routes: a new route is tested without being listed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.http.middleware import CSP
from tests.conftest import browser
from tests.factories.people import make_tenant
from tests.factories.runs import session_cookies
from tests.tenancy.cross_site import CASES, FOREIGN
from tests.tenancy.operations import UNSAFE, Operation
from tests.tenancy.test_routes import ROWS

# Takes lines of text, and asks for a token in a header, which no other site can send.
BY_TOKEN = {"traffic_push_log_lines"}


@pytest_asyncio.fixture(scope="module")
async def owner(app: FastAPI, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """A signed-in owner's browser."""
    async with browser(
        app, cookies=await session_cookies(database, await make_tenant(database))
    ) as client:
        yield client


@pytest.mark.parametrize("operation", UNSAFE, ids=lambda o: f"{o.name}-{o.method}")
async def test_an_unsafe_operation_refuses_what_another_site_can_send(
    owner: httpx.AsyncClient, operation: Operation
) -> None:
    path = operation.fill({name: new_id() for name in ROWS})
    refused: dict[str, httpx.Response] = {}
    let_in: dict[str, httpx.Response] = {}
    for case in CASES:
        headers = {**case.headers, "Content-Type": case.kind}
        answer = await owner.request(operation.method, path, content=case.body, headers=headers)
        (let_in if case.refused is None else refused)[case.name] = answer
        if operation.name in BY_TOKEN and case.refused == 415:
            assert answer.status_code == 401, answer.text
        elif case.refused is not None:
            assert answer.status_code == case.refused, (case.name, answer.text)
        else:
            assert "came from another site" not in answer.text, case.name
    assert len(refused) == 8


async def test_every_answer_carries_the_strict_policy(owner: httpx.AsyncClient) -> None:
    foreign = {"Origin": FOREIGN}
    for answer in (
        await owner.get("/healthz"),
        await owner.get("/api/user"),
        await owner.get("/api/nothing"),
        await owner.post("/api/login", headers=foreign),
        await owner.get("/auth/google"),
    ):
        assert answer.headers["content-security-policy"] == CSP
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"


def test_the_policy_allows_no_inline_script_and_no_other_origin() -> None:
    assert "unsafe" not in CSP
    assert "http" not in CSP
    directives = dict(part.split(" ", 1) for part in CSP.split("; "))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self'"
    assert directives["frame-ancestors"] == directives["base-uri"] == "'none'"
    assert directives["object-src"] == "'none'"
