"""What the product does not show: descriptions of itself, an echo of a request; what it notes."""

from __future__ import annotations

import logging

import httpx
import pytest

from tests.factories.people import registration


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
    assert said[0] == f"Signed in: {user['id']} from 127.0.0.1"
    assert said[1:] == [
        "Refused with 401: POST /api/login",
        "Refused with 403: POST before any route",
        f"Signed in: {user['id']} from 127.0.0.1",
    ]
    for secret in (person["email"], person["password"], "not the password"):
        assert secret not in caplog.text
