"""The address of a customer's archive opens nothing once whoever fetched it may not fetch it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

import presence.domains.publishing.jobs  # noqa: F401 - registers the job that collects
from presence.core.ids import new_id
from presence.core.secrets import open_vault
from presence.db.session import Database
from presence.domains.operators.roles import ROLES, StaffRole
from presence.domains.operators.service.permissions import decide_may
from presence.jobs.context import run_job
from tests.conftest import Place, browser
from tests.domains.operators.test_impersonation_ends import (
    Acting,
    Ending,
    demoted,
    disabled,
    reset,
)
from tests.factories.people import make_tenant
from tests.factories.runs import worker_hands
from tests.factories.staff import BASE, REASON, Colleague, join


@pytest_asyncio.fixture
async def fetched(
    console: FastAPI,
    database: Database,
    operator_database: Database,
    place: Place,
    admin: asyncpg.Connection,
    boss: Colleague,
    second: Colleague,
) -> AsyncIterator[tuple[Acting, str]]:
    """A colleague of the second level, and the address of an archive they asked for."""
    tenant, colleague = (
        await make_tenant(database),
        await join(console, operator_database, "support-l2"),
    )
    why = {"reason": REASON}
    asked = await colleague.client.post(f"{BASE}/workspaces/{tenant.workspace_id}/export", json=why)
    assert asked.status_code == 202, asked.text
    key = asked.json()["id"]
    async with worker_hands(database, place.settings()) as hands:
        ids = {"workspace_id": str(tenant.workspace_id), "export_id": key}
        await run_job("outputs.export_workspace", hands, 1, ids)
    got = await colleague.client.post(f"{BASE}/workspace-exports/{key}/download", json=why)
    assert got.status_code == 200, got.text
    held = Acting(tenant, colleague, new_id(), colleague.client, boss, second, admin)
    yield held, got.json()["url"]
    await colleague.client.aclose()


async def opens(app: FastAPI, address: str) -> int:
    """How anybody who holds it is answered."""
    async with browser(app) as anybody:
        return (await anybody.get(address)).status_code


@pytest.mark.parametrize("end", [disabled, reset, demoted], ids=lambda end: end.__name__)
async def test_an_address_ends_with_the_right_of_whoever_fetched_it(
    app: FastAPI, fetched: tuple[Acting, str], end: Ending
) -> None:
    held, address = fetched
    assert await opens(app, address) == 200
    await end(held)
    assert await opens(app, address) == 404


@pytest.mark.parametrize("role", ROLES)
async def test_the_database_knows_the_roles_that_may_download(
    app: FastAPI, fetched: tuple[Acting, str], role: StaffRole
) -> None:
    held, address = fetched
    await held.execute("UPDATE staff SET role = $1 WHERE id = $2", role, held.colleague.id)
    may = decide_may(role, "workspace-exports", "download")
    assert await opens(app, address) == (200 if may else 404)


async def test_an_address_that_names_nobody_opens_nothing(
    app: FastAPI, place: Place, fetched: tuple[Acting, str]
) -> None:
    """As they were before, for whatever is left of their quarter of an hour."""
    vault = open_vault(place.settings())
    sealed = bytes.fromhex(fetched[1].rpartition("/")[2])
    named = json.loads(vault.open(sealed, "address of a file"))
    del named["s"]
    token = vault.seal(json.dumps(named), "address of a file").hex()
    assert await opens(app, f"/api/v1/files/{token}") == 404
