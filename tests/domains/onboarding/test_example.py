"""The example: a sample company that is really measured, and costs nobody anything of theirs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from pydantic import ValidationError

from presence.core.settings import OutboundSettings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.messaging.service.digests.workspaces import each_workspace
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.domains.workspaces.service.lifecycle import MOST_WORKSPACES
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import JobContext
from presence.jobs.notify import RUN_ENDED
from presence_standins.sites import site_server
from tests.conftest import Place, browser
from tests.factories.people import Tenant, sign_up
from tests.factories.runs import Subject, work_off, worker_hands

PATH = "/api/v1/example"
BUSINESS = {
    "businessName": "Harrow Cycles",
    "businessDescription": "We repair bicycles while our customers wait.",
    "targetAudience": "City commuters",
    "wizardCompleted": True,
}


@pytest_asyncio.fixture(scope="module")
async def site() -> AsyncIterator[str]:
    """The sample company's website."""
    async with site_server("harrow") as url:
        yield f"{url}/"


@pytest_asyncio.fixture(scope="module")
async def offering(place: Place, database: Database, site: str) -> AsyncIterator[FastAPI]:
    """An application that offers the example, and has an assistant on its own key."""
    settings = place.settings(
        outbound={"example_site": site}, engines={"chatgpt": {"api_key": "sk-of-the-house"}}
    )
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture
async def person(offering: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody new, signed in."""
    async with browser(offering) as client:
        await sign_up(client)
        yield client


async def opened(client: httpx.AsyncClient) -> str:
    """The workspace of their example, open now."""
    answer = await client.post(PATH)
    assert answer.status_code == 200, answer.text
    workspace: str = answer.json()["workspaceId"]
    return workspace


async def me(client: httpx.AsyncClient) -> Any:
    """Who is signed in."""
    return (await client.get("/api/user")).json()


async def test_it_is_a_marked_workspace_of_its_own_that_is_current_at_once(
    person: httpx.AsyncClient,
) -> None:
    workspace = await opened(person)
    user = await me(person)
    assert user["currentWorkspaceId"] == workspace
    assert [(w["name"], w["role"], w["example"]) for w in user["workspaces"]] == [
        ("Harrow Oak", "viewer", True)
    ]
    assert (await person.get("/api/business-info")).json()["wizardCompleted"] is True


async def test_its_numbers_come_from_reading_the_site_that_is_served(
    person: httpx.AsyncClient,
    database: Database,
    place: Place,
    site: str,
    admin: asyncpg.Connection,
) -> None:
    workspace = UUID(await opened(person))
    (brand,) = (await person.get("/api/v1/brands")).json()["data"]
    (run,) = (await person.get(f"/api/v1/brands/{brand['id']}/runs")).json()["data"]
    tenant = Tenant(UUID((await me(person))["id"]), workspace, "")
    subject = Subject(tenant, UUID(brand["id"]))
    async with worker_hands(database, place.settings()) as hands:
        await work_off(hands, subject, UUID(run["id"]))
    ended = (await person.get(f"/api/v1/runs/{run['id']}")).json()
    assert ended["status"] == "completed"
    assert brand["websiteUrl"] == site
    pages = "SELECT array_agg(url) FROM page_snapshot WHERE workspace_id = $1"
    assert f"{site}dining-tables" in await admin.fetchval(pages, workspace)


async def test_no_assistant_is_asked_although_one_is_connected(
    person: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    workspace = await opened(person)
    asked = await admin.fetchval(
        "SELECT array_agg(e->>'basis') FROM run, jsonb_array_elements(engines) e"
        " WHERE workspace_id = $1",
        workspace,
    )
    assert set(asked) == {"simulator"}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/business-info", BUSINESS),
        ("POST", "/api/v1/brands", {"brandName": "Mine", "description": "We repair bicycles."}),
        ("POST", "/api/v1/invitations", {"email": "new@example.com", "role": "viewer"}),
        ("POST", "/api/v1/api-keys", {"name": "Reports"}),
        ("POST", "/api/v1/brands/{brand}/runs", {}),
        ("PATCH", "/api/v1/brands/{brand}", {"websiteUrl": "https://mine.example"}),
        ("POST", "/api/v1/brands/{brand}/reports", {}),
        ("DELETE", "/api/v1/workspaces/{workspace}?name=Harrow%20Oak", None),
        (
            "POST",
            "/api/subscriptions/checkout",
            {"planId": 1, "billingFrequency": "monthly", "successUrl": "/", "cancelUrl": "/"},
        ),
    ],
)
async def test_nothing_in_it_is_changed_shared_or_bought(
    person: httpx.AsyncClient, method: str, path: str, body: object
) -> None:
    workspace = await opened(person)
    (brand,) = (await person.get("/api/v1/brands")).json()["data"]
    at = path.format(brand=brand["id"], workspace=workspace)
    refused = await person.request(method, at, json=body)
    assert refused.status_code == 403, refused.text


async def test_opening_it_again_opens_the_same_one(
    person: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    answers = await asyncio.gather(*(person.post(PATH) for _ in range(4)))
    assert len({answer.json()["workspaceId"] for answer in answers}) == 1
    user = await me(person)
    count = "SELECT count(*) FROM workspace WHERE example_of = $1"
    assert await admin.fetchval(count, user["id"]) == 1


async def test_the_database_holds_one_for_a_person_whatever_the_code_does(
    person: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    await opened(person)
    again = "INSERT INTO workspace (id, example_of) VALUES (gen_random_uuid(), $1)"
    with pytest.raises(asyncpg.UniqueViolationError):
        await admin.execute(again, (await me(person))["id"])


async def test_it_takes_none_of_the_workspaces_a_person_may_have(
    person: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    await opened(person)
    more = """
      WITH made AS (INSERT INTO workspace (id, name) SELECT gen_random_uuid(), 'W'
                      FROM generate_series(2, $2) RETURNING id)
      INSERT INTO membership (workspace_id, user_id, role) SELECT id, $1, 'viewer' FROM made"""
    await admin.execute(more, (await me(person))["id"], MOST_WORKSPACES)
    made = await person.post("/api/v1/workspaces", json={"name": "The last one"})
    assert made.status_code == 201, made.text


async def test_opening_and_removing_it_without_end_is_refused(person: httpx.AsyncClient) -> None:
    answers = []
    for _ in range(21):
        answers.append((await person.post(PATH)).status_code)
        await person.delete(PATH)
    assert answers == [200] * 20 + [429]


async def test_removing_it_leaves_somebody_new_where_they_began(
    person: httpx.AsyncClient,
) -> None:
    await opened(person)
    assert (await person.delete(PATH)).status_code == 204
    user = await me(person)
    assert (user["workspaces"], user["currentWorkspaceId"]) == ([], None)
    assert (await person.get("/api/business-info")).json()["wizardCompleted"] is False
    assert (await person.post("/api/business-info", json=BUSINESS)).status_code == 200
    assert [w["example"] for w in (await me(person))["workspaces"]] == [False]


async def test_removing_it_leads_back_to_the_workspace_it_was_opened_from(
    person: httpx.AsyncClient,
) -> None:
    await person.post("/api/business-info", json=BUSINESS)
    second = (await person.post("/api/v1/workspaces", json={"name": "Second"})).json()["id"]
    await opened(person)
    assert (await person.delete(PATH)).status_code == 204
    assert (await me(person))["currentWorkspaceId"] == second


async def test_removing_it_from_elsewhere_moves_nobody(person: httpx.AsyncClient) -> None:
    await opened(person)
    mine = (await person.post("/api/v1/workspaces", json={"name": "Mine"})).json()["id"]
    assert (await person.delete(PATH)).status_code == 204
    assert (await me(person))["currentWorkspaceId"] == mine


async def test_a_removed_one_is_not_among_what_can_be_had_back(person: httpx.AsyncClient) -> None:
    workspace = await opened(person)
    await person.delete(PATH)
    assert (await person.get("/api/v1/workspaces/deleted")).json() == []
    assert (await person.post(f"/api/v1/workspaces/{workspace}/restore")).status_code == 404


async def test_where_none_is_open_none_is_removed(person: httpx.AsyncClient) -> None:
    assert (await person.delete(PATH)).status_code == 404


async def test_nobody_opens_or_removes_the_example_of_somebody_else(
    offering: FastAPI, person: httpx.AsyncClient
) -> None:
    theirs = await opened(person)
    async with browser(offering) as other:
        await sign_up(other)
        assert (await other.delete(PATH)).status_code == 404
        assert await opened(other) != theirs
        assert (await other.post(f"/api/v1/workspaces/{theirs}/switch")).status_code == 404
    assert (await me(person))["currentWorkspaceId"] == theirs


async def test_who_signs_in_anew_is_in_their_own_workspace(
    offering: FastAPI, person: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    await opened(person)
    mine = (await person.post("/api/v1/workspaces", json={"name": "Mine"})).json()["id"]
    user = await me(person)
    await admin.execute(
        "UPDATE login_session SET workspace_id = NULL WHERE user_id = $1", user["id"]
    )
    assert (await me(person))["currentWorkspaceId"] == mine


async def test_a_digest_says_nothing_of_it(person: httpx.AsyncClient, database: Database) -> None:
    example = await opened(person)
    mine = (await person.post("/api/v1/workspaces", json={"name": "Mine"})).json()["id"]
    reader = UUID((await me(person))["id"])
    async with database.transaction(TenantBinding(None, reader)) as session:
        told = [str(workspace.id) async for workspace in each_workspace(session)]
    assert told == [mine]
    assert example not in told


async def test_its_analysis_notifies_nobody(
    person: httpx.AsyncClient, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    workspace = await opened(person)
    (brand,) = (await person.get("/api/v1/brands")).json()["data"]
    (run,) = (await person.get(f"/api/v1/brands/{brand['id']}/runs")).json()["data"]
    tenant = Tenant(UUID((await me(person))["id"]), UUID(workspace), "")
    async with worker_hands(database, place.settings()) as hands:
        await work_off(hands, Subject(tenant, UUID(brand["id"])), UUID(run["id"]))
        await notify_workspace(
            JobContext(tenant.workspace_id, 1, hands), RUN_ENDED, UUID(run["id"])
        )
    lines = "SELECT count(*) FROM notification WHERE workspace_id = $1"
    assert await admin.fetchval(lines, workspace) == 0


async def test_it_is_offered_where_it_was_switched_on_and_nowhere_else(
    person: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    assert (await person.get("/api/v1/meta")).json()["features"]["example"] is True
    assert (await client.get("/api/v1/meta")).json()["features"]["example"] is False
    await sign_up(client)
    assert (await client.post(PATH)).status_code == 404
    assert (await me(client))["workspaces"] == []


async def test_nobody_signed_in_opens_none(offering: FastAPI) -> None:
    async with browser(offering) as visitor:
        assert (await visitor.post(PATH)).status_code == 401


@pytest.mark.parametrize(
    "site",
    [
        "http://10.0.0.1:8002/",
        "http://localhost:8002/",
        "https://127.0.0.1:8002/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:8002@evil.example/",
        "http://127.0.0.1/",
    ],
)
def test_its_site_can_only_be_one_of_this_machine(site: str) -> None:
    with pytest.raises(ValidationError):
        OutboundSettings(example_site=site)


async def test_it_is_removed_and_not_left(person: httpx.AsyncClient) -> None:
    await opened(person)
    refused = await person.post("/api/v1/members/leave")
    assert refused.status_code == 409
    assert refused.json()["detail"] == "You cannot leave an example. Remove it instead."
    assert (await person.delete(PATH)).status_code == 204
    await opened(person)


async def test_it_is_measured_once_and_on_no_schedule(
    person: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    workspace = await opened(person)
    planned = "SELECT count(*) FROM run_schedule WHERE workspace_id = $1"
    assert await admin.fetchval(planned, UUID(workspace)) == 0
