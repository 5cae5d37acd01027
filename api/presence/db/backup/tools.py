"""Runs pg_dump and pg_restore of the pinned server, as streams.

Invariant: no password is on a command line; both end with the process that started them.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from presence.db.backup.sealed_file import BackupError
from presence.db.embedded import DATABASE, ServerAddress
from presence.db.embedded_cluster import SUPERUSER
from presence.db.embedded_process import LOOPBACK


@contextmanager
def dumping(tools: Path, address: ServerAddress, snapshot: str = "") -> Iterator[IO[bytes]]:
    """The output of pg_dump, of that snapshot or of now; BackupError in the end when it failed."""
    of_moment = [f"--snapshot={snapshot}"] if snapshot else []
    words = ["-Fc", "-Z", "1", *of_moment, *_connection(address)]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - the pinned server's own tool
            [str(tools / "pg_dump"), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            env=_environment(address),
            cwd="/",
        ) as process,
    ):
        if process.stdout is None:
            raise BackupError("pg_dump has no output.")
        try:
            yield process.stdout
        except BaseException:
            process.kill()
            raise
        if process.wait():
            raise BackupError(f"The database cannot be read: {_first_line(said)}.")


@contextmanager
def restoring(tools: Path, address: ServerAddress) -> Iterator[Callable[[bytes], None]]:
    """Takes a dump part by part into the empty database; BackupError when it does not fit."""
    words = ["-Fc", "--exit-on-error", *_connection(address)]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(  # noqa: S603 - the pinned server's own tool
            [str(tools / "pg_restore"), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env=_environment(address),
            cwd="/",
        ) as process,
    ):
        stream = process.stdin
        if stream is None:
            raise BackupError("pg_restore takes no input.")

        def take(part: bytes) -> None:
            try:
                stream.write(part)
            except BrokenPipeError:
                process.wait()
                raise BackupError(f"The dump does not fit: {_first_line(said)}.") from None

        try:
            yield take
            stream.close()
        except BaseException:
            process.kill()
            raise
        if process.wait():
            raise BackupError(f"The dump does not fit: {_first_line(said)}.")


def _connection(address: ServerAddress) -> list[str]:
    return [
        f"--host={LOOPBACK}",
        f"--port={address.port}",
        f"--username={SUPERUSER}",
        "--no-password",
        f"--dbname={DATABASE}",
    ]


def _environment(address: ServerAddress) -> dict[str, str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
    return {**inherited, "PGPASSWORD": address.passwords[SUPERUSER]}


def _first_line(said: IO[bytes]) -> str:
    said.seek(0)
    lines = [line for line in said.read(4_000).decode(errors="replace").splitlines() if line]
    errors = [line for line in lines if "error" in line]
    return (errors or lines or ["it ended without a reason"])[0].rstrip(".")
