"""Debian's PgBouncer in transaction mode stands between the product and its server."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from typer.testing import CliRunner

from presence.core.settings import DatabaseSettings, Settings
from presence.db.address_reading import direct_url
from presence.db.embedded_files import account_for, as_account
from presence.db.embedded_process import free_port
from presence.db.reaching import BehindPooler, connect, reason
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.entrypoints.cli import app as commands
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.events import CHANNEL
from presence.http.sse import EventHub
from presence.jobs.recovery import proof_of_life
from tests.architecture.tree import ROOT
from tests.conftest import KEY, Place, browser
from tests.factories.people import sign_up
from tests.factories.worker_process import worker_process

SERVERS = 2  # so that every connection is lent again and again
ROLES = ("customer", "operator", "owner", "auditor")
SAID = "it leads to PgBouncer; name the server itself in PRESENCE_DATABASE__DIRECT_URL"


@pytest.fixture(scope="module")
def pooler(place: Place) -> Iterator[int]:
    """The port of a PgBouncer in front of the module's database."""
    programs = Path(
        subprocess.check_output([ROOT / "ops/bootstrap/pgbouncer"], text=True).strip()  # noqa: S603
    )
    server, port = urlsplit(place.server.admin), free_port()
    with tempfile.TemporaryDirectory(prefix="presence-pgbouncer-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file in programs.iterdir():  # where the account that runs it may read
            (folder / file.name).write_bytes(file.read_bytes())
            (folder / file.name).chmod(0o755)
        known = (f'"{role}" "{place.server.passwords[role]}"' for role in ROLES)
        (folder / "users").write_text("\n".join(known) + "\n")
        (folder / "ini").write_text(
            f"[databases]\npooled = host={server.hostname} port={server.port} dbname={place.name}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
            f"unix_socket_dir =\nauth_type = scram-sha-256\nauth_file = {folder}/users\n"
            f"pool_mode = transaction\ndefault_pool_size = {SERVERS}\nmax_client_conn = 200\n"
        )
        process = subprocess.Popen(  # noqa: S603 - Debian's
            [str(folder / "pgbouncer"), "-q", str(folder / "ini")],
            env={"LD_LIBRARY_PATH": str(folder)},
            cwd="/",
            **as_account(account_for(folder)),
        )
        yield port
        process.terminate()
        process.wait(10)


def behind(place: Place, port: int, role: str) -> str:
    """A role's address at the pooler, which calls the database by a name of its own."""
    return f"postgresql://{role}:{place.server.passwords[role]}@127.0.0.1:{port}/pooled"


@pytest_asyncio.fixture(scope="module")
async def settings(place: Place, pooler: int) -> Settings:
    """All addresses lead to the pooler, and the server is named beside them."""
    server = urlsplit(place.server.admin)
    made = place.settings()
    for role in ROLES:
        setattr(made.database, f"{role}_url", behind(place, pooler, role))
    made.database.direct_url = f"postgresql://{server.hostname}:{server.port}/{place.name}"
    made.database.pool_size = 10
    while True:
        try:
            await (await connect(made.database.customer_url)).close()
        except OSError:
            await asyncio.sleep(0.02)
        else:
            return made


@pytest_asyncio.fixture(scope="module")
async def pooled(settings: Settings) -> AsyncIterator[Database]:
    """The pool of the product."""
    database = Database(settings.database.customer_url, settings.database)
    yield database
    await database.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait, not forever, for something to become true."""
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


async def test_settings_hold_within_each_transaction_and_end_with_it(
    pooled: Database, settings: Settings
) -> None:
    wanted = text("SELECT current_setting('statement_timeout'), current_setting('jit')")
    for _ in range(2 * SERVERS):
        async with pooled.transaction() as session:
            assert tuple((await session.execute(wanted)).one()) == ("15s", "off")
    left = await connect(settings.database.customer_url, statement_cache_size=0)
    try:
        async with left.transaction():
            assert await left.fetchval("SELECT current_setting('statement_timeout')") == "0"
    finally:
        await left.close()


async def test_a_statement_that_takes_too_long_is_ended(settings: Settings) -> None:
    hasty = settings.database.model_copy(update={"statement_timeout_ms": 100})
    database = Database(hasty.customer_url, hasty)
    try:
        with pytest.raises(DBAPIError, match="statement timeout"):
            async with database.transaction() as session:
                await session.execute(text("SELECT pg_sleep(30)"))
        with pytest.raises(DBAPIError, match="statement timeout"):
            await database.read_value("SELECT pg_sleep(30)")
    finally:
        await database.close()


async def test_no_transaction_sees_whom_another_one_was_bound_to(pooled: Database) -> None:
    bound = text("SELECT current_setting('app.workspace_id', true)")

    async def whose(binding: TenantBinding | None) -> str:
        async with pooled.transaction(binding) as session:
            await session.execute(text("SELECT pg_sleep(0.002)"))
            return str((await session.execute(bound)).scalar() or "")

    everybody = [TenantBinding(uuid4()) if turn % 2 else None for turn in range(100)]
    found = await asyncio.gather(*map(whose, everybody))
    assert found == [str(one.workspace_id) if one else "" for one in everybody]


async def test_statements_of_many_kinds_find_themselves_on_every_connection(
    pooled: Database,
) -> None:
    async def ask(turn: int) -> object:
        if turn % 2:
            return await pooled.read_value(f"SELECT {turn % 7} + $1::integer", turn)
        async with pooled.transaction() as session:
            kind = text(f"SELECT CAST(:turn AS integer) + {turn % 7}")
            return (await session.execute(kind, {"turn": turn})).scalar()

    assert await asyncio.gather(*map(ask, range(200))) == [turn + turn % 7 for turn in range(200)]


async def test_without_the_servers_address_every_process_says_what_is_missing(
    settings: Settings,
) -> None:
    alone = DatabaseSettings(customer_url=settings.database.customer_url)
    database = Database(alone.customer_url, alone)
    try:
        with pytest.raises(DBAPIError) as refused:
            async with database.transaction() as session:
                await session.execute(text("SELECT 1"))
    finally:
        await database.close()
    cause = refused.value.orig.__cause__ if refused.value.orig else None
    assert isinstance(cause, asyncpg.PostgresError)
    assert reason(cause).startswith(SAID)


def test_migrations_go_to_the_server_and_not_through_the_pooler(settings: Settings) -> None:
    address = {"PRESENCE_DATABASE__OWNER_URL": settings.database.owner_url}
    result = CliRunner().invoke(commands, ["migrate"], env=address)
    assert result.exit_code == 1
    assert result.output.startswith(f"presence: Cannot connect to the database as owner: {SAID}")
    direct = {"PRESENCE_DATABASE__DIRECT_URL": settings.database.direct_url}
    result = CliRunner().invoke(commands, ["migrate"], env=address | direct)
    assert result.output == "Migrations: up to date.\n"


async def test_events_are_heard_on_the_server_while_the_pooler_carries_the_rest(
    pooled: Database, settings: Settings
) -> None:
    hub, workspace = EventHub(direct_url(settings.database, "customer")), uuid4()
    await hub.start()
    try:
        with hub.subscribed(workspace) as news:
            await until(lambda: not hub.problem)
            news.clear()
            async with pooled.transaction() as session:
                told = {"channel": CHANNEL, "whose": str(workspace)}
                await session.execute(text("SELECT pg_notify(:channel, :whose)"), told)
            await asyncio.wait_for(news.wait(), 10)
    finally:
        await hub.close()


async def test_who_would_listen_through_the_pooler_is_not_ready_and_says_why(
    settings: Settings,
) -> None:
    deaf = EventHub(settings.database.customer_url)
    await deaf.start()
    try:
        await until(lambda: "PgBouncer" in deaf.problem)
    finally:
        await deaf.close()


async def test_a_workers_lock_is_never_taken_through_the_pooler(settings: Settings) -> None:
    with pytest.raises(BehindPooler):
        async with proof_of_life(settings.database.customer_url, 1):
            pass
    async with proof_of_life(direct_url(settings.database, "customer"), 1) as held:
        assert await held.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")


async def test_a_person_signs_up_and_works_through_the_pooler(
    settings: Settings, pooled: Database
) -> None:
    application = create_customer_app(settings, replace(build_adapters(settings), database=pooled))
    try:
        async with browser(application) as client:
            await sign_up(client)
            answers = await asyncio.gather(*(client.get("/api/user") for _ in range(40)))
            assert {answer.status_code for answer in answers} == {200}
            assert (await client.get("/readyz")).status_code == 200
    finally:
        application.state.accounts.close()


@pytest.mark.parametrize("named", [True, False], ids=["with the server", "without it"])
async def test_a_worker_is_ready_where_it_can_listen_and_says_why_it_is_not(
    settings: Settings, named: bool
) -> None:
    port = free_port()
    address = settings.database.customer_url
    further = {"DATABASE__DIRECT_URL": settings.database.direct_url} if named else {}
    wanted = (200, "ok") if named else (503, f"not ready: {SAID}")
    with worker_process(
        address, WORKER__HEALTH_PORT=str(port), SECRETS__KEY=KEY, **further
    ) as process:
        answer = (0, "")
        async with asyncio.timeout(60), httpx.AsyncClient() as probe:
            while not (answer[0] == wanted[0] and answer[1].startswith(wanted[1])):
                assert process.poll() is None, answer
                try:
                    got = await probe.get(f"http://127.0.0.1:{port}/readyz")
                    answer = (got.status_code, got.text)
                except httpx.TransportError:
                    await asyncio.sleep(0.1)
