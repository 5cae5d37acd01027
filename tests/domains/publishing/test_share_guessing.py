"""Guessing at the passwords of many share links: by address and by password."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.factories.guesses import forget_guesses
from tests.factories.runs import make_brand
from tests.factories.team import SCALE, opened, owner_on

LINKS = 12
PASSWORD = "walking boots"
FREE_PER_ADDRESS = 30
FREE_PER_PASSWORD = 10
SOON = 8  # a second more has doubled each time


@pytest_asyncio.fixture(autouse=True)
async def nothing_tried(admin: asyncpg.Connection) -> AsyncIterator[None]:
    """No failures, neither before nor for other tests."""
    await forget_guesses(admin)
    yield
    await forget_guesses(admin)


@dataclass(frozen=True)
class Guesser:
    """Who knows the addresses of many links and the password of none."""

    app: FastAPI
    tokens: list[str]

    async def tries(self, number: int, password: str, address: str) -> httpx.Response:
        """One try at the next link, of a browser nobody has seen before."""
        path = f"/api/v1/share/{self.tokens[number % len(self.tokens)]}/unlock"
        async with browser(self.app, address=address) as client:
            return await client.post(path, json={"password": password})


@pytest_asyncio.fixture(scope="module")
async def guesser(app: FastAPI, database: Database) -> Guesser:
    """Twelve links of one workspace, all with one password."""
    owner, tokens = await owner_on(database, SCALE), []
    brand = (await make_brand(database, owner)).brand_id
    async with opened(app, database, owner) as person:
        for _ in range(LINKS):
            body = {"name": "For the board", "password": PASSWORD}
            path = f"/api/v1/brands/{brand}/share-links"
            assert (await person.client.post(path, json=body)).status_code == 201
        listed = (await person.client.get("/api/v1/share-links?limit=100")).json()["data"]
        tokens = [line["url"].rpartition("/")[2] for line in listed]
    assert len(set(tokens)) == LINKS
    return Guesser(app, tokens)


async def test_one_password_at_many_links_from_one_address_is_stopped(guesser: Guesser) -> None:
    told = [
        (await guesser.tries(n, "Summer2026!", "203.0.113.5")).status_code for n in range(LINKS)
    ]
    assert told == [422] * FREE_PER_PASSWORD + [429] * (LINKS - FREE_PER_PASSWORD)


async def test_one_password_at_many_links_from_many_networks_is_stopped(guesser: Guesser) -> None:
    answers = [await guesser.tries(n, "Summer2026!", f"10.{n}.0.9") for n in range(LINKS)]
    told = [answer.status_code for answer in answers]
    assert told == [422] * FREE_PER_PASSWORD + [429] * (LINKS - FREE_PER_PASSWORD)
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 900


async def test_many_passwords_at_many_links_from_one_address_are_stopped(guesser: Guesser) -> None:
    told = [
        (await guesser.tries(n, f"guess no. {n}", "203.0.113.5")).status_code for n in range(50)
    ]
    assert told[:FREE_PER_ADDRESS] == [422] * FREE_PER_ADDRESS
    assert told.count(422) < FREE_PER_ADDRESS + SOON


async def test_guessing_at_links_holds_up_no_reader_at_another_address(guesser: Guesser) -> None:
    for n in range(50):
        await guesser.tries(n, f"guess no. {n}", "203.0.113.5")
    assert (await guesser.tries(0, PASSWORD, "203.0.113.5")).status_code == 429
    assert (await guesser.tries(0, PASSWORD, "198.51.100.7")).status_code == 204
