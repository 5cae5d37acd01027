"""Data can be restored: to a moment, on another server, row for row.

    primary ──base backup──▶ copy            more writes, the moment, then a disaster
            └─write-ahead log─▶ archive ──▶ copy recovers up to the moment

Invariant: what is compared are checksums of every row of every table, taken on the primary at the
moment and on the copy after recovery, as the weekly drill takes them; nothing of the primary is
read again. A table without a row proves nothing: it is a violation. So is a sealed value of the
copy that the key does not open.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import asyncpg
from ops.database.drill import broken, differences, look

from presence.core.secrets import Vault
from presence.db.embedded import EmbeddedPostgres, ServerAddress
from presence.db.embedded_files import SystemAccount, account_for, as_account, binaries_for
from presence.db.key_check import CONSTANT
from presence.db.session import Database
from presence.migrations import runner
from presence.oversight.invariants import INVARIANTS
from presence.oversight.sealed import SEALED, closed
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.restore_rows import row_in_every_table
from tests.conftest import Place, Server, create_empty
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand

COVERS = (
    "api/presence/migrations",
    "api/presence/oversight",
    "ops/database",
)

NAME = "drill"
_PAYLOADS = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, args) SELECT 'later', 'drill',"
    " jsonb_build_object('workspace_id', $1::text, 'n', n, 'word', md5(n::text || $1::text))"
    " FROM generate_series(1, $2) n"
)


@dataclass(frozen=True)
class Size:
    """Tenants before the backup and after it, and rows each writes."""

    tenants: int
    rows: int


QUICK, FULL = Size(3, 200), Size(20, 20_000)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """The drill with a database of hundreds of thousands of rows; `place` is not used."""
    return await run(FULL, seed)


async def run(size: Size, seed: int) -> Outcome:
    """Back up, write on, destroy, recover to the moment before, compare."""
    with _folder() as folder:
        return await _drill(folder, size, Random(seed))  # noqa: S311 - a plan, no secret


async def _drill(folder: Path, size: Size, rng: Random) -> Outcome:
    primary, archive = folder / "primary", folder / "archive"
    vault, other = Vault([rng.randbytes(32)]), Vault([rng.randbytes(32)])
    await _prepare(primary, archive)
    account = account_for(primary / "pg" / "data")
    server = EmbeddedPostgres(primary, note="restore drill")
    address = server.start()
    try:
        place = await _product(address)
        await row_in_every_table(place)
        await _seal(place, vault)
        await _write(place, size, rng)
        await asyncio.to_thread(_base_backup, primary, folder / "copy", address, account)
        await _write(place, size, rng)
        url = address.url("postgres", NAME)
        before, broken_before = await look(url), await broken(url, INVARIANTS)
        moment = await _moment(address)
        await _disaster(address)
    finally:
        server.stop()
    shutil.rmtree(primary)
    started = time.monotonic()
    copy = EmbeddedPostgres(folder / "copy", note="restored")
    _recover_to(moment, folder / "copy", archive, account)
    address = await asyncio.to_thread(copy.start)
    try:
        await _wait_for_promotion(address)
        seconds = time.monotonic() - started
        url = address.url("postgres", NAME)
        after = await look(url)
        otherwise = set(await broken(url, INVARIANTS)) ^ set(broken_before)
        unopened = await closed(url, vault)
        if len(await closed(url, other)) != len(SEALED):
            unopened.append("another key is not told from the right one")
    finally:
        copy.stop()
    empty = [name for name, (rows, _) in before.items() if not rows]
    different = differences(before, before, after)
    different += [f"{name} is in the copy alone" for name in sorted(after.keys() - before.keys())]
    counts = {
        "tables": len(before),
        "tablesWithoutRows": len(empty),
        "rows": sum(rows for rows, _ in before.values()),
        "tablesThatDiffer": len(different),
        "invariants": len(INVARIANTS),
        "invariantsThatSayOtherwise": len(otherwise),
        "kindsSealed": len(SEALED),
        "kindsThatDoNotOpen": len(unopened),
        "recoverySeconds": round(seconds, 1),
    }
    for line in (*different, *otherwise, *unopened, *empty):
        print(line)  # noqa: T201 - what a person has to look at
    return Outcome(counts, len(different) + len(otherwise) + len(unopened) + len(empty))


async def _prepare(home: Path, archive: Path) -> None:
    """A server that archives its write-ahead log; stopped again, so that the settings hold."""
    server = EmbeddedPostgres(home, note="restore drill")
    address = server.start()
    _make_archive(archive, account_for(home / "pg" / "data"))
    connection = await asyncpg.connect(address.url("postgres", "postgres"))
    for line in (
        "archive_mode = on",
        f"archive_command = 'test ! -f {archive}/%f && cp %p {archive}/%f'",
        "wal_level = replica",
        "max_wal_senders = 4",
    ):
        await connection.execute(f"ALTER SYSTEM SET {line}")
    await connection.close()
    server.stop()


def _make_archive(archive: Path, account: SystemAccount | None) -> None:
    archive.mkdir()
    if account is not None:
        shutil.chown(archive, account.uid, account.gid)


async def _product(address: ServerAddress) -> Place:
    server = Server(address.url("postgres", "postgres"), address.passwords)
    await create_empty(server, NAME)
    await runner.upgrade(server.url("owner", NAME))
    return Place(server, NAME)


async def _seal(place: Place, vault: Vault) -> None:
    """Every sealed value as its slice would have sealed it, with the key of this drill."""
    admin = await asyncpg.connect(place.url("admin"))
    try:
        await admin.execute("SET session_replication_role = replica")
        for _, table, column, at in SEALED:
            for row in await admin.fetch(f"SELECT ctid, {at} AS place FROM {table}"):  # noqa: S608
                sealed = vault.seal(CONSTANT if table == "key_check" else "secret", row["place"])
                change = f"UPDATE {table} SET {column} = $1 WHERE ctid = $2"  # noqa: S608
                await admin.execute(change, sealed, row["ctid"])
    finally:
        await admin.close()


async def _write(place: Place, size: Size, rng: Random) -> None:
    settings = place.settings()
    database = Database(settings.database.customer_url, settings.database)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        for _ in range(size.tenants):
            tenant = await make_tenant(database)
            await make_brand(database, tenant)
            rows = rng.randrange(size.rows // 2, size.rows)
            await admin.execute(_PAYLOADS, str(tenant.workspace_id), rows)
    finally:
        await admin.close()
        await database.close()


def _base_backup(
    home: Path, copy: Path, address: ServerAddress, account: SystemAccount | None
) -> None:
    """A copy of the running server, in the layout the launcher expects."""
    place = copy / "pg"
    place.mkdir(parents=True)
    copy.chmod(0o755)
    if account is not None:
        shutil.chown(place, account.uid, account.gid)
    folder = binaries_for(None, home / "pg", account).folder
    subprocess.run(  # noqa: S603 - PostgreSQL's own tool
        [
            str(folder / "pg_basebackup"),
            "-d",
            address.url("postgres", "postgres"),
            "-D",
            str(place / "data"),
            "-X",
            "none",
            "-c",
            "fast",
        ],
        check=True,
        capture_output=True,
        cwd="/",
        timeout=600,
        **as_account(account),
    )
    shutil.copy2(home / "pg" / "passwords.json", place / "passwords.json")


async def _moment(address: ServerAddress) -> str:
    """The moment to come back to, with a pause on both sides of it."""
    connection = await asyncpg.connect(address.url("postgres", NAME))
    try:
        await asyncio.sleep(0.2)
        moment: str = await connection.fetchval("SELECT clock_timestamp()::text")
        await asyncio.sleep(0.2)
    finally:
        await connection.close()
    return moment


async def _disaster(address: ServerAddress) -> None:
    """Rows gone, a table gone, and the log of it archived."""
    connection = await asyncpg.connect(address.url("postgres", NAME))
    try:
        await connection.execute("TRUNCATE users CASCADE")
        await connection.execute("DROP TABLE procrastinate_events CASCADE")
        await connection.execute("SELECT pg_switch_wal()")
        archived = "SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)"
        for _ in range(600):
            if await connection.fetchval(f"{archived} FROM pg_stat_archiver"):
                return
            await asyncio.sleep(0.1)
    finally:
        await connection.close()
    raise RuntimeError("The write-ahead log was not archived within a minute.")


def _recover_to(moment: str, copy: Path, archive: Path, account: SystemAccount | None) -> None:
    data = copy / "pg" / "data"
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write(
            f"archive_mode = off\nrestore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n"
        )
    (data / "recovery.signal").touch()
    if account is not None:
        shutil.chown(data / "recovery.signal", account.uid, account.gid)


async def _wait_for_promotion(address: ServerAddress) -> None:
    """The server answers readers before it has reached the moment."""
    connection = await asyncpg.connect(address.url("postgres", "postgres"))
    try:
        while await connection.fetchval("SELECT pg_is_in_recovery()"):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    finally:
        await connection.close()


@contextmanager
def _folder() -> Iterator[Path]:
    """A place that the server's account can enter."""
    folder = Path(tempfile.mkdtemp(prefix="presence-restore-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
