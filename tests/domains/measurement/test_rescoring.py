"""Stored answers are read again after a name changed; old and new scores stand side by side."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.brands.service import brand_profile
from presence.domains.measurement.service.rescoring import rescore
from presence.domains.results.schemas.rescore import RevisionOut, RunRevisionsOut
from presence.domains.results.service.revisions import breaks_of
from presence.domains.runs.queries.evidence import put_input
from presence.domains.runs.service.codec import dump
from presence.jobs.context import JobContext, JobResources
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off


@pytest_asyncio.fixture
async def scored(
    database: Database, tenant: Tenant, hands: JobResources
) -> tuple[Subject, UUID, UUID]:
    """A brand with two finished runs."""
    subject = await make_brand(database, tenant)
    runs = []
    for _ in range(2):
        runs.append(await begin_run(database, subject))
        await work_off(hands, subject, runs[-1])
    return subject, runs[0], runs[1]


async def again(hands: JobResources, subject: Subject, attempt: int = 5) -> None:
    """Work the re-scoring job off, here and now."""
    await rescore(JobContext(subject.tenant.workspace_id, attempt, hands), subject.brand_id)


async def rename(admin: asyncpg.Connection, subject: Subject, name: str) -> None:
    """The brand gets another name, so every answer reads differently."""
    await admin.execute("UPDATE brand SET name = $2 WHERE id = $1", subject.brand_id, name)


async def table(admin: asyncpg.Connection, run_id: UUID) -> dict[int, dict[str, float]]:
    """Headline scores by revision."""
    rows = await admin.fetch(
        "SELECT revision, metric, value FROM score WHERE run_id = $1 AND engine = ''"
        " AND metric IN ('content', 'overall') ORDER BY revision",
        run_id,
    )
    found: dict[int, dict[str, float]] = {}
    for row in rows:
        found.setdefault(row["revision"], {})[row["metric"]] = row["value"]
    return found


async def test_a_changed_name_gives_new_scores_and_keeps_the_old_ones(
    admin: asyncpg.Connection, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject, first, second = scored
    before = await table(admin, first)
    await rename(admin, subject, "Quite Another Name")
    await again(hands, subject)
    for run_id in (first, second):
        found = await table(admin, run_id)
        assert sorted(found) == [1, 2]
        assert found[1] == before[1]
        assert found[1]["content"] > 0.0
        assert found[2]["content"] == 0.0
    shown = await admin.fetchrow("SELECT revision, reading FROM run WHERE id = $1", first)
    assert shown["revision"] == 2
    stored = await admin.fetch(
        "SELECT DISTINCT reading, model, inputs_hash, n FROM score"
        " WHERE run_id = $1 AND revision = 2 AND metric = 'content'",
        first,
    )
    assert {row["reading"] for row in stored} == {shown["reading"]}


async def test_gaps_and_recommendations_are_judged_by_the_new_reading(
    admin: asyncpg.Connection, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject, _, shown = scored
    advised = "SELECT advised, reading FROM run WHERE id = $1"
    gaps = "SELECT id, key FROM content_gap WHERE run_id = $1 ORDER BY number"
    before, rows = await admin.fetchrow(advised, shown), await admin.fetch(gaps, shown)
    assert before["advised"] == before["reading"]
    await again(hands, subject)
    assert await admin.fetch(gaps, shown) == rows, "nothing changed, so every gap keeps its address"
    await rename(admin, subject, "Quite Another Name")
    await again(hands, subject)
    after = await admin.fetchrow(advised, shown)
    assert after["advised"] == after["reading"] != before["reading"]


async def test_the_dashboard_the_answers_and_the_list_of_brands_show_the_newest_version(
    app: FastAPI,
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    scored: tuple[Subject, UUID, UUID],
) -> None:
    subject, _, second = scored
    await rename(admin, subject, "Quite Another Name")
    await again(hands, subject)
    document = await admin.fetchval(
        "SELECT document::jsonb -> 'scores' -> 'content' ->> 'value' FROM brand_results"
        " WHERE brand_id = $1",
        subject.brand_id,
    )
    assert document == "0"
    mentioned = await admin.fetch(
        "SELECT DISTINCT document ->> 'mentioned' AS said FROM answer_brief WHERE run_id = $1",
        second,
    )
    assert {row["said"] for row in mentioned} == {"false"}
    listed = await admin.fetchrow(
        "SELECT basis, overall_score FROM brand WHERE id = $1", subject.brand_id
    )
    # Coverage without a website is no visibility, so the list of brands has none to show.
    assert listed is not None
    assert tuple(listed) == ("simulator", None)


async def test_nothing_changed_makes_no_new_version(
    admin: asyncpg.Connection, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject, first, _ = scored
    await again(hands, subject)
    await again(hands, subject)
    assert sorted(await table(admin, first)) == [1]
    rows = await admin.fetch(
        "SELECT status, done, total FROM rescore WHERE brand_id = $1", subject.brand_id
    )
    assert [row["status"] for row in rows] == ["completed", "completed"]
    assert all(row["done"] == row["total"] > 0 for row in rows)


async def test_doing_it_twice_does_not_double_anything(
    admin: asyncpg.Connection, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject, first, _ = scored
    await rename(admin, subject, "Quite Another Name")
    await again(hands, subject)
    counted = "SELECT count(*) FROM extraction e JOIN answer a ON a.id = e.answer_id"
    counted += " WHERE a.run_id = $1"
    once = await admin.fetchval(counted, first)
    await again(hands, subject)
    assert await admin.fetchval(counted, first) == once
    assert sorted(await table(admin, first)) == [1, 2]


class Killed(BaseException):
    """A worker that dies between two transactions."""


class Mortal:
    """A database whose user dies instead of opening one transaction too many."""

    def __init__(self, database: Database, lives: int) -> None:
        self.database = database
        self.lives = lives

    @asynccontextmanager
    async def transaction(
        self, binding: TenantBinding | None = None
    ) -> AsyncIterator[AsyncSession]:
        self.lives -= 1
        if self.lives < 0:
            raise Killed
        async with self.database.transaction(binding) as session:
            yield session


async def test_killed_at_every_transaction_in_turn_it_ends_right_and_doubles_nothing(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    scored: tuple[Subject, UUID, UUID],
) -> None:
    subject, first, second = scored
    await rename(admin, subject, "Quite Another Name")
    deaths = 0
    while True:
        mortal: Any = Mortal(database, deaths)
        try:
            await again(replace(hands, database=mortal), subject)
        except Killed:
            deaths += 1
            continue
        break
    assert deaths >= 6
    for run_id in (first, second):
        assert sorted(await table(admin, run_id)) == [1, 2]
    readings = await admin.fetch(
        "SELECT count(*) AS n FROM extraction e JOIN answer a ON a.id = e.answer_id"
        " JOIN run r ON r.id = a.run_id AND r.reading = e.version"
        " WHERE a.brand_id = $1 GROUP BY a.id",
        subject.brand_id,
    )
    assert {row["n"] for row in readings} == {1}
    states = await admin.fetch("SELECT status FROM rescore WHERE brand_id = $1", subject.brand_id)
    assert [row["status"] for row in states] == ["completed"]


async def test_what_was_read_before_the_end_is_not_read_again(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    scored: tuple[Subject, UUID, UUID],
) -> None:
    subject, first, _ = scored
    await rename(admin, subject, "Quite Another Name")
    cut: Any = Mortal(database, 5)
    with pytest.raises(Killed):
        await again(replace(hands, database=cut), subject)
    read = (
        "SELECT max(e.created_at) FROM extraction e JOIN answer a ON a.id = e.answer_id"
        " WHERE a.run_id = $1"
    )
    known = await admin.fetchval(read, first)
    assert sorted(await table(admin, first)) == [1]
    await again(hands, subject)
    assert await admin.fetchval(read, first) == known
    assert sorted(await table(admin, first)) == [1, 2]


async def test_changes_between_runs_are_judged_within_one_version(
    admin: asyncpg.Connection, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject, _, second = scored
    await rename(admin, subject, "Quite Another Name")
    await again(hands, subject)
    delta = await admin.fetchval(
        "SELECT delta::text FROM score WHERE run_id = $1 AND metric = 'content' AND engine = ''"
        " AND revision = 2",
        second,
    )
    assert '"within noise"' in delta
    assert '"points": 0' in delta


async def test_over_the_api_it_is_accepted_once_and_tells_how_far_it_is(
    app: FastAPI, database: Database, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject = scored[0]
    cookies = await session_cookies(database, subject.tenant)
    path = f"/api/v1/brands/{subject.brand_id}"
    async with browser(app, cookies=cookies) as client:
        assert (await client.get(f"{path}/rescore")).json() is None
        started = await client.post(f"{path}/rescore")
        assert started.status_code == 202
        assert (await client.post(f"{path}/rescore")).json()["id"] == started.json()["id"]
        await again(hands, subject)
        ended = (await client.get(f"{path}/rescore")).json()
    assert (ended["id"], ended["status"]) == (started.json()["id"], "completed")
    assert ended["done"] == ended["total"] > 0


async def test_asked_again_with_its_key_after_its_end_nothing_starts_anew(
    app: FastAPI, database: Database, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    subject = scored[0]
    cookies = await session_cookies(database, subject.tenant)
    path, key = f"/api/v1/brands/{subject.brand_id}/rescore", {"Idempotency-Key": "again-1"}
    async with browser(app, cookies=cookies) as client:
        started = await client.post(path, headers=key)
        await again(hands, subject)
        repeated = await client.post(path, headers=key)
        assert repeated.headers["Idempotency-Replayed"] == "true"
        assert (repeated.status_code, repeated.json()) == (202, started.json())
        assert (await client.get(path)).json()["status"] == "completed"


async def test_old_and_new_are_listed_side_by_side(
    app: FastAPI,
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    scored: tuple[Subject, UUID, UUID],
) -> None:
    subject, first, second = scored
    await rename(admin, subject, "Quite Another Name")
    await again(hands, subject)
    cookies = await session_cookies(database, subject.tenant)
    async with browser(app, cookies=cookies) as client:
        response = await client.get(f"/api/v1/brands/{subject.brand_id}/revisions")
    document = response.json()
    assert [run["runId"] for run in document["runs"]] == [str(second), str(first)]
    old, new = document["runs"][1]["revisions"]
    assert (old["number"], old["reason"]) == (1, "run")
    assert (new["number"], new["reason"]) == (2, "rescore")
    assert old["reading"] != new["reading"]
    assert old["scores"]["content"]["value"] > new["scores"]["content"]["value"] == 0.0
    assert document["runs"][1]["shown"] == 2
    assert document["breaks"] == []


def test_a_chart_breaks_where_shown_runs_were_read_otherwise() -> None:
    def run(day: int, reading: str, shown: int = 1) -> RunRevisionsOut:
        at = datetime(2026, 11, day, tzinfo=UTC)
        versions = [
            RevisionOut(
                number=number,
                reason="run",
                reading=reading,
                score_model="content-v1",
                versions={},
                inputs_hash="",
                answers=1,
                at=at,
                scores={},
            )
            for number in range(1, shown + 1)
        ]
        return RunRevisionsOut(run_id=new_id(), kind="full", at=at, shown=shown, revisions=versions)

    newest_first = [run(3, "two"), changed := run(2, "two", shown=2), run(1, "one")]
    (found,) = breaks_of(newest_first)
    assert (found.at, found.run_id) == (changed.at, changed.run_id)
    assert (found.what, found.before, found.after) == ("reading", "one", "two")


async def test_a_stranger_and_a_brand_without_runs(
    app: FastAPI, database: Database, hands: JobResources, scored: tuple[Subject, UUID, UUID]
) -> None:
    cookies = await session_cookies(database, await make_tenant(database))
    async with browser(app, cookies=cookies) as stranger:
        path = f"/api/v1/brands/{scored[0].brand_id}"
        answers: list[httpx.Response] = [
            await stranger.post(f"{path}/rescore"),
            await stranger.get(f"{path}/rescore"),
            await stranger.get(f"{path}/revisions"),
        ]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    empty = await make_brand(database, await make_tenant(database))
    await again(hands, empty)


async def test_a_name_changed_during_a_run_has_it_read_again_afterwards(
    database: Database, admin: asyncpg.Connection, tenant: Tenant, hands: JobResources
) -> None:
    subject = await make_brand(database, tenant)
    run_id = await begin_run(database, subject)
    async with database.transaction(tenant.binding) as session:
        old = replace(await brand_profile(session, subject.brand_id), name="Former Name")
        await put_input(session, run_id, "profile", dump(old))
    await work_off(hands, subject, run_id)
    waiting = "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'visibility.rescore'"
    waiting += " AND args ->> 'brand_id' = $1"
    assert await admin.fetchval(waiting, str(subject.brand_id)) == 1
    await again(hands, subject)
    assert sorted(await table(admin, run_id)) == [1, 2]
