"""A workspace that staff paused is not analysed, by hand or on schedule."""

from __future__ import annotations

import asyncpg
import pytest

from presence.core.errors import Conflict
from presence.db.session import Database
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
