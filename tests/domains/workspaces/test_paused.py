"""Paused: a workspace is not analysed, and a seat writes nothing, whatever a route asks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import asyncpg
import pytest
from starlette.requests import Request

from presence.core.errors import Conflict, Forbidden
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.workspaces.context import tenant_session
from presence.domains.workspaces.service.roles import PAUSED
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand


async def test_a_paused_workspace_starts_no_run(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    pause = "UPDATE workspace SET paused_at = now() WHERE id = $1"
    await admin.execute(pause, tenant.workspace_id)
    with pytest.raises(Conflict, match="paused"):
        await begin_run(database, subject)
    await admin.execute("UPDATE workspace SET paused_at = NULL")
    assert await begin_run(database, subject)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_a_paused_seat_writes_through_no_route_that_forgets_to_ask(method: str) -> None:
    request = Request({"type": "http", "method": method, "path": "/", "headers": []})
    person = cast(Any, SimpleNamespace(workspace_id=new_id(), role=PAUSED))
    with pytest.raises(Forbidden, match="seat is paused"):
        await tenant_session(request, person, cast(Any, None))
