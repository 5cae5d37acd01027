"""The console on the module's database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.operators.roles import StaffRole
from tests.conftest import Place
from tests.factories.staff import (
    BASE,
    ORIGIN,
    PASSWORD,
    Colleague,
    Letterbox,
    console_app,
    console_browser,
    join,
)


@pytest.fixture(scope="module")
def letterbox() -> Letterbox:
    """Every mail to staff."""
    return Letterbox()


@pytest_asyncio.fixture(scope="module")
async def console(place: Place, letterbox: Letterbox) -> AsyncIterator[FastAPI]:
    """The console's application."""
    settings = place.settings(
        console={"public_url": ORIGIN}, engines={"chatgpt": {"api_key": "sk-test"}}
    )
    async with console_app(settings, mailer=letterbox) as application:
        yield application


@pytest_asyncio.fixture(scope="module")
async def operator_database(console: FastAPI) -> Database:
    """The module's database as `operator`."""
    database: Database = console.state.database
    return database


@pytest_asyncio.fixture(scope="module")
async def colleagues(
    console: FastAPI, operator_database: Database
) -> AsyncIterator[dict[StaffRole, Colleague]]:
    """One of each role, signed in."""
    roles: tuple[StaffRole, ...] = (
        "support-l1",
        "support-l2",
        "billing-ops",
        "admin",
        "auditor",
    )
    found = {role: await join(console, operator_database, role) for role in roles}
    yield found
    for colleague in found.values():
        await colleague.client.aclose()


@pytest_asyncio.fixture(scope="module")
async def halfway(console: FastAPI, operator_database: Database) -> str:
    """The token of a sign-in after the password and before the code."""
    colleague = await join(console, operator_database)
    async with console_browser(console) as client:
        body = {"email": colleague.email, "password": PASSWORD}
        assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
        await colleague.client.aclose()
        return client.cookies["presence_console_half"]


@pytest_asyncio.fixture(scope="module")
async def boss(colleagues: dict[StaffRole, Colleague]) -> Colleague:
    """The admin."""
    return colleagues["admin"]


@pytest_asyncio.fixture(scope="module")
async def second(console: FastAPI, operator_database: Database) -> AsyncIterator[Colleague]:
    """Another admin."""
    colleague = await join(console, operator_database)
    yield colleague
    await colleague.client.aclose()
