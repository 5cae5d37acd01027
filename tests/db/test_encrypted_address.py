"""What a database's address says of encryption holds for every connection of the pool."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from presence.core.settings import DatabaseSettings, Settings
from presence.db.encryption import addresses_in_the_clear
from presence.db.session import Database
from presence.entrypoints.cli import app
from presence.migrations import runner
from tests.conftest import Place


async def test_a_server_without_encryption_gets_nothing_when_it_is_required(place: Place) -> None:
    address = f"{place.url('customer')}?sslmode=require"
    database = Database(address, DatabaseSettings())
    try:
        with pytest.raises(ConnectionError, match="SSL"):
            async with database.transaction() as session:
                await session.execute(text("SELECT 1"))
    finally:
        await database.close()


async def test_an_address_that_prefers_encryption_takes_what_there_is(place: Place) -> None:
    database = Database(f"{place.url('customer')}?sslmode=prefer", DatabaseSettings())
    try:
        async with database.transaction() as session:
            assert (await session.execute(text("SELECT 1"))).scalar_one() == 1
    finally:
        await database.close()


async def test_migrations_keep_what_the_address_says(place: Place) -> None:
    with pytest.raises(ConnectionError, match="SSL"):
        await runner.current(f"{place.url('owner')}?sslmode=require")


FAR = "postgresql://customer:hidden@db.example.com:5432/presence"


def production(address: str, **changes: object) -> Settings:
    """Settings of production whose API reaches the database at an address."""
    return Settings.model_validate(
        {"environment": "production", "database": {"customer_url": address}, **changes}
    )


@pytest.mark.parametrize(
    "address",
    [
        FAR,
        f"{FAR}?sslmode=disable",
        f"{FAR}?sslmode=allow",
        f"{FAR}?sslmode=prefer",
        f"{FAR}?sslmode=",
        "postgresql://customer:hidden@10.0.0.5/presence",
        "postgresql://customer:hidden@localhost,db.example.com/presence",
        "postgresql://customer:hidden@[2001:db8::1]:5432/presence",
        "postgresql://customer:hidden@/presence?host=db.example.com",
    ],
)
def test_production_refuses_a_far_database_that_may_be_reached_in_the_clear(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PGSSLMODE", raising=False)
    (refusal,) = addresses_in_the_clear(production(address), {})
    assert refusal.startswith("PRESENCE_DATABASE__CUSTOMER_URL would let")
    assert "sslmode=verify-full" in refusal
    assert "hidden" not in refusal
    assert addresses_in_the_clear(production(address, environment="development"), {}) == []


@pytest.mark.parametrize(
    "address",
    [
        f"{FAR}?sslmode=require",
        f"{FAR}?sslmode=verify-ca&sslrootcert=/etc/ca.crt",
        f"{FAR}?sslmode=verify-full&sslrootcert=/etc/ca.crt",
        "postgresql://customer:hidden@127.0.0.1:5432/presence",
        "postgresql://customer:hidden@[::1]:5432/presence",
        "postgresql://customer:hidden@localhost/presence",
        "postgresql://customer:hidden@%2Fvar%2Frun%2Fpostgresql/presence",
        "postgresql:///presence?host=/var/run/postgresql",
        "postgresql:///presence",
        "",
    ],
)
def test_production_takes_encryption_and_a_database_on_the_same_machine(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PGHOST", raising=False)
    assert addresses_in_the_clear(production(address), {}) == []


def test_what_the_driver_reads_from_the_environment_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    assert addresses_in_the_clear(production(FAR), {}) == []
    monkeypatch.setenv("PGSSLMODE", "prefer")
    monkeypatch.setenv("PGHOST", "db.example.com")
    assert len(addresses_in_the_clear(production("postgresql:///presence"), {})) == 1


def test_a_server_of_ones_own_network_without_encryption_is_said_twice() -> None:
    own = {"outbound": {"allow_private": True}}
    assert addresses_in_the_clear(production(f"{FAR}?sslmode=disable", **own), {}) == []
    assert len(addresses_in_the_clear(production(FAR, **own), {})) == 1
    assert len(addresses_in_the_clear(production(f"{FAR}?sslmode=prefer", **own), {})) == 1


def test_every_address_that_is_refused_is_named() -> None:
    settings = production(FAR)
    settings.database.owner_url = FAR
    refusals = addresses_in_the_clear(settings, {"DATABASE_URL": FAR})
    assert [refusal.split()[0] for refusal in refusals] == [
        "PRESENCE_DATABASE__CUSTOMER_URL",
        "PRESENCE_DATABASE__OWNER_URL",
        "DATABASE_URL",
    ]


COMMANDS = {
    "serve": "DATABASE_URL",
    "api": "PRESENCE_DATABASE__CUSTOMER_URL",
    "worker": "PRESENCE_DATABASE__CUSTOMER_URL",
    "operator": "PRESENCE_DATABASE__OPERATOR_URL",
    "auditor": "PRESENCE_DATABASE__AUDITOR_URL",
    "migrate": "PRESENCE_DATABASE__OWNER_URL",
    "prepare-database": "DATABASE_URL",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_reaches_a_far_database_in_the_clear(command: str) -> None:
    variables = {"PRESENCE_ENVIRONMENT": "production", COMMANDS[command]: FAR, "PGSSLMODE": ""}
    result = CliRunner().invoke(app, [command], env=variables)
    assert result.exit_code == 1
    assert result.output.startswith(f"presence: {COMMANDS[command]} would let what travels")
    assert "Traceback" not in result.output
