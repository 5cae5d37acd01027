"""A database that does not answer costs a caller two seconds at most, and only while it is ill."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import httpx
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.engine import make_url
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.db.session import Database
from presence.http.database_watch import DatabaseWatch, Degrading
from presence.http.errors import install_handlers
from tests.assurance.sick_proxy import SickProxy, proxied
from tests.conftest import Place

DEGRADED_S = 2.0


@pytest_asyncio.fixture
async def proxy(place: Place) -> AsyncIterator[SickProxy]:
    """In front of the test's database."""
    url = make_url(place.url("customer"))
    async with proxied(str(url.host), int(url.port or 0)) as found:
        yield found


@pytest_asyncio.fixture
async def client(place: Place, proxy: SickProxy) -> AsyncIterator[httpx.AsyncClient]:
    """An application with two routes: one asks at once, one takes its time."""
    address = make_url(place.url("customer")).set(port=proxy.port)
    url = address.render_as_string(hide_password=False)
    settings = place.settings().database
    database = Database(url, settings)
    watch = DatabaseWatch(url)
    app = FastAPI()
    install_handlers(app)

    @app.get("/api/quick")
    async def quick() -> int:
        async with database.transaction() as session:
            return int((await session.execute(text("SELECT 1"))).scalar_one())

    @app.get("/api/slow")
    async def slow() -> int:
        async with database.transaction() as session:
            return int((await session.execute(text("SELECT 1 FROM pg_sleep(2.5)"))).scalar_one())

    app.add_middleware(Degrading, watch=watch)
    await watch.start()
    transport = httpx.ASGITransport(_timed(app), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://presence") as found:
        yield found
    await watch.close()
    await proxy.heal()
    await database.close()


async def test_a_call_to_a_silent_database_is_answered_within_two_seconds(
    client: httpx.AsyncClient, proxy: SickProxy
) -> None:
    assert (await client.get("/api/quick")).status_code == 200
    await proxy.sicken("timeout")
    answers = await asyncio.gather(*(_asked(client) for _ in range(5)))
    assert {a.status_code for a in answers} == {503}
    assert all(float(a.headers["x-first-byte"]) < DEGRADED_S for a in answers)
    assert answers[0].json()["code"] == "upstream-unavailable"


async def test_it_answers_again_once_the_database_does(
    client: httpx.AsyncClient, proxy: SickProxy
) -> None:
    await proxy.sicken("timeout")
    await _asked(client)
    await proxy.heal()
    deadline = time.monotonic() + 30
    while (await _asked(client)).status_code != 200:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.1)


async def test_a_statement_that_takes_long_is_not_cut_while_the_database_is_well(
    client: httpx.AsyncClient,
) -> None:
    assert (await client.get("/api/slow", timeout=20)).status_code == 200


def _timed(app: ASGIApp) -> ASGIApp:
    """Notes on each answer after how many seconds its first byte left; cleaning up comes after."""

    async def timed(scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                took = f"{time.monotonic() - began:.3f}".encode()
                message = {**message, "headers": [*message["headers"], (b"x-first-byte", took)]}
            await send(message)

        await app(scope, receive, noted)

    return timed


async def _asked(client: httpx.AsyncClient) -> httpx.Response:
    """In a task of its own, as a server gives each call."""
    return await asyncio.create_task(client.get("/api/quick", timeout=20))
