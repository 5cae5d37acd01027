"""A database has one checkout, and nothing a second one does harms the first."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest

from presence.db.embedded import EmbeddedPostgres, ServerAddress
from presence.db.embedded_files import EmbeddedError
from presence.db.embedded_home import PlaceLock, left_behind

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root needs a stand-in account")


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder closed to other accounts in one that is open; removed afterwards."""
    top = Path(tempfile.mkdtemp(prefix="presence-owner-"))
    top.chmod(0o755)
    (top / "closed").mkdir(mode=0o700)
    yield top / "closed"
    shutil.rmtree(top)


def spilled(home: Path) -> EmbeddedPostgres:
    """A launcher whose files go to the spill beside the closed folder."""
    return EmbeddedPostgres(home, durable=False, spill=home.parents[2] / "spill")


def copy(first: Path, second: Path) -> None:
    """As `cp -a` does: links are copied as they are."""
    shutil.copytree(first, second, symlinks=True)


async def answer(address: ServerAddress, statement: str = "SELECT 1") -> object:
    """First column of the first row."""
    connection = await asyncpg.connect(address.url("postgres", "postgres"))
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


@only_root
async def test_a_copied_checkout_is_refused_and_the_first_ones_server_lives(closed: Path) -> None:
    first = spilled(closed / "one" / ".presence")
    address = first.start()
    try:
        copy(closed / "one", closed / "two")
        with pytest.raises(EmbeddedError) as refused:
            spilled(closed / "two" / ".presence").start()
        assert first.alive()
        assert await answer(address) == 1
    finally:
        first.stop()
    for part in (closed / "one", closed / "two" / ".presence" / "pg"):
        assert str(part) in str(refused.value)
    assert "rm " in str(refused.value)


@only_root
async def test_a_copied_checkout_is_refused_while_the_first_is_stopped(closed: Path) -> None:
    with spilled(closed / "one" / ".presence"):
        pass
    copy(closed / "one", closed / "two")
    with pytest.raises(EmbeddedError, match="belongs to"):
        spilled(closed / "two" / ".presence").start()


@only_root
async def test_the_refusals_way_out_gives_the_copy_a_database_of_its_own(closed: Path) -> None:
    with spilled(closed / "one" / ".presence") as address:
        await answer(address, "CREATE TABLE t AS SELECT 1")
        copy(closed / "one", closed / "two")
        (closed / "two" / ".presence" / "pg").unlink()
        with spilled(closed / "two" / ".presence") as own:
            assert own.port != address.port
            assert await answer(own, "SELECT to_regclass('t')::text") is None
            assert await answer(address) == 1


@only_root
async def test_a_moved_checkout_keeps_its_database(closed: Path) -> None:
    with spilled(closed / "one" / ".presence") as address:
        await answer(address, "CREATE TABLE t AS SELECT 7 AS n")
    (closed / "one").rename(closed / "two")
    with spilled(closed / "two" / ".presence") as address:
        assert await answer(address, "SELECT n FROM t") == 7


@only_root
async def test_a_checkout_copied_and_then_removed_counts_as_moved(closed: Path) -> None:
    with spilled(closed / "one" / ".presence") as address:
        await answer(address, "CREATE TABLE t AS SELECT 7 AS n")
    copy(closed / "one", closed / "two")
    shutil.rmtree(closed / "one")
    with spilled(closed / "two" / ".presence") as address:
        assert await answer(address, "SELECT n FROM t") == 7


@only_root
def test_what_removing_the_checkouts_folder_leaves_behind_is_named(closed: Path) -> None:
    home, spill = closed / "one" / ".presence", closed.parent / "spill"
    with spilled(home):
        before = (home / "pg").resolve()
    shutil.rmtree(home)
    with spilled(home):
        assert left_behind(home, spill) == [before]
    assert before.exists(), "data is only ever removed by a person"


@only_root
def test_a_link_to_nothing_is_refused_instead_of_beginning_afresh(closed: Path) -> None:
    home = closed / "one" / ".presence"
    with spilled(home):
        pass
    shutil.move(str(closed.parent / "spill"), closed.parent / "elsewhere")
    with pytest.raises(EmbeddedError, match=r"is not there.*mounted.*rm "):
        spilled(home).start()


async def test_a_copy_with_data_of_its_own_starts_beside_the_first(closed: Path) -> None:
    top = closed.parent
    with EmbeddedPostgres(top / "one" / ".presence", durable=False) as address:
        await answer(address, "CREATE TABLE t AS SELECT 7 AS n")
    shutil.copytree(top / "one", top / "two", symlinks=True)
    if os.geteuid() == 0:
        subprocess.run(["cp", "-a", f"{top}/one/.", f"{top}/two"], check=True)  # noqa: ASYNC221, S603, S607
    with (
        EmbeddedPostgres(top / "one" / ".presence", durable=False) as one,
        EmbeddedPostgres(top / "two" / ".presence", durable=False) as two,
    ):
        assert one.port != two.port
        assert await answer(two, "SELECT n FROM t") == 7


def test_a_copy_made_while_its_database_ran_is_refused(closed: Path) -> None:
    top = closed.parent
    with EmbeddedPostgres(top / "one" / ".presence", durable=False):
        subprocess.run(["cp", "-a", f"{top}/one", f"{top}/two"], check=True)  # noqa: S603, S607
        with pytest.raises(EmbeddedError, match="copied while its database ran"):
            EmbeddedPostgres(top / "two" / ".presence", durable=False).start()


def test_a_server_that_is_not_provably_ours_is_named_and_not_ended(closed: Path) -> None:
    """A postmaster on the data, but of another start than the pid file tells."""
    home = closed.parent / "one" / ".presence"
    first = EmbeddedPostgres(home, durable=False)
    first.start()
    pid_file = home / "pg" / "data" / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    try:
        first._lock.release()  # as if whoever holds it were on another machine
        pid_file.write_text("\n".join([*lines[:2], str(int(lines[2]) - 86_400), *lines[3:]]) + "\n")
        with pytest.raises(EmbeddedError, match=rf"process {lines[0]}"):
            EmbeddedPostgres(home, durable=False).start()
        assert first.alive()
    finally:
        pid_file.write_text("\n".join(lines) + "\n")
        first.stop()


_START = textwrap.dedent(
    """
    import sys, time
    from pathlib import Path
    from presence.db.embedded import EmbeddedPostgres
    from presence.db.embedded_files import EmbeddedError
    server = EmbeddedPostgres(Path(sys.argv[1]), spill=Path(sys.argv[2]), durable=False)
    try:
        server.start()
    except EmbeddedError as error:
        print(error, flush=True)
        sys.exit(3)
    print("ready", flush=True)
    sys.stdin.read()
    server.stop()
    """
)


def begin(home: Path, spill: Path) -> subprocess.Popen[str]:
    """A process that starts the server, says so, and stops it when its input closes."""
    return subprocess.Popen(  # noqa: S603 - a short program of our own
        [sys.executable, "-c", _START, str(home), str(spill)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("folder", ["closed/one", "open"])
def test_of_two_that_start_at_once_one_starts_and_one_is_told(closed: Path, folder: str) -> None:
    top = closed.parent
    started = [begin(top / folder / ".presence", top / "spill") for _ in range(2)]
    said = []
    for process in started:
        assert process.stdout is not None
        said.append(process.stdout.readline())
    ready = [p for p, line in zip(started, said, strict=True) if line == "ready\n"]
    for process in started:
        process.communicate()
    assert len(ready) == 1, said
    assert any("already running here" in line for line in said), said


_HOLD = textwrap.dedent(
    """
    import os, sys, time
    from pathlib import Path
    from presence.db.embedded_home import PlaceLock
    lock = PlaceLock("restore")
    lock.acquire(Path(sys.argv[1]))
    if os.fork() == 0:  # it has the lock, too, until it is another program
        time.sleep(0.7)
        os._exit(0)
    print("held", flush=True)
    time.sleep(60)
    """
)


def test_a_killed_holder_whose_child_still_has_the_lock_is_waited_for(tmp_path: Path) -> None:
    with subprocess.Popen(  # noqa: S603 - a short program of our own
        [sys.executable, "-c", _HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(EmbeddedError, match=f"process {holder.pid} "):
            PlaceLock("again").acquire(tmp_path)
        holder.kill()
        holder.wait()
        lock = PlaceLock("again")
        lock.acquire(tmp_path)
        assert lock.held
        lock.release()


@pytest.mark.parametrize("after_s", [0.05, 0.3, 0.6, 0.9, 1.2, 1.6])
async def test_a_first_start_killed_at_any_moment_leaves_one_that_starts(
    closed: Path, after_s: float
) -> None:
    home, spill = closed.parent / "one" / ".presence", closed.parent / "spill"
    process = begin(home, spill)
    time.sleep(after_s)  # noqa: ASYNC251 - a moment of another process
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with EmbeddedPostgres(home, durable=False, spill=spill) as address:
        assert await answer(address) == 1


def test_a_torn_file_of_passwords_is_one_sentence(closed: Path) -> None:
    home = closed.parent / "one" / ".presence"
    with EmbeddedPostgres(home, durable=False):
        pass
    for text in ("", "{", json.dumps({})):
        (home / "pg" / "passwords.json").write_text(text)
        with pytest.raises(EmbeddedError, match=r"passwords\.json"):
            EmbeddedPostgres(home, durable=False).start()


def test_a_disk_that_cannot_be_written_is_one_sentence(closed: Path) -> None:
    home = closed.parent / "disk"
    with EmbeddedPostgres(home / ".presence", durable=False):
        pass
    with _mounted(home, "bind", "ro"), pytest.raises(EmbeddedError, match="Read-only file system"):
        EmbeddedPostgres(home / ".presence", durable=False).start()
    with EmbeddedPostgres(home / ".presence", durable=False):
        pass


def test_a_disk_that_fills_up_is_one_sentence_and_the_next_start_goes_on(closed: Path) -> None:
    home = closed.parent / "disk"
    home.mkdir()
    with _mounted(home, "tmpfs", "size=300m,mode=755"):
        filler = home / "filler"
        with EmbeddedPostgres(home / ".presence", durable=False):
            pass
        with filler.open("wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 1_000_000)
                file.flush()
        with pytest.raises(EmbeddedError, match=r"Not enough disk space"):
            EmbeddedPostgres(home / ".presence", durable=False).start()
        filler.unlink()
        with EmbeddedPostgres(home / ".presence", durable=False):
            pass


@contextmanager
def _mounted(folder: Path, kind: str, options: str) -> Iterator[None]:
    """The folder mounted read-only over itself, or a small file system of its own there."""
    what = ["--bind", str(folder)] if kind == "bind" else ["-t", kind, "-o", options, kind]
    steps = [["mount", *what, str(folder)]]
    if kind == "bind":
        steps.append(["mount", "-o", f"remount,bind,{options}", str(folder)])
    for step in steps:
        if subprocess.run(step, capture_output=True, check=False).returncode:  # noqa: S603
            subprocess.run(["umount", str(folder)], capture_output=True, check=False)  # noqa: S603, S607
            pytest.skip("this account may not mount")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S603, S607


def test_a_first_cluster_is_written_to_disk_before_it_counts(closed: Path) -> None:
    """initdb forces its files out itself unless it is told not to."""
    told = closed.parent / "told"
    wheel = _binaries(closed.parent / "bin", told)
    with EmbeddedPostgres(closed.parent / "one" / ".presence", bin_dir=wheel):
        pass
    words = told.read_text().split()
    assert "-D" in words
    assert "--no-sync" not in words
    assert "-N" not in words


def _binaries(folder: Path, told: Path) -> Path:
    """The wheel's `bin` with an initdb that notes what it was asked."""
    from presence.db.embedded_files import account_for, binaries_for  # noqa: PLC0415

    folder.mkdir()
    place = folder / "place"
    place.mkdir()
    real = binaries_for(None, place, account_for(place / "data")).folder
    for program in real.iterdir():
        (folder / program.name).symlink_to(program)
    told.touch(mode=0o666)
    told.chmod(0o666)
    (folder / "initdb").unlink()
    (folder / "initdb").write_text(f'#!/bin/sh\necho "$@" > {told}\nexec {real}/initdb "$@"\n')
    (folder / "initdb").chmod(0o755)
    for step in (place, *place.rglob("*")):
        if not step.is_symlink():
            step.chmod(0o755)
    return folder
