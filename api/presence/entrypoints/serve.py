"""Everything in one process tree on the embedded database: what `make run` starts.

    serve ── postgres            stopped last, recovered when it dies
          ├─ presence api        inherits the listening socket, so a restart refuses no connection
          ├─ presence worker
          ├─ presence auditor     where metrics are wanted; reads only, as a role of its own
          └─ the example's site   where the example is offered

Invariant: each part may be killed on its own and comes back; stopping ends all of them.
"""

from __future__ import annotations

import asyncio
import errno
import http.client
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from presence.core import sample
from presence.core.settings import Settings
from presence.db.address_reading import direct_url
from presence.db.embedded import EmbeddedPostgres, start_prepared
from presence.db.embedded_files import EmbeddedError
from presence.db.embedded_home import already_running, left_behind, was_killed
from presence.entrypoints.commands.environment import (
    admin_url,
    command_for,
    require_key,
    use_embedded,
    use_external,
)
from presence.entrypoints.supervision import Child, Say, stop_all
from presence.migrations import runner

_OF_SERVE = frozenset({"DATABASE_URL", "DATABASE_DIRECT_URL", "PORT"})
READY_WITHIN_S = 180.0  # a busy machine is slow; a child that ends is noticed long before
FAILURES_BEFORE_GIVING_UP = 4
_PORT_FREED_WITHIN_S = 12.0
INVITE = ("staff", "invite", "you@example.com", "--role", "admin")


class CannotServe(Exception):
    """Starting or going on is impossible; the message is one sentence."""


class Serve:
    """One run of the product. `say` prints one line of progress."""

    def __init__(self, settings: Settings, say: Say, example: Path | None = None) -> None:
        self._settings = settings
        self._say = say
        self._example = example
        self._stopping = 0
        self._socket: socket.socket | None = None
        self._console: socket.socket | None = None
        self._database: EmbeddedPostgres | None = None
        self._children: list[Child] = []

    def run(self) -> None:
        """Start everything, watch until a signal, stop everything. Raises CannotServe."""
        before = {s: signal.signal(s, self._on_signal) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            self._start()
            while not self._stopping:
                self._watch()
                time.sleep(0.1)
            self._say("Stopping…")
        except EmbeddedError as error:
            raise CannotServe(str(error)) from error
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)
        self._say("Stopped.")

    def _start(self) -> None:
        dist = require_web(self._settings)
        self._socket = listen(self._settings)
        self._console = listen_for_console(self._settings, self._say)
        site = self._make_site()
        self._timed("Database", self._start_database)
        self._timed("Migrations", self._migrate)
        api, *others = [*self._make_children(dist), *site]
        self._launch(api)
        self._timed("API", self._wait_until_ready)
        for child in others:
            self._launch(child)
        if not self._stopping:
            self._say(f"\nPresence is ready: {self._settings.http.origin}   (Ctrl-C stops it)")
            if self._console is not None:
                self._say(f"Console for staff: {self._settings.console_http.origin}")
                self._say(f"Invite a colleague: {command_for(self._settings, *INVITE)}")
            if self._settings.is_local and not self._settings.mail.host:
                self._say(f"Mails are kept at: {self._settings.http.origin}/dev/outbox")

    def _start_database(self) -> str:
        if admin_url():
            use_external(self._settings)
            return "external server"
        if self._settings.database.customer_url:
            return "given addresses"
        home = self._settings.state_dir
        self._database = EmbeddedPostgres(home, note=self._settings.http.origin)
        use_embedded(self._settings, start_prepared(self._database))
        for folder in left_behind(home):
            self._say(f"  An earlier database of this folder is left, unused: rm -rf {folder}")
        return f"PostgreSQL in {(home / 'pg').resolve()}"

    def _migrate(self) -> str:
        note = migrate(direct_url(self._settings.database, "owner"), self._say)
        # guard: serve.key-check
        require_key(self._settings, self._settings.database.customer_url)
        return note

    def _launch(self, child: Child) -> None:
        """One after the other: people wait for the API, and loading two at once slows both."""
        if not self._stopping:
            child.start()
            self._children.append(child)

    def _make_children(self, dist: Path) -> list[Child]:
        environment = child_environment(self._settings, dist)
        logs = self._settings.state_dir / "logs"
        fd = self._socket.fileno() if self._socket else -1
        api = Child(
            "api", ["api", "--fd", str(fd), "--supervised"], environment, logs / "api.log", fd
        )
        port = self._settings.metrics.port
        address = {"PRESENCE_DATABASE__AUDITOR_URL": self._settings.database.auditor_url}
        if not port:  # the worker checks the invariants beside its work
            return [
                api,
                Child(
                    "worker", ["worker", "--supervised"], environment | address, logs / "worker.log"
                ),
                *self._make_console(environment, logs),
            ]
        ports = [{"PRESENCE_METRICS__PORT": str(port + step)} for step in (1, 2)]
        return [
            api,
            Child(
                "worker", ["worker", "--supervised"], environment | ports[0], logs / "worker.log"
            ),
            Child(
                "auditor",
                ["auditor", "--supervised"],
                {**_without_customer(environment), **address, **ports[1]},
                logs / "auditor.log",
            ),
            *self._make_console(environment | {"PRESENCE_METRICS__PORT": str(port + 3)}, logs),
        ]

    def _make_site(self) -> list[Child]:
        """The process that serves the sample company's site, where the example is offered."""
        port = None if self._example is None else example_port(self._settings, self._say)
        if self._example is None or port is None:
            return []
        self._settings.outbound.example_site = sample.site_at(port)
        return [
            Child(
                "example",
                ["--site", sample.STAND_IN, "--port", str(port), "--supervised"],
                {"PYTHONPATH": str(self._example.absolute()), "PYTHONUNBUFFERED": "1"},
                self._settings.state_dir / "logs" / "example.log",
                module="presence_standins.sites",
            )
        ]

    def _make_console(self, environment: dict[str, str], logs: Path) -> list[Child]:
        """The console's process, unless there is nothing to show or no port for it."""
        if self._console is None:
            return []
        fd = self._console.fileno()
        own = {
            "PRESENCE_DATABASE__OPERATOR_URL": self._settings.database.operator_url,
            "PRESENCE_CONSOLE__PORT": str(self._settings.console_port),
            "PRESENCE_CONSOLE__DIST": str(console_dist(self._settings)),
        }
        command = ["operator", "--fd", str(fd), "--supervised"]
        return [
            Child(
                "console", command, _without_customer(environment) | own, logs / "console.log", fd
            )
        ]

    def _wait_until_ready(self) -> str:
        deadline = time.monotonic() + READY_WITHIN_S
        while not self._stopping:
            self._watch()
            if answers(self._settings.http.host, self._settings.http.port):
                return f"logs in {self._settings.state_dir / 'logs'}"
            for child in self._children:
                if child.failures >= FAILURES_BEFORE_GIVING_UP:
                    raise CannotServe(
                        f"The {child.name} process does not start: {child.last_words()} "
                        f"(log: {child.log})."
                    )
            if time.monotonic() > deadline:
                raise CannotServe(
                    f"The API did not become ready within {READY_WITHIN_S:g} s "
                    f"(log: {self._children[0].log})."
                )
            time.sleep(0.05)
        return "stopped before it was ready"

    def _watch(self) -> None:
        if self._database is not None and not self._database.alive() and not self._stopping:
            self._say("database ended; recovering it")
            self._database.start()
        for child in self._children:
            child.watch(self._say)

    def _stop(self) -> None:
        stop_all(self._children)
        if self._database is not None:
            self._database.stop()
        for listening in (self._socket, self._console):
            if listening is not None:
                listening.close()

    def _timed(self, name: str, step: Callable[[], str]) -> None:
        if self._stopping:
            return
        started = time.monotonic()
        note = step()
        self._say(f"  {name:<16}{time.monotonic() - started:5.1f} s  {note}")

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping += 1
        if self._stopping > 1:
            for child in self._children:
                child.signal(signal.SIGKILL)


def require_web(settings: Settings) -> Path:
    """The built web app; CannotServe when it is missing."""
    dist = (settings.http.web_dist or Path("web/dist")).absolute()
    if not (dist / "index.html").is_file():
        raise CannotServe(
            f"The web app is not built ({dist / 'index.html'} is missing); "
            "`make run` builds it before starting."
        )
    return dist


def console_dist(settings: Settings) -> Path:
    """Where the built console is, or would be."""
    return (settings.console.dist or Path("admin/dist")).absolute()


def listen_for_console(settings: Settings, say: Say) -> socket.socket | None:
    """The console's listening socket; None when it is not built, or its port is not free.

    A port that was chosen (CONSOLE_PORT) must be free. Raises CannotServe.
    """
    if not (console_dist(settings) / "index.html").is_file():
        return None
    try:
        return _bound(settings.http.host, settings.console_port)
    except (OSError, OverflowError) as error:
        sentence = (
            f"The console cannot listen on port {settings.console_port};"
            " choose another one with CONSOLE_PORT."
        )
        if settings.console.port:
            raise CannotServe(sentence) from error
        say(f"  {sentence} It is not started.")
        return None


def example_port(settings: Settings, say: Say) -> int | None:
    """The port for the sample company's site; None where it must not or cannot be served."""
    if settings.environment != "development":  # guard: serve.example-in-development
        say("  The example is for trials and is not offered in production.")
        return None
    port = max(settings.http.port, settings.console_port) + 1
    try:
        _bound(sample.HERE, port).close()
    except (OSError, OverflowError):
        say(f"  Port {port} is taken: the example is not offered.")
        return None
    return port


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener


def listen(settings: Settings) -> socket.socket:
    """The bound, listening socket; CannotServe when the port is taken or not allowed.

    After a killed start its API may hold the port for a few seconds more, which is waited for.
    """
    wait_s = _PORT_FREED_WITHIN_S if was_killed(settings.state_dir) else 0.0
    deadline = time.monotonic() + wait_s
    while True:
        try:
            return _bound(settings.http.host, settings.http.port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                time.sleep(0.1)
                continue
            raise CannotServe(_cannot_listen(settings, error)) from error


def _cannot_listen(settings: Settings, error: OSError) -> str:
    port = settings.http.port
    if error.errno == errno.EADDRINUSE:
        return already_running(settings.state_dir) or (
            f"Port {port} is taken by another program; choose another one, "
            f"for example PORT={port + 1 if port < 65535 else 8000}."
        )
    if error.errno == errno.EACCES:
        return f"This account may not use port {port}; choose one above 1023 with PORT."
    return f"Cannot listen on {settings.http.host}:{port}: {error.strerror}."


def migrate(owner_url: str, say: Say) -> str:
    """Bring the schema to the newest revision, one line per migration; returns a short note."""
    reporter = _MigrationLines(say)
    log = logging.getLogger("alembic.runtime.migration")
    level, propagate = log.level, log.propagate
    log.addHandler(reporter)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        asyncio.run(runner.upgrade(owner_url))
    finally:
        log.removeHandler(reporter)
        log.setLevel(level)
        log.propagate = propagate
    return f"{reporter.count} applied" if reporter.count else "up to date"


class _MigrationLines(logging.Handler):
    """Turns Alembic's `Running upgrade a -> b, title` into one progress line each."""

    def __init__(self, say: Say) -> None:
        super().__init__()
        self.count = 0
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if message.startswith("Running upgrade"):
            self.count += 1
            self._say(f"    migration {message.partition('->')[2].strip()}")


def child_environment(settings: Settings, dist: Path) -> dict[str, str]:
    """What API and worker need: the customer role's address only, never the owner's."""
    inherited = {k: v for k, v in os.environ.items() if k not in _OF_SERVE}
    for secret in ("OWNER", "OPERATOR"):
        inherited.pop(f"PRESENCE_DATABASE__{secret}_URL", None)
    return {
        **inherited,
        "PRESENCE_DATABASE__CUSTOMER_URL": settings.database.customer_url,
        "PRESENCE_DATABASE__DIRECT_URL": settings.database.direct_url,
        "PRESENCE_HTTP__HOST": settings.http.host,
        "PRESENCE_HTTP__PORT": str(settings.http.port),
        "PRESENCE_HTTP__WEB_DIST": str(dist),
        "PRESENCE_OUTBOUND__EXAMPLE_SITE": settings.outbound.example_site,
        "PRESENCE_STATE_DIR": str(settings.state_dir.absolute()),
        "PYTHONUNBUFFERED": "1",
    }


def _without_customer(environment: dict[str, str]) -> dict[str, str]:
    """The auditor acts as itself only."""
    return {k: v for k, v in environment.items() if k != "PRESENCE_DATABASE__CUSTOMER_URL"}


def answers(host: str, port: int) -> bool:
    """Whether /readyz says 200 within a second."""
    connection = http.client.HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
