"""Asking for a look through the API, and the job that does it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.adapters.assistants import Assistants
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.materials.jobs import check_site, give_up_check, stranded_checks
from presence.domains.materials.site_checks import GIVE_UP, JOB
from presence.domains.workspaces.service.quotas import SITE_CHECKS
from presence.jobs.context import JobContext, JobResources
from tests.analysis.fakes import FakeClock, FakeFetcher, sites_of
from tests.conftest import browser
from tests.factories.people import sign_up

PATH = "/api/v1/sites/check"
HOME = "https://harrow.example/"


def job(database: Database, workspace_id: UUID, fetcher: FakeFetcher) -> JobContext:
    """An execution of a job with a site that exists only in memory."""
    resources = JobResources(
        database, Settings(), sites_of(fetcher), FakeClock(), lambda: None, Assistants()
    )
    return JobContext(workspace_id=workspace_id, attempt=1, resources=resources)


async def workspace_of(client: httpx.AsyncClient) -> UUID:
    """The only workspace of the signed-in user."""
    (workspace,) = (await client.get("/api/user")).json()["workspaces"]
    return UUID(workspace["id"])


async def ask(client: httpx.AsyncClient, url: str = "Harrow.example") -> dict[str, Any]:
    """Ask for a look; returns the answer's body."""
    answer = await client.post(PATH, json={"url": url})
    assert answer.status_code == 202, answer.text
    body: dict[str, Any] = answer.json()
    assert answer.headers["Location"] == f"{PATH}/{body['id']}"
    return body


async def test_a_check_is_under_way_until_its_job_has_looked(
    client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    await sign_up(client)
    asked = await ask(client)
    assert asked["url"] == HOME
    before = (await client.get(f"{PATH}/{asked['id']}")).json()
    assert (before["status"], before["reachable"]) == ("checking", None)
    queued = "SELECT args->>'check_id' FROM procrastinate_jobs WHERE task_name = $1"
    assert asked["id"] in [row[0] for row in await admin.fetch(queued, JOB)]

    fetcher = FakeFetcher({HOME: "<title>Harrow</title>" + "<p>Bicycles repaired here.</p>" * 40})
    await check_site(job(database, await workspace_of(client), fetcher), UUID(asked["id"]))
    after = (await client.get(f"{PATH}/{asked['id']}")).json()
    assert after == {
        "id": asked["id"],
        "url": HOME,
        "status": "done",
        "reachable": True,
        "finalUrl": HOME,
        "title": "Harrow",
        "favicon": None,
        "robots": "missing",
        "reason": None,
        "foundUrl": None,
        "description": None,
    }


async def test_a_job_that_runs_again_looks_once(
    client: httpx.AsyncClient, database: Database
) -> None:
    await sign_up(client)
    check_id = UUID((await ask(client))["id"])
    fetcher = FakeFetcher({HOME: "<title>Harrow</title>"})
    context = job(database, await workspace_of(client), fetcher)
    await check_site(context, check_id)
    seen = len(fetcher.urls)
    await check_site(context, check_id)
    await check_site(context, new_id())
    assert len(fetcher.urls) == seen


@pytest.mark.parametrize("url", ["", "nonsense", "ftp://example.com", "a" * 3_000, "http://"])
async def test_what_is_no_address_is_refused(client: httpx.AsyncClient, url: str) -> None:
    await sign_up(client)
    answer = await client.post(PATH, json={"url": url})
    assert answer.status_code == 422, answer.text
    if len(url) < 2_048:
        assert answer.json()["message"] == "Invalid URL format"


async def test_a_workspace_can_ask_only_so_often(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    for number in range(SITE_CHECKS.quota):
        await ask(client, f"site{number}.example")
    answer = await client.post(PATH, json={"url": HOME})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


async def test_a_check_of_somebody_else_does_not_exist(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await sign_up(client)
    asked = await ask(client)
    async with browser(app) as other:
        await sign_up(other)
        await ask(other)
        assert (await other.get(f"{PATH}/{asked['id']}")).status_code == 404


async def test_a_check_whose_job_was_given_up_is_ended(
    client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    await sign_up(client)
    asked = await ask(client)
    check = UUID(asked["id"])
    context = job(database, await workspace_of(client), FakeFetcher({}))
    await admin.execute(
        "UPDATE site_check SET created_at = now() - interval '5 minutes' WHERE id = $1", check
    )
    waiting = "SELECT count(*) FROM procrastinate_jobs WHERE task_name = $1 AND status = 'todo'"
    await stranded_checks(context.resources)
    assert await admin.fetchval(waiting, GIVE_UP) == 0, "its own job is still waiting"
    await admin.execute(
        "UPDATE procrastinate_jobs SET status = 'failed' WHERE args->>'check_id' = $1", asked["id"]
    )
    for _ in range(2):
        await stranded_checks(context.resources)
    assert await admin.fetchval(waiting, GIVE_UP) == 1
    await give_up_check(context, check_id=check)
    ended = (await client.get(f"{PATH}/{check}")).json()
    assert (ended["status"], ended["reachable"]) == ("done", False)
    assert ended["reason"].endswith("try again.")
