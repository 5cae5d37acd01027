"""The application with the real Google adapter, and the provider that stands in for Google."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence_standins.google import Provider, google_provider
from tests.conftest import Place
from tests.domains.identity.conftest import KEY


@pytest_asyncio.fixture(scope="module")
async def provider() -> AsyncIterator[Provider]:
    """The stand-in."""
    async with google_provider() as running:
        yield running


@pytest.fixture(scope="module")
def settings(place: Place, provider: Provider) -> Settings:
    """Connected to the stand-in."""
    google = {
        "issuer": provider.url,
        "client_id": provider.client_id,
        "client_secret": provider.client_secret,
    }
    return place.settings(secrets={"key": KEY}, google=google)


@pytest_asyncio.fixture(scope="module")
async def app(settings: Settings, database: Database) -> AsyncIterator[FastAPI]:
    """The application with the real Google adapter."""
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()
