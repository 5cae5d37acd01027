"""Runs migrations from code: one door for `presence migrate`, `presence serve` and the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.pool import NullPool

from presence.db.session import open_engine

T = TypeVar("T")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("file_template", "%%(year)d%%(month).2d%%(day).2d_%%(slug)s")
    return config


def head() -> str:
    """Revision the code expects."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    if revision is None:
        raise RuntimeError("No migrations found.")
    return revision


def earlier() -> frozenset[str]:
    """Revisions this code has left behind: on one of them the schema lacks what the code needs.

    A revision that is in no list of this code was made by a later version, and later versions
    only add until this one is gone.
    """
    chain = ScriptDirectory.from_config(_config()).walk_revisions()
    return frozenset(script.revision for script in chain) - {head()}


async def current(url: str) -> str | None:
    """Revision the database is at, or None when it is empty."""
    return await _with_connection(
        url, lambda conn: MigrationContext.configure(conn).get_current_revision()
    )


async def upgrade(owner_url: str, revision: str = "head") -> None:
    """Bring the database up to `revision` as the owner role."""
    await _with_connection(owner_url, lambda conn: _run(conn, command.upgrade, revision))


async def downgrade(owner_url: str, revision: str) -> None:
    """Take the database back to `revision` (tests only)."""
    await _with_connection(owner_url, lambda conn: _run(conn, command.downgrade, revision))


def _run(connection: Connection, step: Callable[[Config, str], None], revision: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    step(config, revision)


async def _with_connection(url: str, use: Callable[[Connection], T]) -> T:
    engine = open_engine(url, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(use)
    finally:
        await engine.dispose()
