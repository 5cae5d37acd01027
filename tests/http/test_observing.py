"""Requests are counted by their route, and only by it."""

from __future__ import annotations

import re

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from presence.core.metrics import COUNTED, http_duration
from presence.http.observing import Observing
from tests.factories.people import sign_up

DURATION = "http_server_request_duration_seconds_count"


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
    before = COUNTED.get_sample_value("http_refused_total", labels) or 0.0
    await client.get("/api/v1/brands")
    assert COUNTED.get_sample_value("http_refused_total", labels) == before + 1


@pytest.mark.parametrize(("kind", "counted"), [(b"text/event-stream", 0), (b"text/html", 1)])
async def test_an_open_stream_is_no_request_in_flight(kind: bytes, counted: int) -> None:
    seen: list[float] = []

    def in_flight() -> float:
        return COUNTED.get_sample_value("http_server_active_requests") or 0.0

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
    before = COUNTED.get_sample_value("login_attempts_total", labels) or 0.0
    await client.post("/api/login", json={"email": "who@example.com", "password": "Wrong-1-pass"})
    assert COUNTED.get_sample_value("login_attempts_total", labels) == before + 1


async def test_one_registration_is_one_sign_up_and_one_log_in(client: httpx.AsyncClient) -> None:
    before = COUNTED.get_sample_value("signup_total") or 0.0
    logged_in = COUNTED.get_sample_value("login_attempts_total", {"result": "succeeded"}) or 0.0
    await sign_up(client)
    assert COUNTED.get_sample_value("signup_total") == before + 1
    now = COUNTED.get_sample_value("login_attempts_total", {"result": "succeeded"})
    assert now == logged_in + 1
