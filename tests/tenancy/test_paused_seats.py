"""What somebody keeps whose seat the plan no longer covers: what is theirs, and paying for it.

Each operation is called by a member of its own, because some of them end the membership.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.workspaces.errors import SEAT_PAUSED
from presence.domains.workspaces.service import ROLES
from tests.factories.people import make_tenant
from tests.factories.team import add_member, opened
from tests.tenancy.operations import PROTECTED, Operation
from tests.tenancy.test_routes import ROWS, call

PAUSED = "UPDATE membership SET paused = true WHERE user_id = $1"
OPEN = [o for o in PROTECTED if o.asks == "signed-in"]
PAYING = [o for o in PROTECTED if o.asks == "billing"]
# Of each other action one is enough: the matrix calls them all. `mcp` takes keys only.
SEATED = [o for o in PROTECTED if o.asks not in ("signed-in", "billing") and o.name != "mcp"]
OTHERS = {o.asks: o for o in SEATED}


@asynccontextmanager
async def paused(
    app: FastAPI, database: Database, admin: asyncpg.Connection, role: str
) -> AsyncIterator[httpx.AsyncClient]:
    """The browser of a member whose seat the plan no longer covers."""
    owner = await make_tenant(database)
    late = await add_member(database, owner, role)
    async with opened(app, database, late) as person:
        await admin.execute(PAUSED, late.user_id)
        yield person.client


async def refuses(client: httpx.AsyncClient, operation: Operation) -> bool:
    """Whether the operation says that the seat is paused."""
    answer = await call(client, operation, operation.fill({kind: new_id() for kind in ROWS}))
    assert answer.status_code != 401, answer.text
    return answer.status_code == 403 and answer.json()["message"] == SEAT_PAUSED


@pytest.mark.parametrize("operation", OPEN, ids=lambda o: o.name)
async def test_what_asks_for_no_seat_is_answered_to_a_paused_one(
    app: FastAPI, database: Database, admin: asyncpg.Connection, operation: Operation
) -> None:
    async with paused(app, database, admin, "viewer") as client:
        assert not await refuses(client, operation)


@pytest.mark.parametrize("operation", PAYING, ids=lambda o: o.name)
async def test_whoever_pays_still_pays_with_a_paused_seat_and_nobody_else_does(
    app: FastAPI, database: Database, admin: asyncpg.Connection, operation: Operation
) -> None:
    for role in ROLES:
        async with paused(app, database, admin, role) as client:
            assert await refuses(client, operation) == (role not in ("owner", "billing")), role


async def test_paying_is_all_that_a_paused_seat_keeps_of_its_role(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> None:
    for role in ("owner", "billing"):
        async with paused(app, database, admin, role) as client:
            for asked, operation in OTHERS.items():
                assert await refuses(client, operation), (role, asked)
