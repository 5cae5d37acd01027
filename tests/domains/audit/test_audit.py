"""The audit log keeps what was committed and names who did it."""

from __future__ import annotations

import asyncpg
import pytest

from presence.db.session import Database
from presence.domains.audit.service import record
from tests.factories.people import make_tenant

ROWS = "SELECT actor_id, action, target, before, after FROM audit_log WHERE workspace_id = $1"


async def test_an_entry_names_actor_action_target_and_difference(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await record(session, "brand.renamed", "brand:1", before={"name": "A"}, after={"name": "B"})
    rows = [tuple(row) for row in await admin.fetch(ROWS, tenant.workspace_id)]
    assert rows == [(tenant.user_id, "brand.renamed", "brand:1", '{"name": "A"}', '{"name": "B"}')]


async def test_what_is_rolled_back_leaves_no_entry(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)

    async def fail() -> None:
        async with database.transaction(tenant.binding) as session:
            await record(session, "brand.renamed", "brand:1")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await admin.fetch(ROWS, tenant.workspace_id) == []
