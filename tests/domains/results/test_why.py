"""Why a number changed between two runs, as the API tells it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands.service.competitors import add_competitor
from presence.domains.results.service import why_ahead, why_runs
from presence.jobs.context import JobContext
from tests.conftest import Place, browser
from tests.factories.analysed import read
from tests.factories.people import make_tenant
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)
from tests.tenancy.fingerprint import fingerprint

EARLIER = "UPDATE run SET created_at = created_at - $2::interval WHERE id = $1"
STORED = """
SELECT s.value FROM score s JOIN run r ON r.id = s.run_id AND r.revision = s.revision
 WHERE s.run_id = $1 AND s.metric = 'content' AND s.engine = '' AND NOT s.provisional
"""
ALIASES = "UPDATE brand SET aliases = '{Northumberland}' WHERE id = $1"
WAYS = """
SELECT count(DISTINCT e.version) FROM extraction e JOIN answer a ON a.id = e.answer_id
 WHERE a.run_id = $1
"""
EXTRACTED = """
SELECT count(*) FROM extraction e JOIN answer a ON a.id = e.answer_id WHERE a.run_id = $1
"""
FORGET_HALF = """
DELETE FROM extraction e USING answer a WHERE a.id = e.answer_id AND a.run_id = $1
   AND substr(a.id::text, 36) < '8' RETURNING e.answer_id
"""
WAITING = """
SELECT count(*) FROM procrastinate_jobs
 WHERE task_name = 'results.read_ahead' AND args ->> 'brand_id' = $1 AND status = 'todo'
"""
METRICS = (
    "content", "overall", "mentionRate", "shareOfVoice", "citationRate", "recommendationRate",
)  # fmt: skip


@dataclass(frozen=True)
class Twice:
    """A brand with two finished runs."""

    subject: Subject
    before: UUID
    after: UUID
    owner: httpx.AsyncClient

    def path(self, run: UUID | None = None, metric: str = "content") -> str:
        """The address of why a run's number changed."""
        brand, of = self.subject.brand_id, run or self.after
        return f"/api/v1/brands/{brand}/changes/{of}/why?metric={metric}"

    async def why(self, metric: str = "content") -> Any:
        """Why the newer run's number changed."""
        return await read(self.owner, self.path(metric=metric))


@pytest_asyncio.fixture(scope="module")
async def twice(
    app: FastAPI, database: Database, place: Place, admin: asyncpg.Connection
) -> AsyncIterator[Twice]:
    """A brand analysed twice without a change, the first time eight days ago."""
    tenant = await make_tenant(database)
    async with worker_hands(database, place.settings()) as hands:
        subject = await make_brand(database, tenant)
        await compete(database, subject, "Tarn")
        before = await begin_run(database, subject)
        await work_off(hands, subject, before)
        await admin.execute(EARLIER, before, timedelta(days=8))
        after = await begin_run(database, subject)
        await work_off(hands, subject, after)
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        yield Twice(subject, before, after, owner)


async def compete(database: Database, subject: Subject, name: str) -> None:
    """Track a competitor."""
    async with database.transaction(subject.tenant.binding) as session:
        await add_competitor(session, subject.brand_id, name, {})


def summed(number: Any) -> float:
    """The points of all parts."""
    return float(sum(part["points"] for part in number["parts"]))


async def test_the_parts_of_every_number_add_up_to_its_change(twice: Twice) -> None:
    for metric in METRICS:
        found = await twice.why(metric)
        assert found["beforeRunId"] == str(twice.before)
        if (number := found["number"]) is not None:
            change = number["after"] - number["before"]
            assert summed(number) == pytest.approx(change, abs=1e-9)
            assert number["points"] == pytest.approx(change, abs=1e-9)


async def test_the_numbers_are_those_both_runs_reported(
    twice: Twice, admin: asyncpg.Connection
) -> None:
    number = (await twice.why())["number"]
    stored = [await admin.fetchval(STORED, run) for run in (twice.before, twice.after)]
    assert [number["before"], number["after"]] == stored


async def test_unchanged_texts_asked_again_moved_nothing(twice: Twice) -> None:
    number = (await twice.why())["number"]
    assert {part["points"] for part in number["parts"]} == {0.0}
    assert "stayed at" in number["summary"]


async def test_rows_name_answers_that_open(twice: Twice) -> None:
    rows = (await twice.why())["number"]["movement"]
    assert {row["kind"] for row in rows} >= {"topic", "question", "engine"}
    question = next(row for row in rows if row["kind"] == "question")
    assert question["countBefore"] == len(question["answersBefore"]) > 0
    assert (await read(twice.owner, f"/api/v1/answers/{question['answersBefore'][0]}"))["id"]


async def test_a_plan_without_history_shows_only_the_newest_run(twice: Twice) -> None:
    response = await twice.owner.get(twice.path(twice.before))
    assert response.status_code == 403, response.text
    assert response.json()["code"] == "plan-limit"


async def test_the_plans_history_opens_earlier_runs(twice: Twice, database: Database) -> None:
    async with database.transaction(twice.subject.tenant.binding) as session:
        await grant(session, twice.subject.tenant.user_id, 2, None)
    found = await read(twice.owner, twice.path(twice.before))
    assert (found["unexplained"], found["number"]) == ("first_run", None)


async def test_an_answer_known_by_its_tag_is_not_sent_again(twice: Twice) -> None:
    first = await twice.owner.get(twice.path())
    again = await twice.owner.get(twice.path(), headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("run", [UUID(int=7), None])
async def test_what_belongs_to_others_does_not_exist(
    stranger: httpx.AsyncClient, twice: Twice, run: UUID | None
) -> None:
    assert (await stranger.get(twice.path(run))).status_code == 404


async def test_a_run_of_another_brand_does_not_exist(twice: Twice) -> None:
    assert (await twice.owner.get(twice.path(UUID(int=7)))).status_code == 404


@pytest_asyncio.fixture
async def edited(
    app: FastAPI, database: Database, place: Place, admin: asyncpg.Connection
) -> AsyncIterator[Twice]:
    """A brand analysed twice, its names and its competitors edited in between."""
    tenant = await make_tenant(database)
    async with worker_hands(database, place.settings()) as hands:
        subject = await make_brand(database, tenant)
        await compete(database, subject, "Tarn")
        before = await begin_run(database, subject)
        await work_off(hands, subject, before)
        await admin.execute(EARLIER, before, timedelta(days=8))
        await admin.execute(ALIASES, subject.brand_id)
        await compete(database, subject, "Beeswax")
        after = await begin_run(database, subject)
        await work_off(hands, subject, after)
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        yield Twice(subject, before, after, owner)


async def read_ahead(database: Database, place: Place, subject: Subject) -> None:
    """What the worker does once a run has ended."""
    async with worker_hands(database, place.settings()) as hands:
        context = JobContext(subject.tenant.workspace_id, 1, hands)
        await why_ahead.read_ahead(context, subject.brand_id)


async def ways_stored(admin: asyncpg.Connection, twice: Twice) -> int:
    """In how many ways the earlier run's answers are stored as read."""
    found: int = await admin.fetchval(WAYS, twice.before)
    return found


async def test_edited_names_and_competitors_are_told_apart_from_the_answers(edited: Twice) -> None:
    number = (await edited.why("mentionRate"))["number"]
    parts = {part["cause"]: part for part in number["parts"]}
    assert summed(number) == pytest.approx(number["after"] - number["before"], abs=1e-9)
    assert parts["reading"]["details"] == ["The brand's other names changed"]
    assert parts["competitors"]["details"] == ["Added: Beeswax"]


async def test_asking_why_leaves_every_table_as_it_was(
    edited: Twice, admin: asyncpg.Connection
) -> None:
    assert await ways_stored(admin, edited) == 1
    tenant = edited.subject.tenant
    whose = ([tenant.workspace_id], [tenant.user_id])
    before = await fingerprint(admin, *whose)
    for metric in METRICS:
        await edited.why(metric)
    assert await fingerprint(admin, *whose) == before


async def test_answers_are_read_ahead_once_a_run_has_ended_and_the_reading_is_the_same(
    edited: Twice, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    waiting = await admin.fetchval(WAITING, str(edited.subject.brand_id))
    assert waiting == 1
    shown = await edited.why("mentionRate")
    await read_ahead(database, place, edited.subject)
    assert await ways_stored(admin, edited) == 4
    assert await edited.why("mentionRate") == shown


async def test_reading_ahead_that_was_killed_goes_on_where_it_stopped(
    edited: Twice, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    await read_ahead(database, place, edited.subject)
    stored = await admin.fetchval(EXTRACTED, edited.before)
    kept = await admin.fetch(FORGET_HALF, edited.before)
    assert 0 < len(kept) < stored
    await read_ahead(database, place, edited.subject)
    assert await admin.fetchval(EXTRACTED, edited.before) == stored


async def test_too_many_answers_to_read_while_somebody_waits_are_refused_until_read_ahead(
    edited: Twice, database: Database, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(why_runs, "MOST_READ", 0)
    refused = await edited.owner.get(edited.path())
    assert refused.status_code == 409
    assert "Score the stored answers again" in refused.json()["message"]
    await read_ahead(database, place, edited.subject)
    assert (await edited.why())["number"] is not None
