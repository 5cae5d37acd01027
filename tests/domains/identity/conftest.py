"""An application that can encrypt, its post, and a person who is signed in."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.factories.people import PASSWORD, sign_up
from tests.factories.post import Post

KEY = base64.b64encode(b"k" * 32).decode()


@dataclass
class Person:
    """Somebody with an account and a browser that is signed in."""

    email: str
    client: httpx.AsyncClient
    app: FastAPI
    password: str = PASSWORD

    async def log_in(self, **changes: Any) -> httpx.Response:
        """Try to log in from another browser."""
        async with browser(self.app, address="192.0.2.77") as other:
            body = {"email": self.email, "password": self.password, **changes}
            return await other.post("/api/login", json=body)

    async def account(self) -> dict[str, Any]:
        """GET /api/v1/me."""
        found: dict[str, Any] = (await self.client.get("/api/v1/me")).json()
        return found


@pytest.fixture(scope="module")
def settings(place: Place) -> Settings:
    """Test settings with a key for what is encrypted at rest."""
    return place.settings(secrets={"key": KEY})


@pytest_asyncio.fixture(scope="module")
async def app(settings: Settings, database: Database) -> AsyncIterator[FastAPI]:
    """The customer application."""
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()


@pytest.fixture
def post(app: FastAPI, admin: asyncpg.Connection) -> Post:
    """What delivers mails."""
    return Post(app, admin)


@pytest_asyncio.fixture
async def ada(app: FastAPI) -> AsyncIterator[Person]:
    """Somebody who registered and has not confirmed the address."""
    async with browser(app, address="192.0.2.1") as client:
        user = await sign_up(client)
        yield Person(user["email"], client, app)


@pytest_asyncio.fixture
async def confirmed(ada: Person, post: Post) -> Person:
    """Somebody with a confirmed address."""
    token = await post.token(ada.email, "Confirm your email address")
    assert (await ada.client.post("/api/v1/auth/verify", json={"token": token})).is_success
    return ada
