"""A brand of an owner on Growth, and a worker's hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from tests.conftest import Place
from tests.domains.traffic.shipping import Shipper, shipper_of
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


@pytest.fixture
def truth() -> Counter[str]:
    """Requests by bot."""
    return Counter()


@pytest_asyncio.fixture
async def shipper(app: FastAPI, site: Site, tmp_path: Path) -> AsyncIterator[Shipper]:
    """Of a log that is not there yet."""
    async with shipper_of(app, site, tmp_path / "access.log") as made:
        yield made
