"""An owner on Growth and an empty Free one, each with a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.factories.team import GROWTH, Person, opened, owner_on


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[Person]:
    """Owner of a workspace on Growth: ten seats, keys that read."""
    async with opened(app, database, await owner_on(database, GROWTH)) as person:
        yield person
