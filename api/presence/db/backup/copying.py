"""Fills a fresh cluster with a dump and proves that both hold the same.

Invariant: the caller gets a stopped, durable cluster in which every table has the rows and the
checksum of the original, or an error; the original is only read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg

from presence.db.backup.rows import Looked, differing, look_at
from presence.db.backup.sealed_file import BackupError
from presence.db.backup.tools import restoring
from presence.db.embedded import DATABASE, EmbeddedPostgres, ServerAddress
from presence.db.embedded_cluster import SUPERUSER
from presence.db.roles import ensure_database, ensure_roles

Feed = Callable[[Callable[[bytes], None]], None]


Finish = Callable[[asyncpg.Connection], Awaitable[None]]


def fill(
    home: Path, tools: Path, feed: Feed, expected: Looked, finish: Finish | None = None
) -> None:
    """Make a cluster in `home`; `feed` is called with what takes the dump, part by part.

    `finish` changes what was compared and found equal.
    """
    server = EmbeddedPostgres(home, note="a restored database", bin_dir=tools)
    try:
        address = server.start()
        asyncio.run(_empty(address))
        with restoring(tools, address) as take:
            feed(take)
        different = differing(expected, asyncio.run(rows_of(address)))
        if different:
            raise BackupError(
                f"What was written differs from the original in {', '.join(different[:5])}."
            )
        if finish is not None:
            asyncio.run(_finish(address, finish))
    finally:
        server.stop()


async def _finish(address: ServerAddress, finish: Finish) -> None:
    connection = await asyncpg.connect(address.url(SUPERUSER))
    try:
        await finish(connection)
    finally:
        await connection.close()


async def rows_of(address: ServerAddress) -> Looked:
    """Rows and checksums as of now."""
    connection = await asyncpg.connect(address.url(SUPERUSER))
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return await look_at(connection)
    finally:
        await connection.close()


async def _empty(address: ServerAddress) -> None:
    """Roles and a database without anything in it: the dump brings schema and extensions."""
    admin = await asyncpg.connect(address.url(SUPERUSER, SUPERUSER))
    try:
        await ensure_roles(admin, address.passwords)
        await ensure_database(admin, DATABASE)
    finally:
        await admin.close()
