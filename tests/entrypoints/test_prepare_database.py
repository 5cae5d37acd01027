"""A server of one's own becomes usable with two commands and ends up as the embedded one."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio
from typer.testing import CliRunner

from presence.db.roles import LOGIN_ROLES
from presence.entrypoints.cli import app
from tests.conftest import Place, Server


@pytest_asyncio.fixture
async def empty(server: Server) -> AsyncIterator[Place]:
    """A database nobody prepared."""
    name = f"bare_{secrets.token_hex(4)}"
    admin = await asyncpg.connect(server.admin)
    await admin.execute(f"CREATE DATABASE {name}")
    yield Place(server, name)
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


def environment(place: Place) -> dict[str, str]:
    """What the command is told."""
    return {
        "DATABASE_URL": place.url("admin"),
        **{f"PRESENCE_DATABASE__{r.upper()}_URL": place.url(r) for r in LOGIN_ROLES},
    }


def run(command: str, variables: dict[str, str]) -> tuple[int, str]:
    """(exit status, all it said)."""
    result = CliRunner().invoke(app, [command], env=variables)
    return result.exit_code, result.output


async def test_prepare_and_migrate_make_a_database_the_customer_role_can_use(empty: Place) -> None:
    assert await asyncio.to_thread(run, "prepare-database", environment(empty)) == (
        0,
        "Roles are ready: owner, customer, operator, auditor.\n",
    )
    owner = {"PRESENCE_DATABASE__OWNER_URL": empty.url("owner")}
    status, said = await asyncio.to_thread(run, "migrate", owner)
    assert (status, "applied" in said) == (0, True)
    customer = await asyncpg.connect(empty.url("customer"))
    assert await customer.fetchval("SELECT count(*) FROM workspace") == 0
    await customer.close()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"DATABASE_URL": ""}, "DATABASE_URL must be the address"),
        ({"DATABASE_URL": "postgresql://a:b@127.0.0.1:1/x"}, "Cannot connect to the server"),
        (
            {"PRESENCE_DATABASE__AUDITOR_URL": "postgresql://owner:x@h/n"},
            "PRESENCE_DATABASE__AUDITOR_URL must be the address of the role auditor",
        ),
        (
            {"PRESENCE_DATABASE__OWNER_URL": ""},
            "PRESENCE_DATABASE__OWNER_URL must be the address of the role owner",
        ),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(
    change: dict[str, str], sentence: str, place: Place
) -> None:
    status, said = run("prepare-database", {**environment(place), **change})
    assert status == 1
    assert sentence in said


def test_migrating_without_a_reachable_server_is_one_sentence() -> None:
    status, said = run(
        "migrate", {"PRESENCE_DATABASE__OWNER_URL": "postgresql://o:x@127.0.0.1:1/x"}
    )
    assert status == 1
    assert said.startswith("presence: Cannot connect to the database as owner: ")
    assert "Traceback" not in said
