"""A database that would fail later is refused before anything is changed in it."""

from __future__ import annotations

import asyncpg
import pytest
from typer.testing import CliRunner

from presence.db.server_kind import ServerRefused, require_kind
from presence.entrypoints.cli import app
from tests.conftest import Place, Server

SAID = "The database is encoded as SQL_ASCII, which cannot hold every text"


@pytest.fixture
async def ascii_database(server: Server) -> str:
    """A database as Debian makes it where the locale is C."""
    admin = await asyncpg.connect(server.admin)
    try:
        await admin.execute("DROP DATABASE IF EXISTS old_text")
        await admin.execute(
            "CREATE DATABASE old_text ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"
        )
    finally:
        await admin.close()
    return "old_text"


def said_by(command: str, **variables: str) -> str:
    """What a command ends with."""
    result = CliRunner().invoke(app, [command], env=variables)
    assert result.exit_code == 1, result.output
    assert "Traceback" not in result.output
    return result.output


def test_a_database_that_is_not_utf_8_is_not_prepared(server: Server, ascii_database: str) -> None:
    variables = {
        f"PRESENCE_DATABASE__{role.upper()}_URL": server.url(role, ascii_database)
        for role in ("owner", "customer", "operator", "auditor")
    }
    address = server.admin_url(ascii_database)
    output = said_by("prepare-database", DATABASE_URL=address, **variables)
    assert output.startswith(f"presence: {SAID}")
    assert "TEMPLATE template0" in output


@pytest.mark.parametrize(
    ("command", "role"),
    [("migrate", "owner"), ("api", "customer"), ("worker", "customer"), ("operator", "operator")],
)
def test_no_process_starts_on_a_database_that_is_not_utf_8(
    server: Server, template: str, ascii_database: str, command: str, role: str
) -> None:
    address = server.url(role, ascii_database)
    output = said_by(command, **{f"PRESENCE_DATABASE__{role.upper()}_URL": address})
    assert output.startswith(f"presence: {SAID}")


class Ancient:
    """What an old server would answer; none is at hand."""

    async def fetchrow(self, _statement: str) -> dict[str, object]:
        return {"major": 14, "encoding": "UTF8"}


async def test_a_server_older_than_the_oldest_tried_is_refused() -> None:
    with pytest.raises(ServerRefused, match=r"PostgreSQL 14, but Presence needs 15 or newer"):
        await require_kind(Ancient())


async def test_the_servers_of_the_tests_are_of_the_right_kind(place: Place) -> None:
    connection = await asyncpg.connect(place.url("customer"))
    try:
        await require_kind(connection)
    finally:
        await connection.close()
