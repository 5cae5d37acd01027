"""Settings with keys that lead nowhere, workspaces on a plan, and an owner's browser."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import session_cookies

# The ceiling of a day, where a test is about something else.
FAR = {"daily_ceiling_usd": 100_000}
SECRET = b64encode(bytes(range(32))).decode()


@pytest.fixture(scope="module")
def settings(place: Place) -> Settings:
    """ChatGPT, Perplexity and a free compatible server on the deployment's keys."""
    return place.settings(
        secrets={"key": SECRET},
        engines={
            "chatgpt": {"api_key": "deployment-chatgpt", **FAR},
            "perplexity": {"api_key": "deployment-perplexity", **FAR},
            "compatible": {"base_url": "http://127.0.0.1:9/v1", "model": "tiny"},
            **FAR,
        },
    )


async def on_plan(database: Database, plan_id: int | None) -> Tenant:
    """A workspace of its own with a plan, None for the free one."""
    tenant = await make_tenant(database)
    if plan_id is not None:
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, plan_id, None)
    return tenant


@pytest_asyncio.fixture(scope="module")
async def app(settings: Settings, database: Database) -> AsyncIterator[FastAPI]:
    """The application with these settings."""
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture
async def tenant(database: Database) -> Tenant:
    """A free workspace without keys of its own."""
    return await on_plan(database, None)


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, tenant: Tenant
) -> AsyncIterator[httpx.AsyncClient]:
    """Its owner's browser."""
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield client
