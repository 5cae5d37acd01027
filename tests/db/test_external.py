"""A server of the operator's own is prepared once and used through the product's own roles."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from presence.db.embedded import EmbeddedPostgres
from presence.db.embedded_files import EmbeddedError
from presence.db.external import prepare_external
from presence.migrations import runner


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that the database's own account can enter."""
    made = Path(tempfile.mkdtemp(prefix="presence-external-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def admin_url(folder: Path) -> Iterator[str]:
    """The superuser's address of a server that knows nothing of the product."""
    postgres = EmbeddedPostgres(folder / "server", note="a test", durable=False)
    yield postgres.start().url("postgres", "postgres")
    postgres.stop()


async def test_an_external_server_is_prepared_and_migrated(admin_url: str, folder: Path) -> None:
    urls = await prepare_external(admin_url, folder / "state")
    await runner.upgrade(urls["owner"])
    assert await runner.current(urls["customer"]) == runner.head()


async def test_the_product_never_connects_as_the_account_it_was_given(
    admin_url: str, folder: Path
) -> None:
    urls = await prepare_external(admin_url, folder / "state")
    connection = await asyncpg.connect(urls["customer"])
    try:
        role = await connection.fetchrow(
            "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        )
    finally:
        await connection.close()
    assert tuple(role) == ("customer", False, False)


async def test_preparing_twice_keeps_the_same_addresses(admin_url: str, folder: Path) -> None:
    first = await prepare_external(admin_url, folder / "state")
    assert await prepare_external(admin_url, folder / "state") == first


async def test_a_server_that_does_not_answer_is_one_sentence(folder: Path) -> None:
    with pytest.raises(EmbeddedError, match=r"^Cannot connect to the server in DATABASE_URL"):
        await prepare_external("postgresql://nobody@127.0.0.1:1/none", folder / "state")
