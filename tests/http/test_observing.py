"""Requests are counted by their route, and only by it."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from presence.core.logging import JsonFormatter
from presence.core.metrics import COUNTED, http_duration
from presence.http.observing import Observing
from tests.factories.people import sign_up

DURATION = "presence_http_server_request_duration_seconds_count"


def count(method: str, route: str, status_class: str) -> float:
    labels = {"method": method, "route": route, "status_class": status_class}
    return COUNTED.get_sample_value(DURATION, labels) or 0.0


def routes() -> set[str]:
    return {s.labels["route"] for m in http_duration.collect() for s in m.samples if s.labels}


async def test_an_answer_counts_under_its_route_and_class(client: httpx.AsyncClient) -> None:
    before = count("GET", "/healthz", "2xx")
    await client.get("/healthz")
    assert count("GET", "/healthz", "2xx") == before + 1


async def test_ids_in_an_address_make_no_series_of_their_own(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    for number in range(3):
        await client.get(f"/api/v1/brands/00000000-0000-7000-8000-00000000000{number}")
        await client.get(f"/api/v1/nothing/{number}")
        await client.get(f"/somewhere-{number}")
    assert "/api/v1/brands/{brand_id}" in routes()
    assert {"unmatched", "web"} <= routes()
    assert not [route for route in routes() if re.search(r"\d", route.replace("/v1/", "/", 1))]


@pytest.mark.parametrize("method", ["BREW", "X" * 40])
async def test_an_invented_method_makes_no_series_of_its_own(
    client: httpx.AsyncClient, method: str
) -> None:
    await client.request(method, "/healthz")
    methods = {s.labels["method"] for m in http_duration.collect() for s in m.samples if s.labels}
    assert method not in methods
    assert "other" in methods


async def test_a_refusal_counts_by_status_and_route(client: httpx.AsyncClient) -> None:
    labels = {"status": "401", "route": "/api/v1/brands"}
    before = COUNTED.get_sample_value("presence_http_refused_total", labels) or 0.0
    await client.get("/api/v1/brands")
    assert COUNTED.get_sample_value("presence_http_refused_total", labels) == before + 1


@pytest.mark.parametrize(("kind", "counted"), [(b"text/event-stream", 0), (b"text/html", 1)])
async def test_an_open_stream_is_no_request_in_flight(kind: bytes, counted: int) -> None:
    seen: list[float] = []

    def in_flight() -> float:
        return COUNTED.get_sample_value("presence_http_server_active_requests") or 0.0

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(in_flight())
        start = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]}
        await send(start)
        await send({"type": "http.response.body", "body": b"data: 1", "more_body": True})
        seen.append(in_flight())

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        """Nobody listens."""

    before = in_flight()
    scope = {"type": "http", "method": "GET", "path": "/api/events", "headers": []}
    await Observing(answering)(scope, receive, send)
    assert seen == [before + 1, before + counted]
    assert in_flight() == before


async def test_a_wrong_password_counts_as_a_failed_log_in(client: httpx.AsyncClient) -> None:
    labels = {"result": "failed"}
    before = COUNTED.get_sample_value("presence_login_attempts_total", labels) or 0.0
    await client.post("/api/login", json={"email": "who@example.com", "password": "Wrong-1-pass"})
    assert COUNTED.get_sample_value("presence_login_attempts_total", labels) == before + 1


async def test_one_registration_is_one_sign_up_and_one_log_in(client: httpx.AsyncClient) -> None:
    before = COUNTED.get_sample_value("presence_signup_total") or 0.0
    logged_in = (
        COUNTED.get_sample_value("presence_login_attempts_total", {"result": "succeeded"}) or 0.0
    )
    await sign_up(client)
    assert COUNTED.get_sample_value("presence_signup_total") == before + 1
    now = COUNTED.get_sample_value("presence_login_attempts_total", {"result": "succeeded"})
    assert now == logged_in + 1


def told(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    """The lines of the access log."""
    found: list[dict[str, object]] = []
    for record in caplog.records:
        if record.name == "presence.access":
            found.append(json.loads(JsonFormatter().format(record)))
    return found


async def called(path: str, status: int = 200, logged: float = 1.0, query: bytes = b"") -> None:
    """One call through the middleware."""

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"x-request-id", b"r-1")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"12345"})

    async def nothing() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def nobody(message: Message) -> None:
        """Nobody listens."""

    headers = [(b"cookie", b"session=hunter2"), (b"user-agent", b"somebody")]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query,
        "headers": headers,
        "client": ("203.0.113.7", 1),
    }
    await Observing(answering, logged=logged)(scope, nothing, nobody)


async def test_a_call_is_logged_by_its_route_without_what_the_caller_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "presence.access")
    await called("/api/v1/brands/hunter2", query=b"token=hunter2")
    (line,) = told(caplog)
    kept = {name: line[name] for name in ("method", "route", "status", "bytes", "by", "requestId")}
    assert kept == {
        "method": "GET",
        "route": "unmatched",
        "status": 200,
        "bytes": 5,
        "by": "session",
        "requestId": "r-1",
    }
    assert isinstance(line["milliseconds"], float)
    assert not re.search("hunter2|203.0.113.7|somebody", json.dumps(line))


async def test_faults_are_logged_whatever_the_share(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "presence.access")
    for status in (200, 404, 500, 503):
        await called("/api/v1/x", status, logged=1e-12)
    assert [line["status"] for line in told(caplog)] == [500, 503]


async def test_probes_and_a_log_that_is_off_write_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "presence.access")
    await called("/readyz", 503)
    await called("/api/v1/x", 500, logged=0)
    assert told(caplog) == []
