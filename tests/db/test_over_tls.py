"""A server that takes TLS alone is reached by both drivers as the address says, or not at all."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import asyncpg
import httpx
import psycopg
import pytest
import pytest_asyncio

from presence.core.settings import Settings
from presence.db.address_reading import read_address, require_files
from presence.db.embedded import EmbeddedPostgres, ServerAddress, prepare
from presence.db.reaching import UNREACHABLE, connect, reason
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.sse import EventHub
from presence.migrations import runner
from tests.db.authorities import Authority, Pair
from tests.db.programs import programs_of

MAJOR = 17  # the embedded server has no TLS
RULES = """
hostssl all auditor 127.0.0.1/32 scram-sha-256 clientcert=verify-full
hostssl all all 127.0.0.1/32 scram-sha-256
"""
SECRET = "open it"


@dataclass
class TlsServer:
    """A server, the authority of its certificate and one that it has nothing to do with."""

    at: ServerAddress
    data: Path
    authority: Authority
    other: Authority
    certificates: dict[str, Pair]

    def url(self, query: str = "", role: str = "customer", host: str = "127.0.0.1") -> str:
        """An address of a role."""
        password = self.at.passwords[role]
        return f"postgresql://{role}:{password}@{host}:{self.at.port}/presence?{query}"

    def verifying(self, mode: str = "verify-full", role: str = "customer") -> str:
        """An address that checks the certificate."""
        return self.url(f"sslmode={mode}&sslrootcert={self.authority.root}", role)

    async def present(self, name: str) -> None:
        """Show another certificate from the next connection on."""
        pair = self.certificates[name]
        for source, ending in ((pair.certificate, "crt"), (pair.key, "key")):
            self.put(f"{name}.{ending}", source.read_text())
        admin = await connect(self.url("sslmode=require", "postgres"))
        try:
            await admin.execute(f"ALTER SYSTEM SET ssl_cert_file = '{name}.crt'")
            await admin.execute(f"ALTER SYSTEM SET ssl_key_file = '{name}.key'")
            await admin.execute("SELECT pg_reload_conf()")
        finally:
            await admin.close()
        while True:
            looking = await connect(self.url("sslmode=require", "postgres"))
            shown = await looking.fetchval("SELECT current_setting('ssl_cert_file')")
            await looking.close()
            if shown == f"{name}.crt":
                return
            await asyncio.sleep(0.02)

    def put(self, name: str, text: str) -> None:
        """A file that only the server's account may read."""
        path, owner = self.data / name, self.data.stat()
        path.write_text(text)
        path.chmod(0o600)
        os.chown(path, owner.st_uid, owner.st_gid)


@pytest.fixture(scope="module")
def started() -> Iterator[TlsServer]:
    """A server with roles, before it takes TLS alone."""
    folder = Path(tempfile.mkdtemp(prefix="presence-tls-", dir="/tmp"))
    folder.chmod(0o755)
    home = folder / "home"
    authority, other = Authority(folder, "own"), Authority(folder, "other")
    certificates = {
        "good": authority.issue("good", "127.0.0.1", "localhost"),
        "expired": authority.issue("expired", "127.0.0.1", days=-1),
        "elsewhere": authority.issue("elsewhere", "db.example.com"),
        "auditor": authority.issue("auditor"),
        "locked": authority.issue("locked", password=SECRET),
        "stranger": other.issue("stranger"),
    }
    postgres = EmbeddedPostgres(
        home, note="a test", bin_dir=programs_of(MAJOR, folder), durable=False, spill=folder
    )
    at = postgres.start()
    try:
        yield TlsServer(at, (home / "pg" / "data").resolve(), authority, other, certificates)
    finally:
        postgres.stop()
        shutil.rmtree(folder)


@pytest_asyncio.fixture(scope="module")
async def tls(started: TlsServer) -> TlsServer:
    """The server, taking TLS alone, with the product's schema."""
    await prepare(started.at)
    admin = await connect(started.at.url("postgres"))
    good = started.certificates["good"]
    started.put("good.crt", good.certificate.read_text())
    started.put("good.key", good.key.read_text())
    started.put("clients.crt", started.authority.root.read_text())
    for name, value in {
        "ssl_cert_file": "good.crt",
        "ssl_key_file": "good.key",
        "ssl_ca_file": "clients.crt",
        "ssl": "on",
    }.items():
        await admin.execute(f"ALTER SYSTEM SET {name} = '{value}'")
    started.put("pg_hba.conf", RULES)
    await admin.execute("SELECT pg_reload_conf()")
    await admin.close()
    while True:
        with contextlib.suppress(OSError, asyncpg.PostgresError):
            await (await connect(started.verifying(role="postgres"))).close()
            break
        await asyncio.sleep(0.02)
    await runner.upgrade(started.verifying(role="owner"))
    return started


async def by_asyncpg(url: str) -> bool:
    """Whether the connection is encrypted."""
    connection = await connect(url)
    try:
        return bool(await connection.fetchval(ENCRYPTED))
    finally:
        await connection.close()


async def by_psycopg(url: str) -> bool:
    """Whether the connection is encrypted."""
    conninfo = read_address(url, "The address").for_psycopg()
    async with await psycopg.AsyncConnection.connect(conninfo) as connection:
        found = await (await connection.execute(ENCRYPTED)).fetchone()
        return bool(found and found[0])


ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
REFUSED = (*UNREACHABLE, psycopg.OperationalError)
Driver = Callable[[str], Awaitable[bool]]
both = pytest.mark.parametrize("driver", [by_asyncpg, by_psycopg])


@both
@pytest.mark.parametrize("mode", ["allow", "prefer", "require", "verify-ca", "verify-full"])
async def test_every_mode_that_may_encrypt_does(tls: TlsServer, driver: Driver, mode: str) -> None:
    assert await driver(tls.verifying(mode))


@both
async def test_without_encryption_nobody_is_let_in(tls: TlsServer, driver: Driver) -> None:
    with pytest.raises(REFUSED, match="no encryption"):
        await driver(tls.url("sslmode=disable"))


@both
@pytest.mark.parametrize("mode", ["verify-ca", "verify-full"])
async def test_an_authority_that_did_not_sign_it_is_no_proof(
    tls: TlsServer, driver: Driver, mode: str
) -> None:
    with pytest.raises(REFUSED, match="certificate verify failed"):
        await driver(tls.url(f"sslmode={mode}&sslrootcert={tls.other.root}"))


@both
async def test_an_authority_counts_for_require_as_well(tls: TlsServer, driver: Driver) -> None:
    with pytest.raises(REFUSED, match="certificate verify failed"):
        await driver(tls.url(f"sslmode=require&sslrootcert={tls.other.root}"))


@pytest_asyncio.fixture
async def shown(tls: TlsServer) -> AsyncIterator[TlsServer]:
    """A server that shows its good certificate again afterwards."""
    yield tls
    await tls.present("good")


@both
async def test_an_expired_certificate_is_refused(shown: TlsServer, driver: Driver) -> None:
    await shown.present("expired")
    with pytest.raises(REFUSED, match=r"certificate (has )?expired|verify failed"):
        await driver(shown.verifying())


@both
async def test_a_certificate_for_another_host_is_refused_where_the_name_counts(
    shown: TlsServer, driver: Driver
) -> None:
    await shown.present("elsewhere")
    with pytest.raises(REFUSED, match=r"127\.0\.0\.1"):
        await driver(shown.verifying("verify-full"))
    assert await driver(shown.verifying("verify-ca"))


@both
async def test_a_client_certificate_is_shown_where_it_is_demanded(
    tls: TlsServer, driver: Driver
) -> None:
    own = tls.certificates["auditor"]
    pair = f"&sslcert={own.certificate}&sslkey={own.key}"
    assert await driver(tls.verifying(role="auditor") + pair)
    with pytest.raises(REFUSED, match="client certificate"):
        await driver(tls.verifying(role="auditor"))


@both
async def test_a_client_certificate_of_another_authority_is_refused(
    tls: TlsServer, driver: Driver
) -> None:
    own = tls.certificates["stranger"]
    pair = f"&sslcert={own.certificate}&sslkey={own.key}"
    with pytest.raises(REFUSED):
        await driver(tls.verifying(role="auditor") + pair)


@both
async def test_a_key_behind_a_password_is_opened(tls: TlsServer, driver: Driver) -> None:
    own = tls.certificates["locked"]
    pair = f"&sslcert={own.certificate}&sslkey={own.key}&sslpassword=open%20it"
    assert await driver(tls.verifying() + pair)
    wrong = read_address(tls.verifying() + pair.replace("%20", ""), "DATABASE_URL")
    with pytest.raises(ValueError, match=r"^DATABASE_URL names sslcert=.*sslpassword"):
        require_files(wrong, "DATABASE_URL")


@both
async def test_a_host_that_is_silent_or_unwilling_gives_way_to_the_next(
    tls: TlsServer, driver: Driver
) -> None:
    port = tls.at.port
    several = tls.verifying().replace(f"127.0.0.1:{port}", f"127.0.0.1:1,127.0.0.1:{port}")
    assert await driver(several + "&target_session_attrs=read-write")
    with pytest.raises(REFUSED):
        await driver(several + "&target_session_attrs=standby")


CASES = {
    "good": ("own", "verify-full", ""),
    "expired": ("own", "verify-full", "the server's certificate has expired"),
    "elsewhere": ("own", "verify-full", "is for another name than the address"),
    "foreign": ("other", "verify-ca", "is signed by an authority that sslrootcert does not hold"),
}


@pytest.mark.parametrize("case", [name for name in CASES if name != "good"])
async def test_the_reason_names_what_is_wrong_with_the_certificate(
    shown: TlsServer, case: str
) -> None:
    authority, mode, said = CASES[case]
    await shown.present("good" if case == "foreign" else case)
    root = shown.authority.root if authority == "own" else shown.other.root
    with pytest.raises(OSError, match="certificate verify failed") as refused:
        await connect(shown.url(f"sslmode={mode}&sslrootcert={root}"))
    assert said in reason(refused.value)


async def test_a_process_that_cannot_listen_is_not_ready_and_says_why(tls: TlsServer) -> None:
    settings = Settings.model_validate(
        {
            "database": {"customer_url": tls.verifying()},
            "secrets": {"key": "azE" * 14 + "a="},
        }
    )
    deaf = EventHub(tls.url(f"sslmode=verify-full&sslrootcert={tls.other.root}"))
    adapters = replace(build_adapters(settings), events=deaf)
    application = create_customer_app(settings, adapters)
    transport = httpx.ASGITransport(application)
    await deaf.start()
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://presence.test") as probe:
            await asyncio.sleep(0.2)
            answer = await probe.get("/readyz")
    finally:
        await deaf.close()
        application.state.accounts.close()
        await adapters.database.close()
    assert answer.status_code == 503
    assert answer.json()["detail"] == (
        "Events are not heard from the database: the server's certificate is signed by an"
        " authority that sslrootcert does not hold."
    )
