"""Migrations go up, down and up again, and end where the models are."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from presence.db.session import async_url
from presence.migrations import runner
from presence.migrations.registry import metadata
from tests.conftest import Place, Server, create_empty, drop

SCHEMA = """
SELECT c.relname, c.relkind::text, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, 3
"""
LEFT_OVER = """
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
  AND relkind IN ('r', 'v', 'S') AND relname <> 'alembic_version'
UNION ALL
SELECT p.proname FROM pg_proc p
  LEFT JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
  WHERE p.pronamespace = 'public'::regnamespace AND d.objid IS NULL
"""


@pytest_asyncio.fixture
async def empty(server: Server) -> AsyncIterator[Place]:
    """A database without tables."""
    name = f"migrate_{secrets.token_hex(4)}"
    await create_empty(server, name)
    yield Place(server, name)
    await drop(server, name)


async def test_up_down_up_ends_at_the_same_schema_and_down_leaves_nothing(empty: Place) -> None:
    admin = await asyncpg.connect(empty.url("admin"))
    try:
        await runner.upgrade(empty.url("owner"))
        first = await admin.fetch(SCHEMA)
        await runner.downgrade(empty.url("owner"), "base")
        assert await admin.fetch(LEFT_OVER) == []
        await runner.upgrade(empty.url("owner"))
        assert await admin.fetch(SCHEMA) == first
        assert await runner.current(empty.url("owner")) == runner.head()
    finally:
        await admin.close()


async def test_models_and_migrated_schema_do_not_drift_apart(place: Place) -> None:
    def compare(connection: Connection) -> list[Any]:
        return list(
            compare_metadata(
                MigrationContext.configure(connection, opts={"compare_type": True}), metadata
            )
        )

    engine = create_async_engine(async_url(place.url("owner")))
    try:
        async with engine.connect() as connection:
            differences = await connection.run_sync(compare)
    finally:
        await engine.dispose()
    ours = [str(d) for d in differences if "procrastinate" not in repr(d)]
    assert ours == []
