"""Migrations go up, down and up again, and end where the models are."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from presence.db.session import open_engine
from presence.migrations import runner
from presence.migrations.registry import metadata
from tests.conftest import Place, Server, create_empty, drop
from tests.migrations.test_squawk import BASELINE

SCHEMA = """
SELECT c.relname, c.relkind::text, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, 3
"""
# Tables that nobody else can read until this transaction is over.
SHUT = """
SELECT c.relname::text FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
WHERE l.pid = pg_backend_pid() AND l.mode = 'AccessExclusiveLock'
"""
# What goes over rows, or may: a block or a function does whatever is in it. Values are written out.
_ROWS = re.compile(
    r"\s*(?:WITH|DELETE|UPDATE|INSERT\b(?!.*\bVALUES)|SELECT|DO|CALL)\b"
    r"(?!.*\balembic_version\b)",
    re.IGNORECASE | re.DOTALL,
)
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

    engine = open_engine(place.url("owner"))
    try:
        async with engine.connect() as connection:
            differences = await connection.run_sync(compare)
    finally:
        await engine.dispose()
    ours = [str(d) for d in differences if "procrastinate" not in repr(d)]
    assert ours == []


async def test_no_upgrade_shuts_two_tables_in_use_in_one_transaction(empty: Place) -> None:
    await runner.upgrade(empty.url("owner"), BASELINE)
    held: dict[str, set[str]] = {}

    def note(conn: Connection, *_rest: object) -> None:
        """Which tables that were committed before are shut, read by the same driver connection."""
        found = conn.connection.cursor()
        found.execute(SHUT)
        held.setdefault("now", set()).update(row[0] for row in found.fetchall())
        found.close()

    shut_together: list[set[str]] = []

    def end(_conn: Connection) -> None:
        shut_together.append(held.pop("now", set()))

    before = await _names_of_tables(empty)
    event.listen(Engine, "after_cursor_execute", note)
    event.listen(Engine, "commit", end)
    try:
        await runner.upgrade(empty.url("owner"))
    finally:
        event.remove(Engine, "after_cursor_execute", note)
        event.remove(Engine, "commit", end)
    assert any(tables & before for tables in shut_together)
    assert [t & before for t in shut_together if len(t & before) > 1] == []


async def test_no_revision_goes_over_rows_while_a_table_in_use_is_shut(empty: Place) -> None:
    await runner.upgrade(empty.url("owner"))
    late: list[str] = []

    def hear(conn: Connection, _cursor: object, statement: str, *_rest: object) -> None:
        """Rows are counted in millions: the table would be shut for as long as that takes."""
        if not _ROWS.match(statement):
            return
        found = conn.connection.cursor()
        found.execute(SHUT)
        shut = {row[0] for row in found.fetchall()} & before
        found.close()
        if shut:
            late.append(f"{sorted(shut)}: {statement.strip()}")

    for go, revision in ((runner.downgrade, BASELINE), (runner.upgrade, "head")):
        before = await _names_of_tables(empty)
        event.listen(Engine, "before_cursor_execute", hear)
        try:
            await go(empty.url("owner"), revision)
        finally:
            event.remove(Engine, "before_cursor_execute", hear)
    assert late == []


async def _names_of_tables(place: Place) -> set[str]:
    admin = await asyncpg.connect(place.url("admin"))
    try:
        return {row["relname"] for row in await admin.fetch(SCHEMA)} - {"alembic_version"}
    finally:
        await admin.close()
