"""Unsafe requests of other sites, wrong body types and oversized bodies never reach a route."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from presence.http.middleware import MAX_BODY, UNSAFE
from tests.factories.people import sign_up

OURS = "http://presence.test"
JSON = {"content-type": "application/json"}
ACCEPTED: list[dict[str, str]] = [
    {},
    {"origin": OURS},
    {"sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
    {"origin": OURS, "sec-fetch-site": "same-origin"},
    {"origin": OURS, "sec-fetch-site": "same-site"},
]
REFUSED: list[dict[str, str]] = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "https://presence.test"},
    {"origin": "http://presence.test.evil.example"},
    {"origin": "http://presence.test:8080"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "anything"},
    {"origin": OURS, "sec-fetch-site": "cross-site"},
    {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
    {"origin": "https://evil.example", "host": "evil.example"},
]


def unsafe_operations(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path of every unsafe operation in the API description."""
    return [
        (method.upper(), path.replace("{", "").replace("}", ""))
        for path, operations in app.openapi()["paths"].items()
        for method in operations
        if method.upper() in UNSAFE
    ]


@pytest.mark.parametrize("headers", REFUSED)
async def test_a_cross_site_request_is_refused_on_every_unsafe_route(
    app: FastAPI, client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    operations = unsafe_operations(app)
    assert len(operations) >= 4
    for method, path in operations:
        response = await client.request(method, path, content=b"{}", headers={**JSON, **headers})
        assert response.status_code == 403, (method, path)
        assert response.json()["code"] == "forbidden"


@pytest.mark.parametrize("headers", ACCEPTED)
async def test_a_request_of_our_own_pages_or_of_no_browser_passes(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    response = await client.post("/api/logout", headers=headers)
    assert response.status_code == 204


async def test_a_refused_logout_leaves_the_session_alone(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    refused = await client.post("/api/logout", headers={"origin": "https://evil.example"})
    assert refused.status_code == 403
    assert (await client.get("/api/user")).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"]
)
async def test_a_body_a_foreign_form_could_send_is_a_415(
    client: httpx.AsyncClient, kind: str
) -> None:
    response = await client.post("/api/login", content=b"{}", headers={"content-type": kind})
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported-media"


async def test_a_declared_length_over_the_cap_is_refused_before_reading(
    client: httpx.AsyncClient,
) -> None:
    response = await client.post(
        "/api/login", content=b"{}", headers={**JSON, "content-length": str(MAX_BODY + 1)}
    )
    assert response.status_code == 413
    assert response.json()["message"] == "File is too large. Maximum size is 10MB."


async def test_a_body_without_length_is_cut_at_the_cap(client: httpx.AsyncClient) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 4 * MAX_BODY:
            sent += 1_048_576
            yield b" " * 1_048_576

    response = await client.post("/api/login", content=endless(), headers=JSON)
    assert response.status_code == 413
    assert response.json()["code"] == "file-too-large"
    assert sent < 2 * MAX_BODY


async def test_a_length_that_is_no_number_is_refused(client: httpx.AsyncClient) -> None:
    response = await client.post(
        "/api/login", content=b"{}", headers={**JSON, "content-length": "-1"}
    )
    assert response.status_code == 413
