"""Guessing is limited per account and address, per account, in the database, for all processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.factories.people import PASSWORD, sign_up

WRONG = "not the password"


@pytest_asyncio.fixture
async def account(app: FastAPI) -> AsyncIterator[str]:
    """E-mail of a registered account."""
    async with browser(app, address="192.0.2.1") as client:
        yield (await sign_up(client))["email"]


async def guess(
    app: FastAPI, email: str, password: str = WRONG, address: str = "192.0.2.99"
) -> httpx.Response:
    """One try of a browser nobody has seen before."""
    async with browser(app, address=address) as client:
        return await client.post("/api/login", json={"email": email, "password": password})


async def test_the_sixth_try_from_one_address_is_refused_with_the_wait(
    app: FastAPI, account: str
) -> None:
    statuses = [(await guess(app, account)).status_code for _ in range(5)]
    assert statuses == [401] * 5
    refused = await guess(app, account)
    assert refused.status_code == 429
    assert refused.json()["code"] == "rate-limited"
    assert 890 <= int(refused.headers["retry-after"]) <= 900
    assert refused.headers["ratelimit-policy"].startswith('"login";q=5;w=900')
    assert refused.headers["ratelimit"].startswith('"login";r=0;t=')


async def test_even_the_right_password_is_refused_while_throttled(
    app: FastAPI, account: str
) -> None:
    for _ in range(5):
        await guess(app, account)
    assert (await guess(app, account, PASSWORD)).status_code == 429
    assert (await guess(app, account, PASSWORD, address="192.0.2.7")).status_code == 200


async def test_twenty_tries_an_hour_over_all_addresses(app: FastAPI, account: str) -> None:
    answers = [
        (await guess(app, account, address=f"198.51.100.{n}")).status_code for n in range(24)
    ]
    assert answers == [401] * 20 + [429] * 4


async def test_many_tries_at_once_check_no_more_than_the_limit(
    place: Place, app: FastAPI, database: Database, account: str
) -> None:
    settings = place.settings()
    async with AsyncExitStack() as stack:
        twin = create_customer_app(settings, build_adapters(settings))
        stack.push_async_callback(twin.state.database.close)
        stack.callback(twin.state.accounts.close)
        answers = await asyncio.gather(
            *(guess((app, twin)[n % 2], account, address=f"203.0.113.{n}") for n in range(60))
        )
    assert sum(a.status_code == 401 for a in answers) == 20
    assert sum(a.status_code == 429 for a in answers) == 40


async def test_a_browser_that_logged_in_before_keeps_its_own_allowance(app: FastAPI) -> None:
    async with browser(app, address="192.0.2.1") as known:
        email = (await sign_up(known))["email"]
        await known.post("/api/logout")
        for n in range(25):
            await guess(app, email, address=f"198.51.100.{n}")
        body = {"email": email, "password": WRONG}
        tries = [(await known.post("/api/login", json=body)).status_code for _ in range(6)]
        assert tries == [401] * 5 + [429]


async def test_the_owner_gets_in_during_an_attack(app: FastAPI) -> None:
    async with browser(app, address="192.0.2.1") as known:
        email = (await sign_up(known))["email"]
        await known.post("/api/logout")
        for n in range(25):
            await guess(app, email, address=f"198.51.100.{n}")
        response = await known.post("/api/login", json={"email": email, "password": PASSWORD})
        assert response.status_code == 200


async def test_a_successful_login_uses_up_nothing(app: FastAPI, account: str) -> None:
    statuses = [(await guess(app, account, PASSWORD)).status_code for _ in range(8)]
    assert statuses == [200] * 8


async def test_an_unknown_account_is_throttled_like_a_known_one(app: FastAPI) -> None:
    answers = [(await guess(app, "ghost@example.com")).status_code for _ in range(6)]
    assert answers == [401] * 5 + [429]


async def test_the_allowance_comes_back_when_the_window_has_passed(
    app: FastAPI, account: str, admin: asyncpg.Connection
) -> None:
    for _ in range(6):
        await guess(app, account)
    await admin.execute("UPDATE login_attempt SET attempted_at = attempted_at - interval '16 min'")
    assert (await guess(app, account)).status_code == 401


async def test_attempts_are_stored_without_the_address_that_was_tried(
    app: FastAPI, account: str, admin: asyncpg.Connection
) -> None:
    await guess(app, account)
    rows = await admin.fetch("SELECT l::text AS row FROM login_attempt l")
    assert rows
    assert all(account not in row["row"] for row in rows)
