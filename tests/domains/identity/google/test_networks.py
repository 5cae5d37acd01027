"""Whose address Google vouches for counts no longer for the network their account was made in."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence_standins.google import Account, Provider
from tests.conftest import browser
from tests.factories.google import sign_in
from tests.factories.people import PASSWORD, registration, sign_up
from tests.factories.post import Post

MOST = 3
HERE, ELSEWHERE = "198.51.110", "198.51.111"
REFUSED = "/auth?error=google_many_accounts"
_subjects = itertools.count(600_000_000_000)


def somebody(email: str | None = None, hosted: str | None = None) -> Account:
    """A Google account nobody here knows; `hosted=""` is a private one."""
    return Account(str(next(_subjects)), email or registration()["email"], hosted=hosted)


@pytest_asyncio.fixture(scope="module")
async def strict(settings: Settings, database: Database) -> AsyncIterator[FastAPI]:
    """The application where a network has a few unconfirmed accounts a day."""
    rates = settings.rates.model_copy(update={"accounts_network": (MOST, 86_400)})
    few = settings.model_copy(update={"rates": rates})
    application = create_customer_app(few, replace(build_adapters(few), database=database))
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture(autouse=True)
async def free(admin: asyncpg.Connection) -> None:
    """Nobody has used up anything."""
    await admin.execute("DELETE FROM rate_window")


async def fill(app: FastAPI, network: str, accounts: int) -> list[int]:
    """The statuses of registering so many people in a network."""
    found = []
    for n in range(accounts):
        async with browser(app, address=f"{network}.{100 + n}") as client:
            found.append((await client.post("/api/register", json=registration())).status_code)
    return found


async def test_an_account_that_google_confirms_elsewhere_frees_the_network_it_was_made_in(
    strict: FastAPI, provider: Provider
) -> None:
    async with browser(strict, address=f"{HERE}.1") as client:
        email = str((await sign_up(client))["email"])
    assert await fill(strict, HERE, MOST - 1) == [201] * (MOST - 1)
    assert await fill(strict, ELSEWHERE, MOST) == [201] * MOST
    async with browser(strict, address=f"{ELSEWHERE}.1") as other:
        assert await sign_in(other, provider, somebody(email)) == "/auth?action=link"
        assert await fill(strict, HERE, 1) == [429]
        linked = await other.post("/api/v1/auth/google/link", json={"password": PASSWORD})
        assert linked.json()["emailVerified"] is True
    assert await fill(strict, ELSEWHERE, 1) == [429]
    assert await fill(strict, HERE, 2) == [201, 429]


async def test_an_account_google_made_and_did_not_vouch_for_frees_its_network_once_confirmed(
    strict: FastAPI, provider: Provider, admin: asyncpg.Connection
) -> None:
    who = somebody(hosted="")
    async with browser(strict, address=f"{HERE}.1") as client:
        assert await sign_in(client, provider, who) == "/auth"
        assert await fill(strict, HERE, MOST) == [201] * (MOST - 1) + [429]
        token = await Post(strict, admin).token(who.email, "Confirm your email address")
        for status in (200, 422):  # a link works once, and gives back once
            answer = await client.post("/api/v1/auth/verify", json={"token": token})
            assert answer.status_code == status
    assert await fill(strict, HERE, 2) == [201, 429]


@pytest.mark.parametrize("hosted", [None, ""], ids=["vouched for", "unconfirmed"])
async def test_a_full_network_makes_accounts_with_google_only_where_google_vouches(
    strict: FastAPI, provider: Provider, hosted: str | None
) -> None:
    assert await fill(strict, HERE, MOST) == [201] * MOST
    ended = "/auth" if hosted is None else REFUSED
    async with browser(strict, address=f"{HERE}.1") as client:
        assert await sign_in(client, provider, somebody(hosted=hosted)) == ended


async def test_an_account_google_vouches_for_gives_nothing_back_it_never_took(
    strict: FastAPI, provider: Provider
) -> None:
    who = somebody()
    assert await fill(strict, HERE, MOST) == [201] * MOST
    async with browser(strict, address=f"{HERE}.1") as client:
        for _ in range(2):
            assert await sign_in(client, provider, who) == "/auth"
    assert await fill(strict, HERE, 1) == [429]
