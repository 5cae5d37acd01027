"""Trending queries over the API: a real job over recorded searches, cut by plan."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.trends.service import read
from presence.jobs.context import JobContext, JobResources
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

NEWEST = "SELECT id FROM trend_reading WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1"


@pytest_asyncio.fixture
async def hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """What a worker has."""
    async with worker_hands(database, place.settings()) as resources:
        yield resources


@pytest_asyncio.fixture
async def subject(database: Database, hands: JobResources) -> Subject:
    """A brand with one finished run of the simulator."""
    subject = await make_brand(database, await make_tenant(database))
    await work_off(hands, subject, await begin_run(database, subject))
    return subject


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, subject: Subject
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, subject.tenant)) as client:
        yield client


def path(subject: Subject, tail: str = "") -> str:
    """The brand's trends."""
    return f"/api/v1/brands/{subject.brand_id}/trends{tail}"


async def work(
    admin: asyncpg.Connection, hands: JobResources, subject: Subject, attempt: int = 1
) -> UUID:
    """Let the newest reading's job run; answers the reading."""
    newest: UUID = await admin.fetchval(NEWEST, subject.tenant.workspace_id)
    await read(JobContext(subject.tenant.workspace_id, attempt, hands), newest)
    return newest


async def get(owner: httpx.AsyncClient, subject: Subject) -> dict[str, Any]:
    """What is shown."""
    response = await owner.get(path(subject))
    assert response.status_code == 200, response.text
    shown: dict[str, Any] = response.json()
    return shown


async def test_before_anybody_asked_there_is_nothing(
    owner: httpx.AsyncClient, subject: Subject
) -> None:
    shown = await get(owner, subject)
    assert (shown["state"], shown["data"], shown["asOf"]) == ("none", [], None)


async def test_asking_starts_a_job_once_and_shows_three_rows_on_the_free_plan(
    owner: httpx.AsyncClient, subject: Subject, hands: JobResources, admin: asyncpg.Connection
) -> None:
    first = await owner.post(path(subject))
    again = await owner.post(path(subject))
    assert [first.json()["state"], again.json()["state"]] == ["reading", "reading"]
    await work(admin, hands, subject)
    shown = await get(owner, subject)
    assert shown["state"] == "done"
    assert len(shown["data"]) == 3
    assert shown["locked"] == shown["total"] - 3 > 0
    assert shown["basis"] == "simulator"
    assert all(row["simulated"] and row["demand"] > 0 for row in shown["data"])
    count = "SELECT count(*) FROM trend_reading WHERE workspace_id = $1"
    assert await admin.fetchval(count, subject.tenant.workspace_id) == 1


async def test_a_reading_younger_than_a_day_is_shown_again_and_an_older_one_is_renewed(
    owner: httpx.AsyncClient, subject: Subject, hands: JobResources, admin: asyncpg.Connection
) -> None:
    await owner.post(path(subject))
    await work(admin, hands, subject)
    assert (await owner.post(path(subject))).json()["state"] == "done"
    await admin.execute(
        "UPDATE trend_reading SET finished_at = finished_at - interval '25 hours'"
        " WHERE workspace_id = $1",
        subject.tenant.workspace_id,
    )
    renewed = (await owner.post(path(subject))).json()
    assert renewed["state"] == "reading"
    assert len(renewed["data"]) == 3


async def test_every_row_opens_to_answers_that_searched_for_it(
    owner: httpx.AsyncClient, subject: Subject, hands: JobResources, admin: asyncpg.Connection
) -> None:
    await owner.post(path(subject))
    await work(admin, hands, subject)
    row = (await get(owner, subject))["data"][0]
    answer = (await owner.get(f"/api/v1/answers/{row['answers'][0]}")).json()
    assert row["query"] in answer["searchQueries"]


async def test_a_row_has_the_topics_of_the_questions_it_was_searched_for(
    owner: httpx.AsyncClient, subject: Subject, hands: JobResources, admin: asyncpg.Connection
) -> None:
    await owner.post(path(subject))
    await work(admin, hands, subject)
    for row in (await get(owner, subject))["data"]:
        opened = [(await owner.get(f"/api/v1/answers/{key}")).json() for key in row["answers"]]
        asked = (await owner.get(f"/api/v1/brands/{subject.brand_id}/prompts?limit=100")).json()
        of_text = {prompt["text"]: prompt["topic"] for prompt in asked["data"]}
        topics = {of_text[answer["prompt"]] for answer in opened} - {""}
        assert row["topics"] == (sorted(topics) if row["seen"] else [row["query"]])


async def test_a_row_names_the_worst_open_gap_of_the_questions_it_was_searched_for(
    owner: httpx.AsyncClient,
    subject: Subject,
    hands: JobResources,
    admin: asyncpg.Connection,
    database: Database,
) -> None:
    async with database.transaction(subject.tenant.binding) as session:
        await grant(session, subject.tenant.user_id, 1, None)
    await owner.post(path(subject))
    await work(admin, hands, subject)
    gaps = f"/api/v1/brands/{subject.brand_id}/gaps/content?limit=200"
    shown = (await owner.get(gaps)).json()["data"]
    by_prompt = {gap["prompt"]: gap["id"] for gap in reversed(shown)}
    rank = [gap["id"] for gap in shown]
    named = []
    for row in (await get(owner, subject))["data"]:
        opened = [(await owner.get(f"/api/v1/answers/{key}")).json() for key in row["answers"]]
        mine = {by_prompt[a["prompt"]] for a in opened if a["prompt"] in by_prompt}
        worst = min(mine, key=rank.index, default=None)
        assert (row["gap"] or {}).get("id") == worst
        named += [row["gap"]] if row["gap"] else []
    assert named


@pytest.mark.parametrize(("number", "named"), [(3, True), (4, False)])
async def test_a_gap_the_plan_does_not_show_is_not_named(
    owner: httpx.AsyncClient,
    subject: Subject,
    hands: JobResources,
    admin: asyncpg.Connection,
    number: int,
    named: bool,
) -> None:
    await owner.post(path(subject))
    await work(admin, hands, subject)
    row = (await get(owner, subject))["data"][0]
    later = "UPDATE content_gap SET number = number + 100 WHERE workspace_id = $1"
    await admin.execute(later, subject.tenant.workspace_id)
    await admin.execute(
        "UPDATE content_gap SET number = $2,"
        " prompt_id = (SELECT prompt_id FROM answer WHERE id = $3)"
        " WHERE workspace_id = $1 AND number = 101",
        subject.tenant.workspace_id,
        number,
        UUID(row["answers"][0]),
    )
    assert bool((await get(owner, subject))["data"][0]["gap"]) is named


async def test_a_gap_that_is_done_is_not_named(
    owner: httpx.AsyncClient,
    subject: Subject,
    hands: JobResources,
    admin: asyncpg.Connection,
    database: Database,
) -> None:
    async with database.transaction(subject.tenant.binding) as session:
        await grant(session, subject.tenant.user_id, 1, None)
    await owner.post(path(subject))
    await work(admin, hands, subject)
    named = {row["gap"]["id"] for row in (await get(owner, subject))["data"] if row["gap"]}
    first, *others = named
    gap = f"/api/v1/brands/{subject.brand_id}/gaps/content/{first}"
    assert (await owner.patch(gap, json={"status": "done"})).status_code == 200
    left = {row["gap"]["id"] for row in (await get(owner, subject))["data"] if row["gap"]}
    assert first not in left
    assert left >= set(others)


async def test_a_failed_reading_says_so_and_keeps_the_last_one(
    owner: httpx.AsyncClient,
    subject: Subject,
    hands: JobResources,
    admin: asyncpg.Connection,
    database: Database,
) -> None:
    await owner.post(path(subject))
    await work(admin, hands, subject)
    await admin.execute(
        "UPDATE trend_reading SET finished_at = finished_at - interval '25 hours'"
        " WHERE workspace_id = $1",
        subject.tenant.workspace_id,
    )
    await owner.post(path(subject))
    await admin.execute(
        'UPDATE answer SET search_queries = \'{"not": "a list"}\'::jsonb WHERE workspace_id = $1',
        subject.tenant.workspace_id,
    )
    newest: UUID = await admin.fetchval(NEWEST, subject.tenant.workspace_id)
    await admin.execute("ALTER TABLE trend_query RENAME TO trend_query_away")
    try:
        await read(JobContext(subject.tenant.workspace_id, 5, hands), newest)
    finally:
        await admin.execute("ALTER TABLE trend_query_away RENAME TO trend_query")
    shown = await get(owner, subject)
    assert shown["state"] == "failed"
    assert shown["failure"].startswith("Reading the searches stopped")
    assert len(shown["data"]) == 3


async def test_a_query_becomes_a_prompt_within_the_plan(
    owner: httpx.AsyncClient,
    subject: Subject,
    hands: JobResources,
    admin: asyncpg.Connection,
    database: Database,
) -> None:
    await owner.post(path(subject))
    await work(admin, hands, subject)
    row = (await get(owner, subject))["data"][0]
    full = await owner.post(
        f"/api/v1/brands/{subject.brand_id}/prompts/import",
        json={"rows": [{"text": f"Who resoles boots number {n} best?"} for n in range(20)]},
    )
    assert full.status_code == 200, full.text
    refused = await owner.post(path(subject, f"/{row['id']}/track"))
    assert refused.status_code == 403
    assert refused.json()["code"] == "plan-limit"
    async with database.transaction(subject.tenant.binding) as session:
        await grant(session, subject.tenant.user_id, 2, None)
    tracked = await owner.post(path(subject, f"/{row['id']}/track"))
    assert tracked.status_code == 201, tracked.text
    prompts = (await owner.get(f"/api/v1/brands/{subject.brand_id}/prompts?limit=200")).json()
    assert row["query"] in {prompt["text"] for prompt in prompts["data"]}
