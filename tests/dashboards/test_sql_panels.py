"""Panels that ask the database, as the role Grafana has: any workspace, and that one only."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import asyncpg
import pytest_asyncio

from presence.core.ids import new_id
from presence.db.session import Database
from tests.conftest import Place
from tests.dashboards.test_dashboards import SQL_PANELS
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand

USED = """
INSERT INTO engine_usage (id, workspace_id, engine, model, key_source, answer_key, status, cost_usd,
                          asked_at)
VALUES ($1, $2, 'chatgpt', 'm', 'deployment', $3, 'completed', 0.01, now())
"""


def statement(panel: dict[str, Any], workspace: object) -> str:
    """A panel's statement as Grafana sends it, for this workspace and the last six hours."""
    (target,) = panel["targets"]
    quoted = "'" + str(workspace).replace("'", "''") + "'"
    sql = str(target["rawSql"]).replace("${tenant:sqlstring}", quoted)
    sql = re.sub(
        r"\$__timeFilter\((\w+)\)", r"\1 BETWEEN now() - interval '6 hours' AND now()", sql
    )
    assert "$" not in sql
    return sql


@pytest_asyncio.fixture(scope="module")
async def auditor(place: Place) -> AsyncIterator[asyncpg.Connection]:
    """The role of the data source."""
    connection = await asyncpg.connect(place.url("auditor"))
    yield connection
    await connection.close()


@pytest_asyncio.fixture(scope="module")
async def workspace(database: Database, admin: asyncpg.Connection) -> UUID:
    """A workspace with an analysis and an answer that was paid."""
    tenant = await make_tenant(database)
    await begin_run(database, await make_brand(database, tenant))
    await admin.execute(USED, new_id(), tenant.workspace_id, "an answer")
    return tenant.workspace_id


async def test_each_panel_shows_the_workspace_it_was_asked_for(
    auditor: asyncpg.Connection, workspace: UUID
) -> None:
    for title, panel in SQL_PANELS:
        assert await auditor.fetch(statement(panel, workspace)), title


async def test_no_panel_shows_anything_of_another_workspace(
    auditor: asyncpg.Connection, workspace: UUID
) -> None:
    for title, panel in SQL_PANELS:
        for other in (new_id(), "", f"{workspace}' OR 'a' = 'a"):
            assert await auditor.fetch(statement(panel, other)) == [], title


def test_there_are_panels_that_ask_the_database() -> None:
    assert len(SQL_PANELS) == 3
