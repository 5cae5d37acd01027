"""The product connected to the model of Stripe."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import pytest_asyncio

from presence.db.session import Database
from tests.conftest import Place
from tests.domains.billing.stripe_world import Customer, World, stripe_world


@pytest_asyncio.fixture
async def world(
    place: Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[World]:
    """A fresh model on the module's database."""
    async with stripe_world(place, database, admin) as made:
        yield made


@pytest_asyncio.fixture
async def customer(world: World) -> AsyncIterator[Customer]:
    """Somebody who has just signed up and has nothing yet."""
    async with world.customer() as made:
        yield made
