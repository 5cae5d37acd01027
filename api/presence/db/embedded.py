"""Runs PostgreSQL as a child process on a folder of ours: the laptop default and the test server.

Invariant: `start` returns only when the postmaster it started itself says ready (its own pid in
`postmaster.pid`, never merely a file that says so), and one home folder has one user at a time.
A kill -9 of anything leaves a folder from which the next `start` recovers every committed row.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import asyncpg

from presence.db.embedded_files import (
    SPILL,
    Binaries,
    EmbeddedError,
    HomeLock,
    account_for,
    as_account,
    binaries_for,
    make_home,
    place_for,
    write_private,
)
from presence.db.embedded_process import (
    LOOPBACK,
    PID_LINES,
    explain,
    free_port,
    is_postmaster,
    pid_file,
)
from presence.db.roles import LOGIN_ROLES, ensure_database, ensure_roles, prepare_schema

SUPERUSER = "postgres"
DATABASE = "presence"
FIRST_START_MB = 256
LATER_START_MB = 64
_LOG_LIMIT = 10_000_000

_TUNING = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "shared_buffers": "64MB",
    "max_connections": "80",
    "max_wal_size": "256MB",
    "random_page_cost": "1.1",
    "huge_pages": "off",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
}
_FORGETFUL = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A running server on loopback and the password of each role, superuser included."""

    port: int
    passwords: dict[str, str]

    def url(self, role: str, database: str = DATABASE) -> str:
        """`postgresql://role:password@127.0.0.1:port/database`; passwords are URL-safe."""
        return f"postgresql://{role}:{self.passwords[role]}@{LOOPBACK}:{self.port}/{database}"


class EmbeddedPostgres:
    """One cluster below `home`; use as a context manager or call start and stop.

    `note` tells a second start what the first one is for. `durable=False` trades safety against
    power loss for speed and is for test servers only. `spill` is where the files go when root's
    stand-in account cannot enter `home`.
    """

    def __init__(
        self,
        home: Path,
        *,
        note: str = "",
        bin_dir: Path | None = None,
        durable: bool = True,
        spill: Path = SPILL,
    ) -> None:
        self._home = home.absolute()
        self._lock = HomeLock(self._home, note)
        self._chosen = bin_dir
        self._durable = durable
        self._spill = spill
        self._process: subprocess.Popen[bytes] | None = None
        self._address: ServerAddress | None = None

    def start(self) -> ServerAddress:
        """Initialise when new, recover when needed, start, and wait until ready.

        Calling it again after the server died starts it on the same port with the same passwords.
        Raises EmbeddedError with one sentence for everything that can stand in the way.
        """
        initialised = (self._home / "pg" / "data" / "PG_VERSION").exists()
        make_home(self._home, LATER_START_MB if initialised else FIRST_START_MB)
        if self._address is None:
            self._lock.acquire()
        try:
            return self._start_locked()
        except OSError as error:
            raise EmbeddedError(f"The embedded database cannot start: {error}.") from error

    def alive(self) -> bool:
        """Whether the postmaster this object started still runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """Process id of the postmaster, None when not running."""
        return self._process.pid if self._process and self.alive() else None

    def stop(self) -> None:
        """Fast shutdown (SIGINT), harsher when it takes over ten seconds; frees the home folder."""
        if self._process is not None:
            for harder, patience in ((signal.SIGINT, 10), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
                if self._process.poll() is None:
                    self._process.send_signal(harder)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(patience)
                    break
        self._process = None
        self._address = None
        self._lock.release()

    def __enter__(self) -> ServerAddress:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()

    def _start_locked(self) -> ServerAddress:
        self._account = account_for(self._home / "pg" / "data")
        self._place = place_for(self._home, self._account, self._spill)
        self._data = self._place / "data"
        self._log = self._place / "postgres.log"
        binaries = binaries_for(self._chosen, self._place, self._account)
        self._clear_the_way()
        if not (self._data / "PG_VERSION").exists():
            self._initialise(binaries)
        self._check_version(binaries)
        passwords = self._passwords()
        port = self._address.port if self._address else free_port()
        for _ in range(20):
            failure = self._launch(binaries, port)
            if failure is None:
                self._address = ServerAddress(port, passwords)
                return self._address
            if "Address already in use" in failure and self._address is None:
                port = free_port()
            elif "shared memory block" not in failure and "already in use" not in failure:
                raise EmbeddedError(explain(failure, self._log))
            time.sleep(0.25)
        raise EmbeddedError(explain(failure or "", self._log))

    def _initialise(self, binaries: Binaries) -> None:
        """Create the cluster beside its final place and move it there whole."""
        fresh, phrase = self._place / "data.new", self._place / "superuser"
        shutil.rmtree(fresh, ignore_errors=True)
        write_private(phrase, self._passwords()[SUPERUSER], self._account)
        try:
            done = subprocess.run(  # noqa: S603 - the server binary chosen above
                [
                    str(binaries.folder / "initdb"), "-D", str(fresh), "-U", SUPERUSER,
                    "-A", "scram-sha-256", f"--pwfile={phrase}", "--locale=C.UTF-8",
                    "--encoding=UTF8", "--no-sync", "--no-instructions",
                ],
                capture_output=True, text=True, cwd="/", check=False, **as_account(self._account),
            )  # fmt: skip
        finally:
            phrase.unlink()
        if done.returncode != 0:
            shutil.rmtree(fresh, ignore_errors=True)
            raise EmbeddedError(explain(done.stderr, self._log))
        fresh.rename(self._data)

    def _launch(self, binaries: Binaries, port: int) -> str | None:
        """Start the postmaster and wait; None when ready, else what it wrote before it ended."""
        if self._log.exists() and self._log.stat().st_size > _LOG_LIMIT:
            self._log.unlink()
        options = {**_TUNING, **({} if self._durable else _FORGETFUL), "port": str(port)}
        command = [str(binaries.folder / "postgres"), "-D", str(self._data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with self._log.open("ab") as log:
            offset = log.tell()
            self._process = subprocess.Popen(  # noqa: S603 - the server binary chosen above
                command,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
                start_new_session=True,  # Ctrl-C reaches serve, which stops the database last
                **as_account(self._account),
            )  # fmt: skip
        while self._process.poll() is None:
            lines = pid_file(self._data)
            ours = len(lines) >= PID_LINES and lines[0] == str(self._process.pid)
            if ours and lines[7].strip() == "ready":
                return None
            time.sleep(0.005)
        return self._log.read_bytes()[offset:].decode(errors="replace")

    def _clear_the_way(self) -> None:
        """Stop a server that outlived a killed start, and drop a pid file nobody stands behind.

        Safe because the home lock is ours: whoever started that server is gone.
        """
        lines = pid_file(self._data)
        if not lines or not lines[0].isdigit():
            return
        pid = int(lines[0])
        for harder, patience in ((signal.SIGINT, 10.0), (signal.SIGQUIT, 5.0)):
            if is_postmaster(pid, self._data):
                os.kill(pid, harder)
            end = time.monotonic() + patience
            while is_postmaster(pid, self._data) and time.monotonic() < end:
                time.sleep(0.01)
        if is_postmaster(pid, self._data):
            raise EmbeddedError(f"A database from an earlier start (process {pid}) does not stop.")
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def _check_version(self, binaries: Binaries) -> None:
        made_by = (self._data / "PG_VERSION").read_text().strip()
        if made_by != str(binaries.major):
            raise EmbeddedError(
                f"The data in {self._data} was made by PostgreSQL {made_by}, but "
                f"{binaries.folder} is PostgreSQL {binaries.major}."
            )

    def _passwords(self) -> dict[str, str]:
        """The random passwords of this cluster, made once and readable by its owner only."""
        path = self._place / "passwords.json"
        if not path.exists():
            made = {role: secrets.token_urlsafe(24) for role in (SUPERUSER, *LOGIN_ROLES)}
            write_private(path, json.dumps(made))
        stored: dict[str, str] = json.loads(path.read_text())
        return stored


def running(home: Path) -> ServerAddress | None:
    """The server another process runs on `home`, for commands used beside `serve`."""
    place = home / "pg"
    try:
        lines = pid_file(place / "data")
        passwords: dict[str, str] = json.loads((place / "passwords.json").read_text())
    except (OSError, ValueError):
        return None
    if len(lines) < PID_LINES or not is_postmaster(int(lines[0]), (place / "data").resolve()):
        return None
    return ServerAddress(int(lines[3]), passwords)


async def prepare(address: ServerAddress, database: str = DATABASE) -> None:
    """As superuser: roles with their passwords, the database, its extensions. Repeatable."""
    admin = await asyncpg.connect(address.url(SUPERUSER, SUPERUSER))
    try:
        await ensure_roles(admin, address.passwords)
        await ensure_database(admin, database)
    finally:
        await admin.close()
    inside = await asyncpg.connect(address.url(SUPERUSER, database))
    try:
        await prepare_schema(inside)
        if await inside.fetchval("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"):
            await inside.execute("CREATE EXTENSION IF NOT EXISTS vector")
    finally:
        await inside.close()


def start_prepared(server: EmbeddedPostgres, database: str = DATABASE) -> ServerAddress:
    """Start and prepare in one call, outside any event loop."""
    address = server.start()
    asyncio.run(prepare(address, database))
    return address
