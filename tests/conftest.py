"""One PostgreSQL for the whole test session, one fresh database per test module.

A template is migrated once and cloned, which takes milliseconds. Invariant: tests act as the
`customer` role, because as owner or superuser row security would prove nothing.
PRESENCE_TEST_ADMIN_URL uses a server that already runs instead of an embedded one.
"""

from __future__ import annotations

import base64
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.secrets import make_key
from presence.core.settings import DatabaseSettings, Settings
from presence.db.embedded import EmbeddedPostgres
from presence.db.roles import LOGIN_ROLES, ensure_database, ensure_roles, prepare_schema
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.migrations import runner
from tests import retries
from tests.assurance.staleness import stale

KEY = base64.b64encode(b"k" * 32).decode()
ADMIN_URL = os.environ.get("PRESENCE_TEST_ADMIN_URL", "")
# A migrated database of that server that runs may share, so that none of them migrates.
TEMPLATE = os.environ.get("PRESENCE_TEST_TEMPLATE", "")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run in which a test was tried again that was tried again before has failed."""
    retries.fail_run(session)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why a test was tried again; after the whole suite, what should be measured anew."""
    retries.summarize(terminalreporter)
    if "PRESENCE_WHOLE_SUITE" in os.environ:
        for sentence in stale():
            terminalreporter.write_line(f"STALE {sentence}")


@dataclass(frozen=True)
class Server:
    """A server, its superuser address and the password of each role."""

    admin: str
    passwords: dict[str, str]

    def url(self, role: str, database: str) -> str:
        """`postgresql://role:password@host:port/database`."""
        netloc = urlsplit(self.admin).netloc.rpartition("@")[2]
        return f"postgresql://{role}:{self.passwords[role]}@{netloc}/{database}"

    def admin_url(self, database: str) -> str:
        """The superuser's address of `database`."""
        return urlsplit(self.admin)._replace(path=f"/{database}").geturl()


@dataclass(frozen=True)
class Place:
    """One database of one test module."""

    server: Server
    name: str

    def url(self, role: str) -> str:
        """Address of this database for `role`, or the superuser for `admin`."""
        return (
            self.server.admin_url(self.name)
            if role == "admin"
            else self.server.url(role, self.name)
        )

    def settings(self, **changes: object) -> Settings:
        """Test settings on this database: cheap password hashing, no environment."""
        values: dict[str, object] = {
            "database": DatabaseSettings(
                customer_url=self.url("customer"),
                owner_url=self.url("owner"),
                operator_url=self.url("operator"),
                auditor_url=self.url("auditor"),
                pool_size=5,
            ),
            "session": {"argon2_memory_kib": 64, "argon2_time_cost": 1},
            "http": {"public_url": "http://presence.test"},
            "outbound": {"site_every_s": 0},
            "secrets": {"key": KEY},
            "rates": dict.fromkeys(
                ("default", "api_key", "registrations", "accounts", "accounts_network"),
                (1_000_000, 60),
            ),
        }
        return Settings.model_validate({**values, **changes})


@pytest.fixture(scope="session", autouse=True)
def key() -> None:
    """The key of this checkout's state folder, which the applications of tests share."""
    make_key(Settings())


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The running server."""
    passwords = {role: f"test-{role}" for role in LOGIN_ROLES}
    if ADMIN_URL:
        yield Server(ADMIN_URL, passwords)
        return
    home = Path(tempfile.mkdtemp(prefix="presence-test-", dir="/tmp"))
    home.chmod(0o755)
    postgres = EmbeddedPostgres(home, note="the tests", durable=False)
    address = postgres.start()
    try:
        yield Server(address.url("postgres", "postgres"), address.passwords)
    finally:
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


@pytest_asyncio.fixture(scope="session")
async def template(server: Server) -> AsyncIterator[str]:
    """Name of a migrated database that nobody is connected to."""
    if TEMPLATE:
        yield TEMPLATE
        return
    name = f"template_{secrets.token_hex(4)}"
    await create_empty(server, name)
    await runner.upgrade(server.url("owner", name))
    yield name
    await drop(server, name)


@pytest_asyncio.fixture(scope="module")
async def place(server: Server, template: str) -> AsyncIterator[Place]:
    """A fresh migrated database, dropped after the module."""
    name = f"test_{secrets.token_hex(4)}"
    admin = await asyncpg.connect(server.admin)
    try:
        await admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} OWNER owner")
    finally:
        await admin.close()
    yield Place(server, name)
    await drop(server, name)


@pytest_asyncio.fixture(scope="module")
async def database(place: Place) -> AsyncIterator[Database]:
    """The module's database as `customer`, the way the product uses it."""
    settings = place.settings()
    database = Database(settings.database.customer_url, settings.database)
    yield database
    await database.close()


@pytest_asyncio.fixture(scope="module")
async def admin(place: Place) -> AsyncIterator[asyncpg.Connection]:
    """A superuser connection, for arranging and inspecting only."""
    connection = await asyncpg.connect(place.url("admin"))
    yield connection
    await connection.close()


@pytest_asyncio.fixture(scope="module")
async def app(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """The customer application on the module's database."""
    application = create_customer_app(
        place.settings(), replace(build_adapters(place.settings()), database=database)
    )
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without a session."""
    async with browser(app) as opened:
        yield opened


def browser(app: FastAPI, **options: Any) -> httpx.AsyncClient:
    """One more browser with its own cookies, for tests with several people."""
    transport = httpx.ASGITransport(app, client=(options.pop("address", "127.0.0.1"), 50000))
    return httpx.AsyncClient(transport=transport, base_url="http://presence.test", **options)


async def create_empty(server: Server, name: str) -> None:
    """A database with roles, schema rights and extensions but no tables."""
    admin = await asyncpg.connect(server.admin)
    try:
        await ensure_roles(admin, {role: server.passwords[role] for role in LOGIN_ROLES})
        await ensure_database(admin, name)
    finally:
        await admin.close()
    inside = await asyncpg.connect(server.admin_url(name))
    try:
        await prepare_schema(inside)
    finally:
        await inside.close()


async def drop(server: Server, name: str) -> None:
    """Drop a database, cutting connections that are still open."""
    admin = await asyncpg.connect(server.admin)
    try:
        await admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    finally:
        await admin.close()
