"""Runs PostgreSQL as a child process on our own folder: laptop default and test server.

Invariant: `start` returns only when the postmaster it started itself reports ready (its own pid in
`postmaster.pid`, never just any file that says so), and one home folder has one user at a time. A
kill -9 of any process leaves a folder from which the next `start` recovers every committed row.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import asyncpg

from presence.db.backup.switch import finish_or_forget
from presence.db.embedded_cluster import SUPERUSER, make_cluster, passwords_of
from presence.db.embedded_files import (
    Binaries,
    EmbeddedError,
    account_for,
    as_account,
    binaries_for,
)
from presence.db.embedded_home import (
    SPILL,
    PlaceLock,
    claim,
    make_home,
    place_for,
    refuse_strangers,
)
from presence.db.embedded_process import (
    LOOPBACK,
    PID_LINES,
    clear_the_way,
    explain,
    free_port,
    is_postmaster,
    pid_file,
)
from presence.db.roles import ensure_database, ensure_roles, prepare_schema

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
    """One cluster below `home`; use it as a context manager or call start and stop.

    `note` tells a second start what the first one is for. `durable=False` trades safety against
    power loss for speed and is for test servers only. `spill` is where the files are stored if
    root's stand-in account cannot enter `home`.
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
        self._lock = PlaceLock(note)
        self._chosen = bin_dir
        self._durable = durable
        self._spill = spill
        self._process: subprocess.Popen[bytes] | None = None
        self._address: ServerAddress | None = None

    def start(self) -> ServerAddress:
        """Initialise if new, recover if needed, start, and wait until ready.

        Called again after the server died, it starts it on the same port with the same passwords.
        Raises EmbeddedError with one sentence for anything that can prevent this.
        """
        initialised = (self._home / "pg" / "data" / "PG_VERSION").exists()
        make_home(self._home, LATER_START_MB if initialised else FIRST_START_MB)
        try:
            self._enter()
            return self._start_locked()
        except OSError as error:
            self._let_go()
            raise EmbeddedError(
                f"The embedded database cannot start: {error.strerror or error}"
                f"{f' ({error.filename})' if error.filename else ''}."
            ) from error
        except EmbeddedError:
            self._let_go()
            raise

    def alive(self) -> bool:
        """Whether the postmaster this object started is still running."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """Process id of the postmaster, None when not running."""
        return self._process.pid if self._process and self.alive() else None

    def stop(self) -> None:
        """Stop the server and release the folder for others."""
        self.halt()
        self._lock.release()

    def halt(self) -> None:
        """Fast shutdown (SIGINT), forced if it takes over ten seconds; the folder stays ours."""
        if self._process is not None:
            for harder, timeout_s in (
                (signal.SIGINT, 10),
                (signal.SIGQUIT, 5),
                (signal.SIGKILL, 5),
            ):
                if self._process.poll() is None:
                    self._process.send_signal(harder)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout_s)
                    break
        self._process = None
        self._address = None

    def __enter__(self) -> ServerAddress:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()

    def _enter(self) -> None:
        """Find the place, lock it and claim it; the owner is checked before and after."""
        self._account = account_for(self._home / "pg" / "data")
        self._place = place_for(self._home, self._account, self._spill)
        self._data = self._place / "data"
        self._log = self._place / "postgres.log"
        if not self._lock.held:
            refuse_strangers(self._place, self._home)
            self._lock.acquire(self._place)
            refuse_strangers(self._place, self._home)  # two copies may have arrived at once
            claim(self._place, self._home)
            finish_or_forget(self._place, self._home)

    def _let_go(self) -> None:
        """Release the lock after a first start that failed; one failing later keeps it to retry."""
        if self._address is None:
            self._lock.release()

    def _start_locked(self) -> ServerAddress:
        binaries = binaries_for(self._chosen, self._place, self._account)
        clear_the_way(self._data)
        if not (self._data / "PG_VERSION").exists():
            make_cluster(self._place, binaries, self._account, durable=self._durable)
        self._check_version(binaries)
        passwords = passwords_of(self._place)
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

    def _launch(self, binaries: Binaries, port: int) -> str | None:
        """Start the postmaster and wait; None once ready, else what it printed before it ended."""
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
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C reaches serve, which stops the database last
                **as_account(self._account),
            )
        while self._process.poll() is None:
            lines = pid_file(self._data)
            ours = len(lines) >= PID_LINES and lines[0] == str(self._process.pid)
            if ours and lines[7].strip() == "ready":
                return None
            time.sleep(0.005)
        return self._log.read_bytes()[offset:].decode(errors="replace")

    def _check_version(self, binaries: Binaries) -> None:
        made_by = (self._data / "PG_VERSION").read_text().strip()
        if made_by == str(binaries.major):
            return
        what = (
            f"The data in {self._data} was made by PostgreSQL {made_by}, but {binaries.folder} "
            f"is PostgreSQL {binaries.major}"
        )
        if made_by.isdigit() and int(made_by) < binaries.major:
            raise EmbeddedError(f"{what}; bring it up once with `presence upgrade-database`.")
        raise EmbeddedError(f"{what}; start the version of Presence that made it.")


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
    """As superuser: create roles with passwords, the database, its extensions. Repeatable."""
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
