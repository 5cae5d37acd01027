"""A product of real processes on its own durable database, for killing parts of it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.core.settings import DatabaseSettings, Settings
from presence.db.embedded import EmbeddedPostgres, ServerAddress, prepare
from presence.db.embedded_process import free_port
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.migrations import runner
from presence_standins.sites import site_server
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies

TIMEOUT_S = 45.0
PRO = 1  # 25 prompts: a run long enough to be interrupted


@dataclass
class Product:
    """Database, worker and API as processes of their own."""

    postgres: EmbeddedPostgres
    address: ServerAddress
    folder: Path
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    port: int = field(default_factory=free_port)

    @property
    def settings(self) -> Settings:
        """As the processes have them."""
        return Settings(database=DatabaseSettings(customer_url=self.address.url("customer")))

    def start(self, name: str) -> None:
        """Start `worker` or `api`."""
        environment = {
            **os.environ,
            "PORT": str(self.port),
            "PRESENCE_DATABASE__CUSTOMER_URL": self.address.url("customer"),
            "PRESENCE_OUTBOUND__ALLOWED_NETWORKS": "127.0.0.0/8",
            "PRESENCE_ANALYSIS__EMBEDDINGS": "false",
            "PRESENCE_LOG_LEVEL": "warning",
        }
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "presence", name],
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """SIGKILL, and wait until the process is gone."""
        process = self.processes.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def kill_postgres(self) -> None:
        """SIGKILL the postmaster; its backends end themselves."""
        pid = self.postgres.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        while self.postgres.alive():
            time.sleep(0.01)

    def restart_postgres(self) -> None:
        """Start it on the same folder and port, as a supervisor would."""
        assert self.postgres.start().url("customer") == self.address.url("customer")

    async def fetch(self, query: str, *arguments: Any) -> list[asyncpg.Record]:
        """Rows as superuser."""
        connection = await asyncpg.connect(self.address.url("postgres"))
        try:
            return list(await connection.fetch(query, *arguments))
        finally:
            await connection.close()

    async def number(self, query: str, *arguments: Any) -> int:
        """First column of the only row."""
        value: int = (await self.fetch(query, *arguments))[0][0]
        return value

    def logs(self) -> str:
        """What the processes wrote, for a failing test's message."""
        return "\n".join(path.read_text()[-3_000:] for path in self.folder.glob("*.log"))


async def until(condition: Callable[[], Awaitable[bool]], what: str, product: Product) -> None:
    """Poll every 100 ms; fails with the processes' logs."""
    deadline = time.monotonic() + TIMEOUT_S
    while not await condition():
        assert time.monotonic() < deadline, f"{what}\n{product.logs()}"
        await asyncio.sleep(0.1)


def make_folder() -> Path:
    """A folder that the database's own account can enter."""
    folder = Path(tempfile.mkdtemp(prefix="presence-crash-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


@pytest_asyncio.fixture(scope="module")
async def product() -> AsyncIterator[Product]:
    """A migrated durable database; processes are started by each test."""
    folder = make_folder()
    postgres = EmbeddedPostgres(folder / "home", note="crash tests")
    address = await asyncio.to_thread(postgres.start)
    await prepare(address)
    await runner.upgrade(address.url("owner"))
    product = Product(postgres, address, folder)
    yield product
    for name in list(product.processes):
        product.kill(name)
    await asyncio.to_thread(postgres.stop)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def processes(product: Product) -> Any:
    """The product; whatever a test started is killed when it ends."""
    yield product
    for name in list(product.processes):
        product.kill(name)


@pytest_asyncio.fixture
async def subject(processes: Product) -> AsyncIterator[Subject]:
    """A brand with a running website on a paid plan."""
    database = Database(processes.address.url("customer"), processes.settings.database)
    async with site_server("harrow") as url:
        tenant = await make_tenant(database)
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, PRO, None)
        made = await make_brand(database, tenant, url)
        yield made
    await database.close()


async def queue_run(product: Product, subject: Subject) -> Any:
    """Queue a run of the subject's brand; returns its id."""
    database = Database(product.address.url("customer"), product.settings.database)
    try:
        return await begin_run(database, subject)
    finally:
        await database.close()


@asynccontextmanager
async def signed_in(product: Product, subject: Subject) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the subject's owner at the API process, once it answers."""
    database = Database(product.address.url("customer"), product.settings.database)
    cookies = await session_cookies(database, subject.tenant)
    await database.close()
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{product.port}", cookies=cookies, timeout=60
    ) as client:
        await ready(product, client)
        yield client


async def ready(product: Product, client: httpx.AsyncClient) -> None:
    """Wait until the API answers."""

    async def answers() -> bool:
        try:
            return (await client.get("/readyz")).status_code == 200
        except httpx.HTTPError:
            return False

    await until(answers, "the API never became ready", product)
