"""Enqueueing happens in the caller's transaction and carries ids only."""

from __future__ import annotations

import contextlib
import json
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from presence.core.ids import new_id
from presence.core.logging import JsonFormatter
from presence.db.session import Database
from presence.jobs.context import JobContext, run_job, tenant_job
from presence.jobs.queue import enqueue
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import worker_hands


@pytest.fixture
async def tenant(database: Database) -> Tenant:
    """Somebody with a workspace."""
    return await make_tenant(database)


async def jobs(admin: asyncpg.Connection, name: str) -> list[asyncpg.Record]:
    """Queued jobs of a name."""
    query = "SELECT * FROM procrastinate_jobs WHERE task_name = $1 ORDER BY id"
    return list(await admin.fetch(query, name))


async def test_a_job_exists_once_its_transaction_is_committed(
    database: Database, admin: asyncpg.Connection, tenant: Tenant
) -> None:
    thing = new_id()
    async with database.transaction(tenant.binding) as session:
        await enqueue(session, "test.kept", {"thing": thing}, workspace_id=tenant.workspace_id)
    (job,) = await jobs(admin, "test.kept")
    assert str(thing) in job["args"]
    assert str(tenant.workspace_id) in job["args"]


async def test_a_job_vanishes_with_its_transaction(
    database: Database, admin: asyncpg.Connection, tenant: Tenant
) -> None:
    async def fails() -> None:
        async with database.transaction(tenant.binding) as session:
            await enqueue(session, "test.lost", {}, workspace_id=tenant.workspace_id)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fails()
    assert await jobs(admin, "test.lost") == []


@pytest.mark.parametrize("content", ["a sentence", {"a": 1}, None, 1.5])
async def test_content_is_refused_as_an_argument(
    database: Database, tenant: Tenant, content: Any
) -> None:
    async with database.transaction(tenant.binding) as session:
        with pytest.raises(TypeError, match="must be an id"):
            await enqueue(session, "x.y", {"thing": content}, workspace_id=tenant.workspace_id)


async def test_a_job_runs_bound_to_its_workspace(
    database: Database, place: Any, tenant: Tenant
) -> None:
    seen: list[Any] = []

    @tenant_job("test.look")
    async def look(context: JobContext, thing: UUID, number: int) -> None:
        async with context.transaction() as session:
            setting = "SELECT current_setting('app.workspace_id')"
            bound = await (await session.connection()).exec_driver_sql(setting)
            seen.append((bound.scalar_one(), thing, number, context.attempt))

    thing = new_id()
    arguments = {"workspace_id": str(tenant.workspace_id), "thing": str(thing), "number": 7}
    async with worker_hands(database, place.settings()) as resources:
        await run_job("test.look", resources, 2, arguments)
    assert seen == [(str(tenant.workspace_id), thing, 7, 2)]


@pytest.mark.parametrize("result", ["succeeded", "failed"])
async def test_a_finished_job_leaves_one_line_without_its_arguments(
    database: Database, place: Any, tenant: Tenant, caplog: pytest.LogCaptureFixture, result: str
) -> None:
    @tenant_job(f"test.{result}")
    async def work(context: JobContext, thing: UUID) -> None:
        if result == "failed":
            raise ValueError("not today")

    caplog.set_level("INFO", "presence.jobs.context")
    thing = new_id()
    arguments = {"workspace_id": str(tenant.workspace_id), "thing": str(thing)}
    async with worker_hands(database, place.settings()) as resources:
        with contextlib.suppress(ValueError):
            await run_job(f"test.{result}", resources, 3, arguments)
    (line,) = [r for r in caplog.records if r.name == "presence.jobs.context"]
    told = json.loads(JsonFormatter().format(line))
    assert (told["job"], told["try"], told["result"]) == (f"test.{result}", 3, result)
    assert told["workspaceId"] == str(tenant.workspace_id)
    assert told["milliseconds"] >= 0
    assert str(thing) not in json.dumps(told)


def test_two_jobs_cannot_share_a_name() -> None:
    async def nothing(context: JobContext) -> None: ...

    name = f"test.{new_id()}"
    tenant_job(name)(nothing)
    with pytest.raises(ValueError, match=name):
        tenant_job(name)(nothing)
