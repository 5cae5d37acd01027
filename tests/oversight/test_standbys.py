"""Synchronous standbys are counted on a real server, which one really follows."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from presence.core import metrics
from presence.core.metrics import STATE
from presence.db.embedded import EmbeddedPostgres, ServerAddress, prepare
from presence.db.embedded_files import account_for, as_account, binaries_for
from presence.oversight.auditor import connect
from presence.oversight.gauges import OFTEN, read

NAME = "presence_standby"
COUNTED = (metrics.pg_standbys, metrics.pg_synchronous, metrics.pg_synchronous_wanted)


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder that the server's account can enter."""
    folder = Path(tempfile.mkdtemp(prefix="presence-standbys-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest_asyncio.fixture(scope="module")
async def address(home: Path) -> AsyncIterator[ServerAddress]:
    """A server of its own: its commits wait for standbys as these tests like."""
    with EmbeddedPostgres(home, note="standbys", durable=False) as found:
        await prepare(found)
        yield found


@contextmanager
def following(home: Path, address: ServerAddress) -> Iterator[None]:
    """Somebody who keeps the server's log and confirms it, as a standby does."""
    account = account_for(home / "pg" / "data")
    kept = Path(tempfile.mkdtemp(prefix="kept-", dir=home))
    if account is not None:
        shutil.chown(kept, account.uid, account.gid)
    program = binaries_for(None, home / "pg", account).folder / "pg_receivewal"
    where = f"{address.url('postgres', 'postgres')}?application_name={NAME}"
    process = subprocess.Popen(  # noqa: S603 - PostgreSQL's own tool
        [str(program), "-d", where, "-D", str(kept), "--synchronous", "--no-loop"],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **as_account(account),
    )
    try:
        yield
    finally:
        process.kill()  # asked politely, it waits for a server that may be waiting for it
        process.wait(10)
        shutil.rmtree(kept)


async def order(address: ServerAddress, *statements: str) -> None:
    """What the server's owner says."""
    admin = await asyncpg.connect(address.url("postgres", "postgres"))
    try:
        for statement in statements:
            await admin.execute(statement)
    finally:
        await admin.close()


async def wish(address: ServerAddress, names: str) -> None:
    """Who has to confirm commits from now on."""
    setting = f"ALTER SYSTEM SET synchronous_standby_names = '{names}'"
    await order(address, setting, "SELECT pg_reload_conf()")


async def shown(address: ServerAddress) -> tuple[float | None, ...]:
    """What the auditor sees: those that follow, may confirm, have to."""
    connection = await connect(address.url("auditor"))
    try:
        for reading in OFTEN:
            if reading.gauge in COUNTED:
                await read(connection, reading)
    finally:
        await connection.close()
    return tuple(STATE.get_sample_value(gauge._name) for gauge in COUNTED)


async def becomes(address: ServerAddress, *wanted: int | None) -> bool:
    """Whether the auditor sees this within a moment."""
    for _ in range(100):
        if await shown(address) == wanted:
            return True
        await asyncio.sleep(0.1)
    return False


async def test_a_standby_that_confirms_commits_is_counted_while_it_follows(
    home: Path, address: ServerAddress
) -> None:
    await wish(address, f"ANY 1 ({NAME}, presence_other_2)")
    with following(home, address):
        assert await becomes(address, 1, 1, 1), await shown(address)
    assert await becomes(address, 0, 0, 1), await shown(address)


async def test_a_standby_that_confirms_nothing_is_not_counted_as_one_that_does(
    home: Path, address: ServerAddress
) -> None:
    await wish(address, "ANY 1 (presence_other_2)")
    with following(home, address):
        assert await becomes(address, 1, 0, 1), await shown(address)


async def test_an_auditor_that_may_not_see_how_standbys_follow_says_nothing_of_them(
    home: Path, address: ServerAddress
) -> None:
    await wish(address, f"ANY 1 ({NAME}, presence_other_2)")
    with following(home, address):
        assert await becomes(address, 1, 1, 1), await shown(address)
        await order(address, "REVOKE pg_read_all_stats FROM auditor")
        try:
            assert await shown(address) == (1, None, 1)
        finally:
            await order(address, "GRANT pg_read_all_stats TO auditor")


@pytest.mark.parametrize(
    ("names", "wanted"),
    [("", 0), ("a2", 1), ("a1, b2", 1), ("2 (a, b, c)", 2), ("FIRST 1 (*)", 1), ("any 3 (*)", 3)],
)
async def test_as_many_are_wanted_as_the_setting_says(
    address: ServerAddress, names: str, wanted: int
) -> None:
    await wish(address, names)
    assert await becomes(address, 0, 0, wanted), await shown(address)
