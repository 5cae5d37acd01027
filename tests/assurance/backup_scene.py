"""Products of the assurance `backup`: made once per major and copied, filled at random, looked at.

Invariant: what is compared are rows and checksums of every table and the plain text of what was
sealed, opened with the key that lies in the state folder.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import asyncpg

from presence.core.ids import new_id
from presence.core.secrets import SecretsUnusable, Unreadable, Vault, key_file, open_vault
from presence.core.settings import DatabaseSettings, Settings
from presence.db.backup.copying import rows_of
from presence.db.backup.rows import Looked
from presence.db.embedded import EmbeddedPostgres, ServerAddress, prepare
from presence.db.key_check import check_key
from presence.db.session import Database
from presence.domains.engines.service.connections import place_of
from presence.domains.identity.service.codes import place_of as sealing_place
from presence.migrations import runner
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand

_PAYLOADS = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, args) SELECT 'later', 'backup',"
    " jsonb_build_object('n', n, 'word', md5(n::text || $1::text), 'odd', $1::text)"
    " FROM generate_series(1, $2) n"
)
_FACTOR = "INSERT INTO second_factor (user_id, key, confirmed_at) VALUES ($1, $2, now())"
_ENGINE = (
    "INSERT INTO engine_credential (id, workspace_id, engine, secret, gate, last4)"
    " VALUES ($1, $2, 'chatgpt', $3, 'x', '1234')"
)
_FILE = (
    "INSERT INTO made_file (id, workspace_id, name, media_type, size, content, expires_at)"
    " VALUES ($1, $2, $3, 'text/plain', $4, $5, now() + interval '1 day')"
)
_SECRETS = (
    "SELECT 'second_factor' AS what, user_id AS id, key AS sealed FROM second_factor"
    " UNION ALL SELECT 'engine', workspace_id, secret FROM engine_credential"
)
_ODD = ("plain", "äöü 東京 🜁", "a\\b'c\"d;--", "tab\tline\nend", "")


@dataclass(frozen=True)
class State:
    """Everything a product knows, as far as it can be told apart."""

    rows: Looked
    secrets: frozenset[str]


async def make_template(home: Path, bin_dir: Path | None = None) -> None:
    """A migrated, empty product that is stopped."""
    server = EmbeddedPostgres(home, note="a template", bin_dir=bin_dir, durable=False)
    try:
        address = await asyncio.to_thread(server.start)
        await prepare(address)
        await runner.upgrade(address.url("owner"))
    finally:
        await asyncio.to_thread(server.stop)


async def copy_product(template: Path, home: Path) -> None:
    """As `cp -a` does."""
    home.parent.mkdir()
    home.parent.chmod(0o755)
    words = ["cp", "-a", str(template), str(home)]
    await asyncio.to_thread(subprocess.run, words, check=True)


@asynccontextmanager
async def started(home: Path, bin_dir: Path | None = None) -> AsyncIterator[ServerAddress]:
    """The product's database, running."""
    server = EmbeddedPostgres(home, note="a state", bin_dir=bin_dir, durable=False)
    try:
        yield await asyncio.to_thread(server.start)
    finally:
        await asyncio.to_thread(server.stop)


async def write(address: ServerAddress, home: Path, rng: Random) -> None:
    """Tenants with brands, files and sealed secrets, and some rows gone again."""
    settings = Settings(
        state_dir=home, database=DatabaseSettings(customer_url=address.url("customer"), pool_size=2)
    )
    database = Database(settings.database.customer_url, settings.database)
    admin = await asyncpg.connect(address.url("postgres"))
    try:
        async with database.transaction() as session:
            await check_key(session, settings)
        vault = open_vault(settings)
        for _ in range(rng.randrange(1, 4)):
            tenant = await make_tenant(database)
            await make_brand(database, tenant)
            secret = f"secret {rng.random()}"
            place = sealing_place(tenant.user_id)
            await admin.execute(_FACTOR, tenant.user_id, vault.seal(secret, place))
            place = place_of(tenant.workspace_id, "chatgpt")
            sealed = vault.seal(secret, place)
            await admin.execute(_ENGINE, new_id(), tenant.workspace_id, sealed)
            content = rng.randbytes(rng.randrange(0, 50_000))
            name, size = rng.choice(_ODD) or "x", len(content)
            await admin.execute(_FILE, new_id(), tenant.workspace_id, name, size, content)
        await admin.execute(_PAYLOADS, rng.choice(_ODD), rng.randrange(0, 2_000))
        share = rng.random() / 2
        await admin.execute("DELETE FROM procrastinate_jobs WHERE random() < $1", share)
    finally:
        await admin.close()
        await database.close()


async def state_of(address: ServerAddress, home: Path) -> State:
    """Every table and every secret; one that does not open counts as such."""
    try:
        vault: Vault | None = open_vault(Settings(state_dir=home))
    except SecretsUnusable:
        vault = None
    admin = await asyncpg.connect(address.url("postgres"))
    try:
        sealed = await admin.fetch(_SECRETS)
    finally:
        await admin.close()
    opened = frozenset(f"{row['what']} {row['id']} {_open(vault, row)}" for row in sealed)
    return State(await rows_of(address), opened)


def _open(vault: Vault | None, row: asyncpg.Record) -> str:
    factor = row["what"] == "second_factor"
    place = sealing_place(row["id"]) if factor else place_of(row["id"], "chatgpt")
    try:
        return vault.open(row["sealed"], place) if vault else "no key"
    except Unreadable as closed:
        return str(closed)


def open_folder(folder: Path, *names: str) -> None:
    """Folders in one that the database's account can enter."""
    folder.chmod(0o755)
    for name in names:
        (folder / name).mkdir()


def lose_key(home: Path) -> None:
    """As a person who removed what they thought was a cache."""
    key_file(Settings(state_dir=home)).unlink(missing_ok=True)


def older_server() -> Path | None:
    """Programs of an older major on this machine; ASSURANCE_OLD_BIN names others."""
    given = os.environ.get("ASSURANCE_OLD_BIN", "")
    if given:
        return Path(given)
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[0].parent if found else None


def forget(folder: Path) -> None:
    """Remove a state that was judged."""
    shutil.rmtree(folder, ignore_errors=True)
