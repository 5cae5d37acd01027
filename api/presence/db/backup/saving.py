"""`presence backup`: the database and its key in one encrypted file, while the product serves.

Invariant: the file appears under its name whole and written to disk, or not at all; what stood
there before stays until then.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import asyncpg

from presence.core.secrets import Vault, keys_of
from presence.core.settings import Settings
from presence.db.backup.contents import Manifest, write_contents
from presence.db.backup.rows import look_at
from presence.db.backup.sealed_file import SCRYPT_N, BackupError, SealedWriter
from presence.db.backup.tools import dumping
from presence.db.embedded import ServerAddress
from presence.db.embedded_cluster import SUPERUSER
from presence.db.embedded_files import sync_folder
from presence.db.key_check import opens

_SEALED = "SELECT sealed FROM key_check"
_REVISION = "SELECT version_num FROM alembic_version"


def save(
    file: Path,
    phrase: str,
    settings: Settings,
    address: ServerAddress,
    tools: Path,
    moved: Callable[[int], None],
    *,
    n: int = SCRYPT_N,
) -> Manifest:
    """Write the backup of the running server. Raises BackupError, SecretsUnusable."""
    partial = file.with_name(f"{file.name}.partial")
    try:
        with _alone(partial) as stream:
            writer = SealedWriter(stream, phrase, n=n)
            manifest = asyncio.run(_dump(writer, settings, address, tools, moved))
            writer.close()
            stream.flush()
            os.fsync(stream.fileno())
            partial.rename(file)
            sync_folder(file.parent)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise BackupError(f"Cannot write {file}: {error.strerror or error}.") from error
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return manifest


def _alone(partial: Path) -> BinaryIO:
    """The file being written, ours alone; one that a killed backup left is begun again."""
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(handle, 0o600)
        os.ftruncate(handle, 0)
    except BlockingIOError:
        os.close(handle)
        raise BackupError(f"Another backup is writing {partial} at the moment.") from None
    except BaseException:
        os.close(handle)
        raise
    return os.fdopen(handle, "wb")


async def _dump(
    writer: SealedWriter,
    settings: Settings,
    address: ServerAddress,
    tools: Path,
    moved: Callable[[int], None],
) -> Manifest:
    """One snapshot for manifest and dump, so that both describe the same moment."""
    connection = await asyncpg.connect(address.url(SUPERUSER))
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            snapshot = await connection.fetchval("SELECT pg_export_snapshot()")
            manifest = await _manifest(connection, settings)

            def write() -> None:
                with dumping(tools, address, snapshot) as dump:
                    write_contents(writer, manifest, dump, moved)

            await asyncio.to_thread(write)
    except asyncpg.UndefinedTableError as error:
        raise BackupError("The database is empty: start the product once first.") from error
    finally:
        await connection.close()
    return manifest


async def _manifest(connection: asyncpg.Connection, settings: Settings) -> Manifest:
    sealed = await connection.fetchval(_SEALED) or b""
    keys = tuple(keys_of(settings)) if sealed else ()
    if sealed and not opens(Vault(keys), sealed):  # guard: backup.right-key
        raise BackupError(
            "The key at hand is not the one this database was sealed with, so a backup with it "
            "would not open everything; start the product to see what to do."
        )
    return Manifest(
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        revision=str(await connection.fetchval(_REVISION)),
        major=int(await connection.fetchval("SHOW server_version_num")) // 10_000,
        keys=keys,
        sealed=sealed,
        rows=await look_at(connection),
    )
