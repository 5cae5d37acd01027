"""One set of stand-ins and one set of SDK clients for all tests here; every test starts clean."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from presence.adapters.assistants import Assistants
from presence_standins import engines
from presence_standins.engines import EngineStandIns


@pytest_asyncio.fixture(scope="session")
async def running() -> AsyncIterator[EngineStandIns]:
    """The stand-ins, once for all tests."""
    async with engines.start() as started:
        yield started


@pytest.fixture
def standins(running: EngineStandIns) -> EngineStandIns:
    """The stand-ins with an empty script and meters at zero."""
    running.script()
    running.reset()
    return running


@pytest_asyncio.fixture(scope="session")
async def assistants() -> AsyncIterator[Assistants]:
    """The product's engine factory."""
    made = Assistants()
    yield made
    await made.aclose()
