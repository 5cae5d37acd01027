"""Guessing over many accounts: by address, by network and by password, and who is not held up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.secrets import Vault
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.client import network_key
from tests.conftest import Place, browser
from tests.factories.guesses import forget_guesses
from tests.factories.people import PASSWORD, sign_up

FREE_PER_ADDRESS = 30
FREE_PER_NETWORK = 300
FREE_PER_PASSWORD = 10


@pytest_asyncio.fixture(autouse=True)
async def nothing_tried(admin: asyncpg.Connection) -> AsyncIterator[None]:
    """No failures from before."""
    await forget_guesses(admin)
    yield


async def guess(
    app: FastAPI, email: str, password: str, address: str = "203.0.113.5"
) -> httpx.Response:
    """One try of a browser nobody has seen before."""
    async with browser(app, address=address) as client:
        return await client.post("/api/login", json={"email": email, "password": password})


async def spray(app: FastAPI, tries: int, password: str | None, *, spread: bool) -> list[int]:
    """One try at each of many accounts; statuses."""
    return [
        (
            await guess(
                app,
                f"person{n}@spray.example",
                password or f"another guess {n}",
                f"10.{n}.0.9" if spread else "203.0.113.5",
            )
        ).status_code
        for n in range(tries)
    ]


async def test_one_password_at_many_accounts_from_one_address_is_stopped(app: FastAPI) -> None:
    answers = await spray(app, 150, "Summer2026!", spread=False)
    assert answers[:FREE_PER_PASSWORD] == [401] * FREE_PER_PASSWORD
    assert answers.count(401) < FREE_PER_PASSWORD + 8  # a second more has doubled each time
    refused = await guess(app, "person151@spray.example", "Summer2026!")
    assert refused.status_code == 429
    assert refused.json()["detail"].startswith("Too many login attempts. Please try again in ")
    assert 1 <= int(refused.headers["retry-after"]) <= 900


async def test_one_password_at_many_accounts_from_many_networks_is_stopped(app: FastAPI) -> None:
    answers = await spray(app, 40, "Summer2026!", spread=True)
    assert answers[:FREE_PER_PASSWORD] == [401] * FREE_PER_PASSWORD
    assert answers.count(401) < FREE_PER_PASSWORD + 8


async def test_many_passwords_from_one_address_are_stopped(app: FastAPI) -> None:
    answers = await spray(app, 80, None, spread=False)
    assert answers[:FREE_PER_ADDRESS] == [401] * FREE_PER_ADDRESS
    assert answers.count(401) < FREE_PER_ADDRESS + 8


async def test_many_addresses_of_one_network_are_stopped(
    app: FastAPI, admin: asyncpg.Connection
) -> None:
    await admin.execute(
        "INSERT INTO login_guess (id, account, source, network, attempted_at)"
        " SELECT gen_random_uuid(), sha256(n::text::bytea), '203.0.113.' || n % 200,"
        " '203.0.113.0/24', now() FROM generate_series(1, $1) n",
        FREE_PER_NETWORK,
    )
    refused = await guess(app, "ghost@spray.example", "a guess of mine", "203.0.113.250")
    assert refused.status_code == 429
    elsewhere = await guess(app, "ghost@spray.example", "a guess of mine", "198.51.100.250")
    assert elsewhere.status_code == 401


async def test_each_failure_past_the_limit_doubles_the_wait(
    app: FastAPI, admin: asyncpg.Connection
) -> None:
    waits = []
    await spray(app, FREE_PER_ADDRESS, None, spread=False)
    for n in range(11):  # all within the hour in which failures count
        refused = await guess(app, f"later{n}@spray.example", f"my guess {n}")
        waits.append(int(refused.headers["retry-after"]))
        await admin.execute(
            "UPDATE login_guess SET attempted_at = attempted_at - make_interval(secs => $1)",
            waits[-1],
        )
        assert (await guess(app, f"later{n}@spray.example", f"my guess {n}")).status_code == 401
    assert waits[:5] == pytest.approx([2, 4, 8, 16, 32], abs=1)
    assert waits[-1] == pytest.approx(900, abs=1)


async def test_a_spray_at_once_over_two_servers_checks_no_more_than_the_limit(
    place: Place, app: FastAPI, database: Database
) -> None:
    settings = place.settings()
    async with AsyncExitStack() as stack:
        twin = create_customer_app(settings, build_adapters(settings))
        stack.push_async_callback(twin.state.database.close)
        stack.callback(twin.state.accounts.close)
        answers = await asyncio.gather(
            *(
                guess((app, twin)[n % 2], f"at-once{n}@spray.example", "Summer2026!")
                for n in range(60)
            )
        )
    assert sum(a.status_code == 401 for a in answers) <= FREE_PER_PASSWORD + 2
    assert all(a.status_code in (401, 429) for a in answers)


async def test_a_browser_that_signed_in_before_is_not_held_up_by_strangers(app: FastAPI) -> None:
    async with browser(app, address="203.0.113.5") as known:
        email = (await sign_up(known))["email"]
        await known.post("/api/logout")
        await spray(app, 60, None, spread=False)
        await spray(app, 20, PASSWORD, spread=True)
        assert (await guess(app, email, PASSWORD)).status_code == 429
        answer = await known.post("/api/login", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 200


async def test_a_spray_does_not_use_up_the_tries_of_an_account(app: FastAPI) -> None:
    async with browser(app, address="192.0.2.1") as client:
        email = (await sign_up(client))["email"]
    await spray(app, 60, None, spread=False)
    for _ in range(10):
        assert (await guess(app, email, "a wrong password")).status_code == 429
    assert (await guess(app, email, PASSWORD, "192.0.2.44")).status_code == 200


async def test_right_passwords_use_nothing_up(app: FastAPI, admin: asyncpg.Connection) -> None:
    async with browser(app, address="192.0.2.1") as client:
        email = (await sign_up(client))["email"]
    answers = [(await guess(app, email, PASSWORD)).status_code for _ in range(40)]
    assert answers == [200] * 40
    assert await admin.fetchval("SELECT count(*) FROM login_guess") == 0


async def test_a_known_and_an_unknown_address_are_held_up_alike(app: FastAPI) -> None:
    async with browser(app, address="192.0.2.1") as client:
        email = (await sign_up(client))["email"]
    await spray(app, 40, None, spread=False)
    known = await guess(app, email, "a wrong password")
    unknown = await guess(app, "ghost@spray.example", "a wrong password")
    assert (known.status_code, unknown.status_code) == (429, 429)
    assert known.json()["detail"].split()[:3] == unknown.json()["detail"].split()[:3]


async def test_a_guessed_password_is_not_kept(app: FastAPI, admin: asyncpg.Connection) -> None:
    await guess(app, "ghost@spray.example", "Summer2026!")
    row = await admin.fetchrow("SELECT secret, l::text AS row FROM login_guess l")
    assert row is not None
    assert len(row["secret"]) == 3
    assert b"Summer2026!".hex() not in row["row"]
    assert row["secret"] == Vault([b"k" * 32]).mark("Summer2026!", "guessed password", 3)
    assert row["secret"] != Vault([b"q" * 32]).mark("Summer2026!", "guessed password", 3)


async def test_what_was_guessed_is_forgotten_after_a_day(
    app: FastAPI, admin: asyncpg.Connection
) -> None:
    await guess(app, "ghost@spray.example", "Summer2026!")
    await admin.execute("UPDATE login_guess SET attempted_at = now() - interval '25 hours'")
    await guess(app, "ghost@spray.example", "another guess")
    await guess(app, "ghost@spray.example", "another guess yet")
    assert await admin.fetchval("SELECT count(*) FROM login_guess") == 2


@pytest.mark.parametrize(
    ("key", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2ff::/64", "2001:db8:1:200::/56"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_a_network_is_a_24_or_a_56(key: str, network: str) -> None:
    assert network_key(key) == network
