"""What the tests of webhooks share: an owner, their browser, and a server that receives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from presence_standins.receiver import Receiver, receiver
from tests.conftest import Place
from tests.factories.people import Tenant
from tests.factories.team import SCALE, owner_on
from tests.factories.webhooks import opened_by, sending_hands


@pytest.fixture(scope="module")
def taking() -> Iterator[Receiver]:
    """Somebody's server."""
    with receiver() as running:
        yield running


@pytest_asyncio.fixture
async def hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """A worker that may post to this machine."""
    async with sending_hands(database, place) as resources:
        yield resources


@pytest_asyncio.fixture
async def owner(database: Database) -> Tenant:
    """Somebody on the plan that has webhooks."""
    return await owner_on(database, SCALE)


@pytest_asyncio.fixture
async def client(
    app: FastAPI, database: Database, owner: Tenant, taking: Receiver
) -> AsyncIterator[httpx.AsyncClient]:
    """Their browser."""
    async with opened_by(app, database, owner, taking) as opened:
        yield opened
