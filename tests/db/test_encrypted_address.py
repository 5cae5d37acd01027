"""What a database's address says of encryption holds for every connection of the pool."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from presence.core.settings import DatabaseSettings
from presence.db.session import Database
from presence.migrations import runner
from tests.conftest import Place


async def test_a_server_without_encryption_gets_nothing_when_it_is_required(place: Place) -> None:
    address = f"{place.url('customer')}?sslmode=require"
    database = Database(address, DatabaseSettings())
    try:
        with pytest.raises(ConnectionError, match="SSL"):
            async with database.transaction() as session:
                await session.execute(text("SELECT 1"))
    finally:
        await database.close()


async def test_an_address_that_prefers_encryption_takes_what_there_is(place: Place) -> None:
    database = Database(f"{place.url('customer')}?sslmode=prefer", DatabaseSettings())
    try:
        async with database.transaction() as session:
            assert (await session.execute(text("SELECT 1"))).scalar_one() == 1
    finally:
        await database.close()


async def test_migrations_keep_what_the_address_says(place: Place) -> None:
    with pytest.raises(ConnectionError, match="SSL"):
        await runner.current(f"{place.url('owner')}?sslmode=require")
