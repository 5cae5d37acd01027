"""A person whose browser goes to an address reads a refusal; a program gets the problem body."""

from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI

from presence.core.settings import MaintenanceSettings
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.http.server.sockets import HOST, listening

CHROMIUM = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
ACCEPT = f"Accept: {CHROMIUM}\r\n".encode()
HOSTILE = "/api/v1/%3Cscript%3Ealert(1)%3C%2Fscript%3E?next=//evil.example"


async def read(sent: bytes, **http: object) -> str:
    """Everything the server answers."""
    async with listening(**http) as place:
        return (await place.all_answers(sent)).decode()


async def test_a_browser_that_goes_to_a_wrong_host_reads_a_page() -> None:
    sent = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n" + ACCEPT + b"\r\n"
    answer = await read(sent, public_url="https://presence.example")
    head, _, page = answer.partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 421")
    assert "content-type: text/html" in head
    assert head.lower().count("content-security-policy:") == 1
    assert head.lower().count("cache-control:") == 1
    assert "Check the address." in page
    assert "href" not in page


async def test_a_browser_with_too_many_cookies_reads_what_to_do() -> None:
    cookie = b"Cookie: a=" + b"x" * 60_000 + b"\r\n"
    answer = await read(b"GET / HTTP/1.1\r\n" + HOST + ACCEPT + cookie + b"\r\n")
    assert answer.startswith("HTTP/1.1 431")
    assert "Delete this site&#x27;s cookies and try again." in answer


@pytest.mark.parametrize("length", [9_000, 200_000])
async def test_a_browser_with_too_long_an_address_reads_what_to_do(length: int) -> None:
    sent = b"GET /?q=" + b"x" * length + b" HTTP/1.1\r\n" + HOST + ACCEPT + b"\r\n"
    answer = await read(sent)
    assert answer.startswith("HTTP/1.1 414")
    assert "content-type: text/html" in answer
    assert "This address is too long. Shorten it" in answer


async def test_a_program_gets_the_problem_body_from_the_server_as_before() -> None:
    sent = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nAccept: */*\r\n\r\n"
    answer = await read(sent, public_url="https://presence.example")
    assert "application/problem+json" in answer


async def test_a_link_that_ended_says_so_on_a_page(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/files/no-such-token", headers={"accept": CHROMIUM})
    assert answer.status_code in (404, 410)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"] in answer.text
    assert '<a href="/">Open Presence</a>' in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"accept": "*/*"},
        {"accept": "application/json, text/plain, */*"},
        {"accept": "application/problem+json, text/html"},
        {"accept": CHROMIUM, "sec-fetch-mode": "cors"},
    ],
)
async def test_a_call_of_a_script_is_refused_in_json(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await client.get("/api/v1/brands", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


async def test_nothing_of_the_address_stands_on_the_page(client: httpx.AsyncClient) -> None:
    answer = await client.get(HOSTILE, headers={"accept": CHROMIUM})
    assert answer.status_code == 404
    assert "script" not in answer.text
    assert "evil" not in answer.text


async def test_an_address_that_leads_nowhere_says_what_to_do(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/no-such-thing", headers={"accept": CHROMIUM})
    assert answer.status_code == 404
    assert "Check the address, or ask whoever sent you the link for a new one." in answer.text


async def test_a_closed_service_says_when_to_come_back(place: Place) -> None:
    closed = MaintenanceSettings(closed=True, message="We are moving to a larger database.")
    settings = place.settings(maintenance=closed)
    app: FastAPI = create_customer_app(settings, build_adapters(settings))
    async with browser(app) as client:
        answer = await client.get("/api/v1/brands", headers={"accept": CHROMIUM})
    assert answer.status_code == 503
    assert "larger database. You can try again in 60 seconds." in answer.text
    assert '<a class="first" href="">Try again</a>' in answer.text
    app.state.accounts.close()
