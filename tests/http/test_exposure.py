"""What the product does not show: descriptions of itself, an echo of a request; what it notes."""

from __future__ import annotations

import logging

import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from tests.factories.people import registration
from tests.factories.team import SCALE, add_member, bearer, issue_key, opened, owner_on


@pytest.mark.parametrize(
    "path",
    ["/openapi.json", "/api/openapi.json", "/docs", "/redoc", "/.git/config", "/metrics"],
)
async def test_no_description_of_the_inside_is_served(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize("path", ["/", "/api/user", "/api/login"])
async def test_trace_echoes_nothing(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.request("TRACE", path, headers={"cookie": "presence_session=secret"})
    assert answer.status_code in {404, 405}
    assert "secret" not in answer.text


async def test_log_ins_and_refusals_are_noted_without_what_was_sent(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "presence")
    person = registration()
    user = (await client.post("/api/register", json=person)).json()
    wrong = {"email": person["email"], "password": "not the password"}
    await client.post("/api/login", json=wrong)
    await client.post("/api/logout", headers={"origin": "https://evil.example"})
    await client.post("/api/login", json=person)
    said = [r.getMessage() for r in caplog.records if r.name.startswith("presence.")]
    assert said[0] == f"Signed in: {user['id']} by registering from 127.0.0.1"
    assert said[1:] == [
        "Refused with 401: POST /api/login by nobody known from 127.0.0.1",
        "Refused with 403: POST before any route by nobody known from 127.0.0.1",
        f"Signed in: {user['id']} by password from 127.0.0.1",
    ]
    for secret in (person["email"], person["password"], "not the password"):
        assert secret not in caplog.text


async def test_a_refused_call_names_who_asked_and_from_where(
    app: FastAPI, client: httpx.AsyncClient, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    owner = await owner_on(database, SCALE)
    async with opened(app, database, owner) as boss:
        key = await issue_key(boss.client)
        (listed,) = (await boss.client.get("/api/v1/api-keys")).json()["data"]
    viewer = await add_member(database, owner, "viewer")
    caplog.set_level(logging.INFO, "presence.http")
    invitation = {"email": registration()["email"], "role": "viewer"}
    async with opened(app, database, viewer) as person:
        await person.client.post("/api/v1/invitations", json=invitation)
    await client.delete("/api/v1/brands/none", headers=bearer(key))
    assert [record.getMessage() for record in caplog.records] == [
        f"Refused with 403: POST /api/v1/invitations by user {viewer.user_id} from 127.0.0.1",
        f"Refused with 403: DELETE /api/v1/brands/{{brand_id}} by key {listed['id']}"
        " from 127.0.0.1",
    ]
