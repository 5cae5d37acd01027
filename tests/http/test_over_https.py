"""Over https every answer says to stay there: of both applications and of the server before."""

from __future__ import annotations

from dataclasses import replace

import httpx

from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.middleware import CSP
from tests.conftest import Place
from tests.factories.staff import console_app
from tests.http.server.sockets import END, listening

STAY = "max-age=31536000; includeSubDomains"
PATHS = ("/healthz", "/api/user", "/api/admin/v1/session", "/api/nothing", "/nothing.txt")


async def test_every_answer_to_customers_says_to_stay(place: Place, database: Database) -> None:
    origin = "https://presence.test"
    settings = place.settings(http={"public_url": origin})
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=origin) as client:
        answers = [await client.get(path) for path in PATHS]
        answers.append(await client.post("/api/login", headers={"Origin": "https://evil.test"}))
    app.state.accounts.close()
    assert {answer.headers["strict-transport-security"] for answer in answers} == {STAY}


async def test_every_answer_to_staff_says_to_stay_and_what_a_page_may_load(place: Place) -> None:
    origin = "https://console.test"
    async with (
        console_app(place.settings(console={"public_url": origin})) as app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=origin) as client,
    ):
        answers = [await client.get(path) for path in PATHS]
        path = "/api/admin/v1/session"
        answers.append(await client.post(path, headers={"Origin": "https://evil.test"}))
    assert [answer.status_code for answer in answers] == [200, 404, 401, 404, 404, 403]
    for answer in answers:
        assert answer.headers["strict-transport-security"] == STAY
        assert answer.headers["content-security-policy"] == CSP
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_what_no_application_sees_is_answered_so_too() -> None:
    async with listening(public_url="https://presence.test") as place:
        sent = b"GET / HTTP/1.1\r\nHost: evil.test" + END
        head = (await place.all_answers(sent)).decode().partition("\r\n\r\n")[0]
    assert head.startswith("HTTP/1.1 421")
    assert f"strict-transport-security: {STAY}" in head
    assert f"content-security-policy: {CSP}" in head
