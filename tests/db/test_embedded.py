"""The embedded database starts, recovers, refuses with one sentence, and harms nothing else."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from presence.db.embedded import EmbeddedPostgres, ServerAddress, prepare, running
from presence.db.embedded_files import EmbeddedError
from presence.db.embedded_home import make_home

IS_ROOT = os.geteuid() == 0


@pytest.fixture
def home() -> Iterator[Path]:
    """A home folder that the unprivileged account can enter, removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="presence-embedded-"))
    folder.chmod(0o755)
    yield folder / ".presence"
    shutil.rmtree(folder)


@pytest.fixture
def server(home: Path) -> Iterator[EmbeddedPostgres]:
    """A launcher on `home`, stopped afterwards."""
    postgres = EmbeddedPostgres(home, note="a test", durable=False)
    yield postgres
    postgres.stop()


async def _run(address: ServerAddress, *statements: str) -> object:
    connection = await asyncpg.connect(address.url("postgres", "postgres"))
    try:
        for statement in statements[:-1]:
            await connection.execute(statement)
        return await connection.fetchval(statements[-1])
    finally:
        await connection.close()


async def test_it_answers_as_soon_as_start_returns(server: EmbeddedPostgres) -> None:
    assert await _run(server.start(), "SELECT 1") == 1


async def test_a_wrong_password_is_refused(server: EmbeddedPostgres) -> None:
    address = server.start()
    wrong = ServerAddress(address.port, {"postgres": "guess"})
    with pytest.raises(asyncpg.InvalidPasswordError):
        await _run(wrong, "SELECT 1")


async def test_rows_survive_an_ordinary_restart(server: EmbeddedPostgres) -> None:
    await _run(server.start(), "CREATE TABLE t AS SELECT 7 AS n", "SELECT 1")
    server.stop()
    assert await _run(server.start(), "SELECT n FROM t") == 7


async def test_committed_rows_survive_kill_9_and_the_address_stays(home: Path) -> None:
    with EmbeddedPostgres(home) as address:
        pass
    server = EmbeddedPostgres(home)
    try:
        address = server.start()
        await _run(address, "CREATE TABLE t AS SELECT generate_series(1, 500) AS n", "SELECT 1")
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        again = server.start()
        assert again == address
        assert await _run(again, "SELECT count(*) FROM t") == 500
    finally:
        server.stop()


def test_a_second_start_on_the_same_folder_names_the_first(
    server: EmbeddedPostgres, home: Path
) -> None:
    server.start()
    with pytest.raises(EmbeddedError, match=rf"already running.*process {os.getpid()} \(a test\)"):
        EmbeddedPostgres(home).start()


def test_a_stopped_one_holds_the_folder_no_more_though_a_child_has_the_lock_open(
    server: EmbeddedPostgres, home: Path
) -> None:
    server.start()
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,), daemon=True)
    child.start()  # as every process is, between its fork and its exec
    try:
        server.stop()
        server.start()
    finally:
        child.kill()
        child.join()


async def test_a_server_left_by_a_killed_program_makes_way(
    home: Path, server: EmbeddedPostgres
) -> None:
    program = textwrap.dedent(
        """
        import os, signal, sys
        from pathlib import Path
        from presence.db.embedded import EmbeddedPostgres
        server = EmbeddedPostgres(Path(sys.argv[1]))
        server.start()
        print(server.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    ended = subprocess.run(  # noqa: ASYNC221, S603 - a short program of our own
        [sys.executable, "-c", program, str(home)], capture_output=True, text=True, check=False
    )
    orphan = int(ended.stdout)
    assert ended.returncode == -signal.SIGKILL
    os.kill(orphan, 0)
    assert await _run(server.start(), "SELECT 1") == 1
    assert server.pid != orphan


@pytest.mark.parametrize("kind", ["zombie", "stranger"])
async def test_a_stale_pid_file_does_not_stop_the_start(
    kind: str, server: EmbeddedPostgres, home: Path
) -> None:
    server.start()
    pid_file = home / "pg" / "data" / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    server.stop()
    command = ["sleep", "60"] if kind == "stranger" else ["true"]
    other = subprocess.Popen(command)  # noqa: ASYNC220, S603 - fixed words
    try:
        if kind == "zombie":
            os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222 - ends at once
        pid_file.write_text("\n".join([str(other.pid), *lines[1:]]) + "\n")
        assert await _run(server.start(), "SELECT 1") == 1
        assert server.pid != other.pid
    finally:
        other.kill()
        other.wait()


def test_no_room_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match=r"^Not enough disk space: .* needs 999999999 MB\.$"):
        make_home(tmp_path, need_mb=999_999_999)


def test_a_home_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EmbeddedError, match=r"^Cannot write to .*: Not a directory\.$"):
        make_home(tmp_path / "file" / "home", need_mb=1)


def test_data_of_another_version_is_named(server: EmbeddedPostgres, home: Path) -> None:
    server.start()
    server.stop()
    (home / "pg" / "data" / "PG_VERSION").write_text("14\n")
    with pytest.raises(EmbeddedError, match=r"was made by PostgreSQL 14, but .* is PostgreSQL 18"):
        server.start()


def test_a_server_older_than_15_is_refused(home: Path) -> None:
    home.mkdir()
    old = home.parent / "bin"
    old.mkdir()
    (old / "postgres").write_text("#!/bin/sh\necho 'postgres (PostgreSQL) 14.9'\n")
    (old / "postgres").chmod(0o755)
    with pytest.raises(EmbeddedError, match=r"is PostgreSQL 14; Presence needs 15 or newer"):
        EmbeddedPostgres(home, bin_dir=old).start()


DEBIAN_BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@pytest.mark.skipif(not DEBIAN_BINARIES, reason="no other PostgreSQL is installed here")
async def test_another_bin_folder_works(home: Path) -> None:
    with EmbeddedPostgres(home, bin_dir=DEBIAN_BINARIES[-1], durable=False) as address:
        major = DEBIAN_BINARIES[-1].parent.name
        assert str(await _run(address, "SHOW server_version")).startswith(major)


def test_only_its_owner_can_read_cluster_and_passwords(
    server: EmbeddedPostgres, home: Path
) -> None:
    server.start()
    assert (home / "pg" / "data").stat().st_mode & 0o077 == 0
    assert (home / "pg" / "passwords.json").stat().st_mode & 0o077 == 0


async def test_the_product_role_is_not_above_row_security(server: EmbeddedPostgres) -> None:
    address = server.start()
    await prepare(address)
    await prepare(address)
    connection = await asyncpg.connect(address.url("customer"))
    try:
        role = await connection.fetchrow(
            "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        )
        assert role is not None
        assert tuple(role) == (False, False)
    finally:
        await connection.close()


def test_a_command_beside_it_finds_the_running_server(server: EmbeddedPostgres, home: Path) -> None:
    assert running(home) is None
    address = server.start()
    assert running(home) == address
    server.stop()
    assert running(home) is None


@pytest.mark.skipif(not IS_ROOT, reason="only root needs a stand-in account")
async def test_as_root_below_a_closed_folder_the_files_move_and_nothing_is_opened(
    tmp_path: Path, home: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    spill = home.parent / "spill"
    with EmbeddedPostgres(closed / "home", durable=False, spill=spill) as address:
        assert await _run(address, "SELECT 1") == 1
    assert (closed / "home" / "pg").resolve().parent == spill
    assert closed.stat().st_mode & 0o777 == 0o700
