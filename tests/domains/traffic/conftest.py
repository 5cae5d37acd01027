"""A brand of an owner on Growth, and a worker's hands."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from tests.conftest import Place
from tests.domains.traffic.site import Site, site_on
from tests.factories.runs import worker_hands
from tests.factories.team import GROWTH


@pytest_asyncio.fixture
async def site(app: FastAPI, database: Database) -> AsyncIterator[Site]:
    """Whose logs are read."""
    async with site_on(app, database, GROWTH) as made:
        yield made


@pytest_asyncio.fixture
async def hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """What a worker has."""
    async with worker_hands(database, place.settings()) as resources:
        yield resources
