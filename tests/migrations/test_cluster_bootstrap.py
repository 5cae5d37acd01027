"""What ops/database/cluster.yaml has the operator create is a database the product works in."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import yaml  # type: ignore[import-untyped]  # no stubs among the development packages

from presence.db.embedded import EmbeddedPostgres
from presence.db.roles import LOGIN_ROLES
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.migrations import runner
from tests.architecture.tree import ROOT
from tests.conftest import Place, Server, browser
from tests.factories.people import sign_up

ROLES = "SELECT rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles"


def cluster() -> dict[str, Any]:
    """The specification of the cluster."""
    text = (ROOT / "ops/database/cluster.yaml").read_text(encoding="utf-8")
    (found,) = (o for o in yaml.safe_load_all(text) if o["kind"] == "Cluster")
    spec: dict[str, Any] = found["spec"]
    return spec


@pytest.fixture
def bare() -> Iterator[Server]:
    """A server without a role of ours."""
    home = Path(tempfile.mkdtemp(prefix="presence-cluster-", dir="/tmp"))
    home.chmod(0o755)
    postgres = EmbeddedPostgres(home, note="a test", durable=False)
    address = postgres.start()
    try:
        yield Server(address.url("postgres", "postgres"), address.passwords)
    finally:
        postgres.stop()
        shutil.rmtree(home)


async def bootstrap(server: Server, spec: dict[str, Any]) -> str:
    """Do what the operator does with it, in its order; the database's name."""
    initdb = spec["bootstrap"]["initdb"]
    name, owner = initdb["database"], initdb["owner"]
    admin = await asyncpg.connect(server.admin)
    try:
        await admin.execute(f"CREATE ROLE {owner} LOGIN PASSWORD '{server.passwords[owner]}'")
        await admin.execute(
            f"CREATE DATABASE {name} OWNER {owner} TEMPLATE template0"
            f" ENCODING '{initdb['encoding']}' LC_COLLATE '{initdb['localeCollate']}'"
            f" LC_CTYPE '{initdb['localeCType']}'"
        )
        inside = await asyncpg.connect(server.admin_url(name))
        try:
            for statement in initdb["postInitApplicationSQL"]:
                await inside.execute(statement)
        finally:
            await inside.close()
        for role in spec["managed"]["roles"]:
            password = server.passwords[role["name"]]
            await admin.execute(f"ALTER ROLE {role['name']} LOGIN PASSWORD '{password}'")
            for group in role.get("inRoles", ()):
                await admin.execute(f"GRANT {group} TO {role['name']}")
        roles = {row["rolname"]: tuple(row)[1:] for row in await admin.fetch(ROLES)}
    finally:
        await admin.close()
    assert {role: roles[role] for role in LOGIN_ROLES} == dict.fromkeys(
        LOGIN_ROLES, (True, False, False, False)
    )
    assert roles["resolver"] == (False, False, False, False)
    return str(name)


async def test_the_product_is_installed_and_used_without_a_superuser(bare: Server) -> None:
    name = await bootstrap(bare, cluster())
    await runner.upgrade(bare.url("owner", name))
    settings = Place(bare, name).settings()
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


def test_the_cluster_says_what_it_needs_and_where_each_password_comes_from() -> None:
    spec = cluster()
    assert {"cpu", "memory"} <= set(spec["resources"]["requests"])
    assert spec["bootstrap"]["initdb"]["secret"] == {"name": "presence-database-owner"}
    named = {role["name"]: role["passwordSecret"]["name"] for role in spec["managed"]["roles"]}
    assert named == {role: f"presence-database-{role}" for role in LOGIN_ROLES if role != "owner"}
