"""Every other way to a place of a limit, tried at once with the first: never one more than fits.

Invariant: each test leaves room for exactly one, sends more requests than that through different
doors, and asks the server afterwards how many are in use.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Any

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.domains.billing.test_limits_at_once import allow
from tests.factories.runs import Subject, make_brand, session_cookies
from tests.factories.team import owner_on

SCALE = 3
BRANDS = "/api/v1/brands"
Call = Coroutine[Any, Any, httpx.Response]


@pytest_asyncio.fixture
async def subject(database: Database) -> Subject:
    """A brand of a workspace on Scale."""
    return await make_brand(database, await owner_on(database, SCALE))


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, subject: Subject
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, subject.tenant)) as client:
        yield client


async def taken(calls: Sequence[Call], feature: str) -> int:
    """How many of requests at once got what they asked for; the others met this limit."""
    answers = await asyncio.gather(*calls)
    refused = [a for a in answers if a.status_code == 403 and a.json()["feature"] == feature]
    passed = [a for a in answers if a.is_success]
    assert len(refused) + len(passed) == len(calls), [a.text for a in answers]
    return len(passed)


async def made(owner: httpx.AsyncClient, path: str, bodies: Sequence[dict[str, str]]) -> list[str]:
    """Ids of rows that were made one after the other."""
    answers = [await owner.post(path, json=body) for body in bodies]
    assert all(a.status_code == 201 for a in answers), [a.text for a in answers]
    return [a.json()["id"] for a in answers]


async def new_brands(owner: httpx.AsyncClient, count: int) -> list[str]:
    """Ids of brands that are described only."""
    text = "It repairs chairs in Leeds."
    names = [{"brandName": f"Spare {n}", "description": text} for n in range(count)]
    return await made(owner, BRANDS, names)


async def used(owner: httpx.AsyncClient, feature: str) -> int:
    """What the server counts."""
    answer = await owner.get(f"/api/subscriptions/can-access/{feature}")
    return int(answer.json()["used"])


async def test_a_website_is_added_to_a_brand_or_comes_with_one(
    owner: httpx.AsyncClient, database: Database, subject: Subject
) -> None:
    first, second = await new_brands(owner, 2)
    await allow(database, subject.tenant, "websites.max", 1)
    calls = [
        owner.patch(f"{BRANDS}/{first}", json={"websiteUrl": "https://one.example"}),
        owner.patch(f"{BRANDS}/{second}", json={"websiteUrl": "https://two.example"}),
        owner.post(BRANDS, json={"brandName": "Three", "websiteUrl": "https://three.example"}),
        owner.patch(f"{BRANDS}/{subject.brand_id}", json={"websiteUrl": "https://four.example"}),
    ]
    assert await taken(calls, "websites.max") == 1
    assert await used(owner, "websites.max") == 1


async def test_a_deleted_brand_is_restored_or_a_new_one_added(
    owner: httpx.AsyncClient, database: Database, admin: asyncpg.Connection, subject: Subject
) -> None:
    deleted = await new_brands(owner, 2)
    await admin.execute(
        "UPDATE brand SET status = 'deleted', deleted_at = now() WHERE id = ANY($1::uuid[])",
        deleted,
    )
    await allow(database, subject.tenant, "brands.max", 2)
    new = {"brandName": "Another", "description": "It repairs tables in York."}
    calls = [owner.post(f"{BRANDS}/{key}/restore") for key in deleted]
    assert await taken([*calls, owner.post(BRANDS, json=new)], "brands.max") == 1
    assert await used(owner, "brands.max") == 2


async def test_a_paused_brand_is_resumed(
    owner: httpx.AsyncClient, database: Database, admin: asyncpg.Connection, subject: Subject
) -> None:
    paused = await new_brands(owner, 3)
    for key in paused:
        assert (await owner.post(f"{BRANDS}/{key}/pause")).status_code == 200
    await allow(database, subject.tenant, "brands.max", 2)
    calls = [owner.post(f"{BRANDS}/{key}/resume") for key in paused]
    assert await taken(calls, "brands.max") == 1
    active = "SELECT count(*) FROM brand WHERE workspace_id = $1 AND status = 'active'"
    assert await admin.fetchval(active, subject.tenant.workspace_id) == 2


async def test_a_question_is_resumed_restored_accepted_imported_or_added(
    owner: httpx.AsyncClient, database: Database, admin: asyncpg.Connection, subject: Subject
) -> None:
    path = f"{BRANDS}/{subject.brand_id}/prompts"
    texts = [{"text": f"Which boots last longest on hill {n}?"} for n in range(3)]
    keys = await made(owner, path, texts)
    states = ("paused", "deleted", "suggested")
    for key, status in zip(keys, states, strict=True):
        await admin.execute("UPDATE prompt SET status = $2 WHERE id = $1::uuid", key, status)
    await allow(database, subject.tenant, "prompts.max", await used(owner, "prompts.max") + 1)
    resumed, restored, accepted = keys
    rows = [{"text": f"Which boots are easiest to mend, {n}?"} for n in range(2)]
    imported, *_ = await asyncio.gather(
        owner.post(f"{path}/import", json={"rows": rows}),
        owner.patch(f"{path}/{resumed}", json={"status": "active"}),
        owner.post(f"{path}/{restored}/restore"),
        owner.post(f"{path}/suggestions/{accepted}/accept"),
        owner.post(path, json={"text": "Which boots are warmest?"}),
    )
    assert imported.is_success, imported.text  # what finds no room comes in paused
    told = await owner.get("/api/subscriptions/can-access/prompts.max")
    assert told.json()["used"] == told.json()["limit"]


async def test_a_suggested_competitor_is_accepted_or_a_new_one_added(
    owner: httpx.AsyncClient, database: Database, admin: asyncpg.Connection, subject: Subject
) -> None:
    path = f"{BRANDS}/{subject.brand_id}/competitors"
    keys = await made(owner, path, [{"name": f"Rival {n}"} for n in range(3)])
    await admin.execute(
        "UPDATE competitor SET status = 'suggested' WHERE id = ANY($1::uuid[])", keys
    )
    await allow(database, subject.tenant, "competitors.max", 1)
    calls = [owner.post(f"{path}/suggestions/{key}/accept") for key in keys]
    assert await taken([*calls, owner.post(path, json={"name": "Other"})], "competitors.max") == 1
    assert await used(owner, "competitors.max") == 1
