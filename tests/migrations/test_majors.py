"""Every major of PostgreSQL that is named as supported takes the schema and the product.

The embedded server, which all other tests run on, is the newest; the older ones are Debian's where
installed, else the packages that `presence upgrade-database` pins.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from presence.db.embedded import EmbeddedPostgres
from presence.db.embedded_files import OLDEST_SERVER, EmbeddedError
from presence.db.external import prepare_external
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.migrations import runner
from tests.conftest import Place, Server, browser
from tests.db.programs import programs_of
from tests.factories.people import sign_up

NEWEST = 18
MANAGER = "manager"


@pytest.fixture(scope="module", params=range(OLDEST_SERVER, NEWEST + 1))
def old(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of one major that knows nothing of the product."""
    folder = Path(tempfile.mkdtemp(prefix="presence-major-", dir="/tmp"))
    folder.chmod(0o755)
    programs = programs_of(request.param, folder) if request.param != NEWEST else None
    postgres = EmbeddedPostgres(
        folder / "home", note="a test", bin_dir=programs, durable=False, spill=folder
    )
    at = postgres.start()
    try:
        yield Server(at.url("postgres", "postgres"), at.passwords)
    finally:
        postgres.stop()
        shutil.rmtree(folder)


async def test_an_account_without_superuser_prepares_and_the_product_runs(
    old: Server, tmp_path: Path
) -> None:
    admin = await asyncpg.connect(old.admin)
    try:
        await admin.execute(f"CREATE ROLE {MANAGER} LOGIN CREATEROLE PASSWORD '{MANAGER}'")
        await admin.execute(f"CREATE DATABASE presence OWNER {MANAGER}")
    finally:
        await admin.close()
    old.passwords[MANAGER] = MANAGER
    urls = await prepare_external(old.url(MANAGER, "presence"), tmp_path)
    assert await prepare_external(old.url(MANAGER, "presence"), tmp_path) == urls
    await runner.upgrade(urls["owner"])
    assert await runner.current(urls["customer"]) == runner.head()
    settings = Place(old, "presence").settings(
        database={f"{role}_url": url for role, url in urls.items()}
    )
    adapters = build_adapters(settings)
    application = create_customer_app(settings, adapters)
    try:
        async with browser(application) as client:
            await sign_up(client)
            assert (await client.get("/api/user")).status_code == 200
            assert (await client.get("/readyz")).status_code == 200
    finally:
        application.state.accounts.close()
        await adapters.database.close()


async def test_a_role_that_may_pass_row_security_is_not_taken_over(
    old: Server, tmp_path: Path
) -> None:
    admin = await asyncpg.connect(old.admin)
    try:
        await admin.execute("ALTER ROLE customer BYPASSRLS")
        with pytest.raises(EmbeddedError, match=r"^The role customer may pass row security"):
            await prepare_external(old.url(MANAGER, "presence"), tmp_path)
    finally:
        await admin.execute("ALTER ROLE customer NOBYPASSRLS")
        await admin.close()
