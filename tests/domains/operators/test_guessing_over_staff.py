"""Guessing over many accounts of the console: by address and by password."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.factories.guesses import forget_guesses
from tests.factories.staff import BASE, ORIGIN, PASSWORD, join

FREE_PER_ADDRESS = 30
FREE_PER_PASSWORD = 10
SOON = 8  # a second more has doubled each time


@pytest_asyncio.fixture(autouse=True)
async def nothing_tried(admin: asyncpg.Connection) -> AsyncIterator[None]:
    """No failures, neither before nor for other tests."""
    await forget_guesses(admin)
    yield
    await forget_guesses(admin)


async def guess(app: FastAPI, email: str, password: str, address: str) -> httpx.Response:
    """One try at the first step of a browser nobody has seen before."""
    transport = httpx.ASGITransport(app, client=(address, 50000))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        return await client.post(f"{BASE}/session", json={"email": email, "password": password})


async def test_one_password_at_many_staff_accounts_from_many_networks_is_stopped(
    console: FastAPI,
) -> None:
    answers = [
        await guess(console, f"staff{n}@spray.example", "Summer2026!", f"127.{n}.0.9")
        for n in range(30)
    ]
    told = [answer.status_code for answer in answers]
    assert told[:FREE_PER_PASSWORD] == [401] * FREE_PER_PASSWORD
    assert told.count(401) < FREE_PER_PASSWORD + SOON
    assert told[-1] == 429
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 900


async def test_many_passwords_at_many_staff_accounts_from_one_address_are_stopped(
    console: FastAPI,
) -> None:
    told = [
        (await guess(console, f"staff{n}@spray.example", f"guess no. {n}", "127.0.0.9")).status_code
        for n in range(60)
    ]
    assert told[:FREE_PER_ADDRESS] == [401] * FREE_PER_ADDRESS
    assert told.count(401) < FREE_PER_ADDRESS + SOON
    assert told[-1] == 429


async def test_a_spray_over_staff_holds_nobody_up_at_another_address(
    console: FastAPI, operator_database: Database
) -> None:
    colleague = await join(console, operator_database)
    for n in range(60):
        await guess(console, f"staff{n}@spray.example", f"guess no. {n}", "127.0.0.9")
    held = await guess(console, colleague.email, PASSWORD, "127.0.0.9")
    entered = await guess(console, colleague.email, PASSWORD, "127.8.0.1")
    await colleague.client.aclose()
    assert (held.status_code, entered.status_code) == (429, 200)
