"""Requests at once cannot share the last place of a limit.

Every entry that counts things is tried with a limit which support moved, so this also shows that
the moved limit is the one that counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import EngineSettings, Settings
from presence.db.session import Database
from presence.domains.billing.service import grant, support
from presence.domains.runs.service.orders import Order, RunPlan, plan_run
from tests.conftest import Place, browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

GROWTH = 2
TIMEOUT_S = 20
WAITING = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
SITE = "https://harrow.example"


async def allow(database: Database, tenant: Tenant, feature: str, value: int) -> None:
    """Set a limit for a day, as support does."""
    async with database.transaction(tenant.binding) as session:
        until = datetime.now(UTC) + timedelta(days=1)
        await support.override_limit(session, feature, value, until, "a test")


@pytest_asyncio.fixture
async def subject(database: Database) -> Subject:
    """A brand of a workspace on Growth."""
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, GROWTH, None)
    return await make_brand(database, tenant)


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, subject: Subject
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, subject.tenant)) as client:
        yield client


async def refused_and_taken(
    client: httpx.AsyncClient, path: str, bodies: list[dict[str, str]], feature: str
) -> tuple[int, int]:
    """How many of requests at once were refused for the limit, and how many got a place."""
    answers = await asyncio.gather(*(client.post(path, json=body) for body in bodies))
    refused = [a for a in answers if a.status_code == 403 and a.json()["feature"] == feature]
    taken = [a for a in answers if a.status_code in (201, 202)]
    assert len(refused) + len(taken) == len(bodies), [a.text for a in answers]
    return len(refused), len(taken)


async def test_websites(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    await allow(database, subject.tenant, "websites.max", 1)
    bodies = [
        {"brandName": f"Brand {n}", "websiteUrl": f"https://brand-{n}.example"} for n in range(4)
    ]
    assert await refused_and_taken(owner, "/api/v1/brands", bodies, "websites.max") == (3, 1)


async def test_brands(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    await allow(database, subject.tenant, "brands.max", 2)
    bodies = [
        {"brandName": f"Brand {n}", "description": "It repairs chairs in Leeds."} for n in range(4)
    ]
    assert await refused_and_taken(owner, "/api/v1/brands", bodies, "brands.max") == (3, 1)


async def test_materials(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    path = f"/api/v1/brands/{subject.brand_id}/materials"
    await owner.patch(f"/api/v1/brands/{subject.brand_id}", json={"websiteUrl": SITE})
    used = (await owner.get("/api/subscriptions/can-access/materials.max")).json()["used"]
    await allow(database, subject.tenant, "materials.max", used + 1)
    bodies = [{"url": f"{SITE}/page-{n}"} for n in range(4)]
    assert await refused_and_taken(owner, path, bodies, "materials.max") == (3, 1)


async def test_a_material_is_counted_once_its_turn_has_come(
    owner: httpx.AsyncClient, database: Database, subject: Subject, admin: asyncpg.Connection
) -> None:
    """Whatever takes or moves a place of the workspace is waited for, whichever brand it is of."""
    path = f"/api/v1/brands/{subject.brand_id}/materials"
    await owner.patch(f"/api/v1/brands/{subject.brand_id}", json={"websiteUrl": SITE})
    used = (await owner.get("/api/subscriptions/can-access/materials.max")).json()["used"]
    async with database.transaction(subject.tenant.binding) as session:
        until = datetime.now(UTC) + timedelta(days=1)
        await support.override_limit(session, "materials.max", used, until, "a test")
        adding = asyncio.create_task(owner.post(path, json={"url": f"{SITE}/page"}))
        for _ in range(TIMEOUT_S * 50):
            if adding.done() or await admin.fetchval(WAITING):
                break
            await asyncio.sleep(0.02)
    answer = await adding
    assert (answer.status_code, answer.json().get("feature")) == (403, "materials.max")


async def test_competitors(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    await allow(database, subject.tenant, "competitors.max", 1)
    path = f"/api/v1/brands/{subject.brand_id}/competitors"
    bodies = [{"name": f"Rival {n}"} for n in range(4)]
    assert await refused_and_taken(owner, path, bodies, "competitors.max") == (3, 1)


async def test_prompts(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    await allow(database, subject.tenant, "prompts.max", 2)
    path = f"/api/v1/brands/{subject.brand_id}/prompts"
    bodies = [{"text": f"Which boots last longest on hill {n}?"} for n in range(4)]
    assert await refused_and_taken(owner, path, bodies, "prompts.max") == (3, 1)


async def test_seats(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    await allow(database, subject.tenant, "team.seats", 2)
    bodies = [{"email": f"guest{n}@example.com", "role": "viewer"} for n in range(4)]
    assert await refused_and_taken(owner, "/api/v1/invitations", bodies, "team.seats") == (3, 1)


async def test_share_links(owner: httpx.AsyncClient, database: Database, subject: Subject) -> None:
    await allow(database, subject.tenant, "share.links", 1)
    path = f"/api/v1/brands/{subject.brand_id}/share-links"
    bodies = [{"name": f"For guest {n}"} for n in range(4)]
    assert await refused_and_taken(owner, path, bodies, "share.links") == (3, 1)


async def test_reports(
    owner: httpx.AsyncClient, database: Database, place: Place, subject: Subject
) -> None:
    async with worker_hands(database, place.settings()) as hands:
        await work_off(hands, subject, await begin_run(database, subject))
    await allow(database, subject.tenant, "reports.monthly", 1)
    path = f"/api/v1/brands/{subject.brand_id}/reports"
    bodies = [{"format": "csv"} for _ in range(4)]
    assert await refused_and_taken(owner, path, bodies, "reports.monthly") == (3, 1)


async def planned_at_once(
    database: Database, settings: Settings, subject: Subject, times: int
) -> list[RunPlan]:
    """What runs ordered at once would ask, with four assistants connected."""
    keys = {name: {"api_key": "k"} for name in ("chatgpt", "perplexity", "gemini", "claude")}
    connected = settings.model_copy(update={"engines": EngineSettings.model_validate(keys)})

    async def planned() -> RunPlan:
        async with database.transaction(subject.tenant.binding) as session:
            return await plan_run(session, connected, subject.brand_id, Order())

    return await asyncio.gather(*(planned() for _ in range(times)))


async def test_engines(database: Database, place: Place, subject: Subject) -> None:
    await allow(database, subject.tenant, "engines.max", 2)
    for plan in await planned_at_once(database, place.settings(), subject, 4):
        asked = [entry["id"] for entry in plan.entries if entry["basis"] == "assistants"]
        assert asked == ["chatgpt", "perplexity"]


async def test_samples(database: Database, place: Place, subject: Subject) -> None:
    await allow(database, subject.tenant, "prompts.max", 2)  # so few that money is no reason
    for most in (3, 2, 1):
        await allow(database, subject.tenant, "samples.max", most)
        plans = await planned_at_once(database, place.settings(), subject, 4)
        assert [plan.samples for plan in plans] == [most] * 4
