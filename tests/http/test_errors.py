"""Every refusal has one shape, whatever raised it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError

from presence.core.errors import Conflict, FieldError, PlanLimitReached, ValidationFailed
from presence.db.session import Database
from presence.http.errors import install_handlers
from presence.http.middleware import OriginCheck, ResponseHeaders
from tests.conftest import browser
from tests.factories.people import make_tenant
from tests.factories.runs import session_cookies

FAILURES: dict[str, Exception] = {
    "conflict": Conflict("Already there."),
    "limit": PlanLimitReached("Upgrade.", extra={"feature": "brands.max", "limit": 1, "used": 1}),
    "field": ValidationFailed("Bad name", errors=(FieldError("/name", "Bad name", "short"),)),
    "fault": RuntimeError("a secret detail"),
    "database": OperationalError("SELECT 1", {}, Exception("connection refused")),
    "refused": ConnectionRefusedError("nobody listens"),
}
MEMBERS = {"type", "title", "status", "detail", "instance", "code", "message", "error", "requestId"}


@pytest_asyncio.fixture(scope="module")
async def failing() -> AsyncIterator[httpx.AsyncClient]:
    """An application whose routes fail in every way."""
    app = FastAPI()

    async def fail(kind: str) -> None:
        raise FAILURES[kind]

    app.add_api_route("/api/fail/{kind}", fail)
    app.add_api_route("/api/v1/fail/{kind}", fail)
    install_handlers(app)
    app.add_middleware(OriginCheck, origins=["http://presence.test"])
    app.add_middleware(ResponseHeaders, secure=True)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://presence.test") as client:
        yield client


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("conflict", 409, "conflict"),
        ("limit", 403, "plan-limit"),
        ("field", 422, "validation-failed"),
        ("fault", 500, "internal"),
        ("database", 503, "upstream-unavailable"),
        ("refused", 503, "upstream-unavailable"),
    ],
)
async def test_a_failure_carries_every_member_and_its_sentence_three_times(
    failing: httpx.AsyncClient, kind: str, status: int, code: str
) -> None:
    response = await failing.get(f"/api/fail/{kind}")
    body = response.json()
    assert response.status_code == body["status"] == status
    assert body["code"] == code
    assert body.keys() >= MEMBERS
    assert body["message"] == body["error"] == body["detail"] != ""
    assert body["instance"] == f"/api/fail/{kind}"
    assert body["requestId"] == response.headers["x-request-id"]


async def test_a_fault_tells_nothing_about_its_cause(failing: httpx.AsyncClient) -> None:
    response = await failing.get("/api/fail/fault")
    assert "secret" not in response.text
    assert response.headers["content-security-policy"].startswith("default-src 'none'")


async def test_a_fault_is_logged_with_its_cause(
    failing: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    await failing.get("/api/fail/fault")
    (line,) = [record for record in caplog.records if record.name == "presence.http"]
    assert line.levelname == "ERROR"
    assert line.exc_info is not None
    assert line.exc_info[1] is FAILURES["fault"]


@pytest.mark.parametrize("kind", ["database", "refused"])
async def test_a_dependency_that_does_not_answer_is_logged_with_its_cause(
    failing: httpx.AsyncClient, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    await failing.get(f"/api/fail/{kind}")
    (line,) = [record for record in caplog.records if record.name == "presence.http"]
    assert (line.levelname, line.getMessage()) == ("ERROR", "A dependency does not answer")
    assert line.exc_info is not None
    assert line.exc_info[1] is FAILURES[kind]


async def test_a_plan_limit_says_which_and_how_much(failing: httpx.AsyncClient) -> None:
    body = (await failing.get("/api/fail/limit")).json()
    assert (body["feature"], body["limit"], body["used"]) == ("brands.max", 1, 1)


async def test_field_errors_point_at_their_field(failing: httpx.AsyncClient) -> None:
    body = (await failing.get("/api/fail/field")).json()
    assert body["errors"] == [{"pointer": "/name", "detail": "Bad name", "code": "short"}]


@pytest.mark.parametrize(
    ("path", "accept", "expected"),
    [
        ("/api/fail/conflict", "*/*", "application/json"),
        ("/api/fail/conflict", "application/problem+json", "application/problem+json"),
        ("/api/v1/fail/conflict", "*/*", "application/problem+json"),
    ],
)
async def test_the_media_type_is_plain_json_on_the_frozen_calls_only(
    failing: httpx.AsyncClient, path: str, accept: str, expected: str
) -> None:
    response = await failing.get(path, headers={"accept": accept})
    assert response.headers["content-type"] == expected


async def test_unknown_paths_and_methods_have_the_same_shape(client: httpx.AsyncClient) -> None:
    missing = await client.get("/api/v1/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")
    wrong = await client.delete("/api/login")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method-not-allowed")
    assert wrong.headers["allow"] == "POST"


async def test_a_body_that_is_not_json_is_a_422_that_says_so(client: httpx.AsyncClient) -> None:
    response = await client.post(
        "/api/login", content=b"{'email':", headers={"content-type": "application/json"}
    )
    assert response.status_code == 422
    assert response.json()["message"] == "The request body is not valid JSON"


async def test_a_body_that_is_no_text_is_a_422_as_well(client: httpx.AsyncClient) -> None:
    kind = {"content-type": "application/json"}
    response = await client.post("/api/login", content=b"\xff\xfe{", headers=kind)
    assert (response.status_code, response.json()["code"]) == (422, "validation-failed")


async def test_a_nul_in_a_query_is_refused_with_its_reason(
    app: FastAPI, database: Database
) -> None:
    cookies = await session_cookies(database, await make_tenant(database))
    async with browser(app, cookies=cookies) as owner:
        response = await owner.get("/api/subscriptions/checkout-result?session_id=cs_%00")
    assert response.status_code == 422, response.text
    assert response.json()["message"] == "Text must not contain the NUL character."


async def test_a_nul_anywhere_in_a_body_is_refused_with_its_reason(
    client: httpx.AsyncClient,
) -> None:
    """In what is no name either, and in what nobody asked for: it might be stored as it came."""
    body: dict[str, object] = {"email": "ada@example.com", "password": "a pass phrase"}
    for said in ({"password": "a pass\x00phrase"}, {"more": [{"deep": "\x00"}]}, {"\x00": 1}):
        response = await client.post("/api/login", json={**body, **said})
        assert response.status_code == 422, response.text
        assert response.json()["message"].startswith("Text must not contain the NUL character")


async def test_security_headers_are_on_every_answer(failing: httpx.AsyncClient) -> None:
    headers = (await failing.get("/nothing")).headers
    assert "'unsafe-inline'" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"


async def test_api_answers_are_not_stored_by_caches(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/user")).headers["cache-control"] == "no-store"
    assert "strict-transport-security" not in (await client.get("/api/user")).headers
