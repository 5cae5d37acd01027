"""A run ends with scores, or says why not; it can be stopped and taken over at any moment."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from presence.analysis.types import FetchProblem
from presence.core.clock import SystemClock
from presence.db.session import Database
from presence.domains.measurement.service.preparation import ServerWaits
from presence.domains.runs.errors import RunActive, RunOver
from presence.domains.runs.models import Run
from presence.domains.runs.queries import runs
from presence.domains.runs.service import cancel_run
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, work_off


async def row_of(database: Database, subject: Subject, run_id: UUID) -> Run:
    """The run as its owner sees it."""
    async with database.transaction(subject.tenant.binding) as session:
        run = await runs.get_run(session, run_id)
    assert run is not None
    return run


async def scores_of(admin: asyncpg.Connection, run_id: UUID) -> dict[str, tuple[float, ...]]:
    """Headline metric to (value, low, high, n)."""
    rows = await admin.fetch(
        "SELECT metric, value, low, high, n FROM score WHERE run_id = $1 AND metric IN"
        " ('content', 'technical', 'audienceFit', 'overall')",
        run_id,
    )
    return {row["metric"]: tuple(row)[1:] for row in rows}


async def analyse(database: Database, hands: JobResources, subject: Subject) -> tuple[UUID, Run]:
    """Start a run and work it off."""
    run_id = await begin_run(database, subject)
    await work_off(hands, subject, run_id)
    return run_id, await row_of(database, subject, run_id)


async def test_a_site_gives_all_four_scores(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow") as url:
        subject = await make_brand(database, tenant, url)
        run_id, run = await analyse(database, hands, subject)
    assert run.status == "completed"
    assert run.failure is None
    panel = "SELECT count(*) FROM prompt WHERE brand_id = $1 AND position IS NOT NULL"
    questions = await admin.fetchval(panel, subject.brand_id)
    assert 7 <= questions <= 9, "one of the plan's ten is the neutral question"
    assert run.valid_answers == run.total_answers == 5 * questions + 1
    assert set(await scores_of(admin, run_id)) == {
        "content",
        "technical",
        "audienceFit",
        "overall",
    }
    assert [stage["state"] for stage in run.stages] == ["done"] * 7
    assert run.first_score_at is not None
    assert run.versions["scoreModel"] == "content-v1"


async def test_an_answer_is_read_once_and_loaded_afterwards(
    database: Database, hands: JobResources, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["presence.analysis.extraction.extract"]
    extract, read = module.extract, Counter[str]()

    def counted(answer_id: str, *rest: Any) -> Any:
        read[answer_id] += 1
        return extract(answer_id, *rest)

    monkeypatch.setattr(module, "extract", counted)
    subject = await make_brand(database, tenant)
    _, run = await analyse(database, hands, subject)
    answers = {key: times for key, times in read.items() if "-" in key}
    assert run.status == "completed"
    assert len(answers) == run.total_answers > 0
    assert set(answers.values()) == {1}


async def test_the_same_site_gives_the_same_numbers_and_another_gives_others(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow-repaired") as good, site_server("harrow-broken") as bad:
        subject = await make_brand(database, tenant, good)
        first, _ = await analyse(database, hands, subject)
        second, again = await analyse(database, hands, subject)
        broken = await make_brand(database, tenant, bad, is_primary=False)
        third, _ = await analyse(database, hands, broken)
    assert await scores_of(admin, first) == await scores_of(admin, second)
    other = await scores_of(admin, third)
    assert other["technical"] < (await scores_of(admin, first))["technical"]
    hashes = "SELECT DISTINCT inputs_hash FROM score WHERE run_id = $1"
    assert await admin.fetch(hashes, first) == await admin.fetch(hashes, second)
    assert again.changes == []


async def test_an_unchanged_brand_moves_nothing(
    database: Database, admin: asyncpg.Connection, hands: JobResources, described: Subject
) -> None:
    await analyse(database, hands, described)
    second, _ = await analyse(database, hands, described)
    delta = await admin.fetchval(
        "SELECT delta::text FROM score WHERE run_id = $1 AND metric = 'content'", second
    )
    assert '"within noise"' in delta
    assert '"points": 0' in delta


async def test_a_description_alone_is_scored_without_a_technical_part(
    database: Database, admin: asyncpg.Connection, hands: JobResources, described: Subject
) -> None:
    run_id, run = await analyse(database, hands, described)
    assert run.status == "completed"
    scores = await scores_of(admin, run_id)
    # Nobody is tracked: the simulator's number is coverage, which is no overall score.
    assert scores.keys() >= {"content"}
    assert scores.keys().isdisjoint({"technical", "overall"})
    states = {stage["name"]: stage["state"] for stage in run.stages}
    assert states["ingest"] == states["audit"] == "skipped"


async def test_an_unreachable_site_leaves_a_partial_run_with_the_reason(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    subject = await make_brand(database, tenant, "http://127.0.0.1:9/")
    run_id, run = await analyse(database, hands, subject)
    assert run.status == "partial"
    assert (run.failure or {})["code"] == "site-unreachable"
    assert (run.failure or {})["message"].endswith(".")
    scores = await scores_of(admin, run_id)
    assert "technical" not in scores
    assert "content" in scores


class OutOfTurn:
    """Sites of which none may be visited yet: its server was, for other names."""

    def __init__(self, sites: Any) -> None:
        self._sites = sites

    async def __call__(self, requests: Any, progress: Any = None) -> tuple[Any, ...]:
        """Crawls without a page, each with the reason."""
        busy = FetchProblem("server-busy", "Please try again in a minute.")
        found = await self._sites(requests, progress)
        return tuple(replace(crawl, pages=(), unreachable=busy) for crawl in found)


async def test_an_analysis_whose_server_is_visited_for_others_is_tried_again(
    database: Database, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow") as url:
        subject = await make_brand(database, tenant, url)
        run_id = await begin_run(database, subject)
        waiting = replace(hands, sites=OutOfTurn(hands.sites))  # type: ignore[arg-type]  # crawls
        with pytest.raises(ServerWaits):
            await work_off(waiting, subject, run_id, attempt=1)
        assert (await row_of(database, subject, run_id)).status == "running"
        await work_off(hands, subject, run_id)
    assert (await row_of(database, subject, run_id)).status == "completed"


async def test_an_analysis_that_never_gets_its_turn_says_so(
    database: Database, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow") as url:
        subject = await make_brand(database, tenant, url)
        waiting = replace(hands, sites=OutOfTurn(hands.sites))  # type: ignore[arg-type]  # crawls
        _, run = await analyse(database, waiting, subject)
    assert (run.status, (run.failure or {})["message"]) == (
        "partial",
        "Please try again in a minute.",
    )


async def test_a_brand_without_a_word_fails_with_a_sentence(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    subject = await make_brand(
        database, tenant, "http://127.0.0.1:9/", description="", target_audience=""
    )
    run_id, run = await analyse(database, hands, subject)
    assert (run.status, (run.failure or {})["code"]) == ("failed", "site-unreachable")
    assert await scores_of(admin, run_id) == {}


async def test_a_second_run_of_the_brand_is_refused_while_one_is_active(
    database: Database, described: Subject
) -> None:
    run_id = await begin_run(database, described)
    with pytest.raises(RunActive) as refused:
        await begin_run(database, described)
    assert refused.value.headers["Location"] == f"/api/v1/runs/{run_id}"


async def test_a_canceled_run_stores_nothing_more(
    database: Database, admin: asyncpg.Connection, hands: JobResources, described: Subject
) -> None:
    run_id = await begin_run(database, described)
    async with database.transaction(described.tenant.binding) as session:
        await cancel_run(session, run_id)
    await work_off(hands, described, run_id)
    run = await row_of(database, described, run_id)
    assert run.status == "canceled"
    assert await admin.fetchval("SELECT count(*) FROM answer WHERE run_id = $1", run_id) == 0
    async with database.transaction(described.tenant.binding) as session:
        with pytest.raises(RunOver):
            await cancel_run(session, run_id)


async def test_a_canceled_run_leaves_no_provisional_number(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow") as url:
        subject = await make_brand(database, tenant, url)
        run_id = await begin_run(database, subject)
        with pytest.raises(_Killed):
            await work_off(_dying(hands), subject, run_id, attempt=1)
    assert await scores_of(admin, run_id) != {}
    async with database.transaction(subject.tenant.binding) as session:
        await cancel_run(session, run_id)
    assert await scores_of(admin, run_id) == {}


async def test_a_resumed_run_asks_nothing_again(
    database: Database, admin: asyncpg.Connection, hands: JobResources, described: Subject
) -> None:
    run_id = await begin_run(database, described)
    with pytest.raises(_Killed):
        await work_off(_dying(hands), described, run_id, attempt=1)
    before = await admin.fetch("SELECT id, answered_at FROM answer WHERE run_id = $1", run_id)
    total = (await row_of(database, described, run_id)).total_answers
    assert 0 < len(before) < total
    await work_off(hands, described, run_id)
    after = await admin.fetch("SELECT id, answered_at FROM answer WHERE run_id = $1", run_id)
    assert len(after) == total
    assert set(map(tuple, before)) <= set(map(tuple, after))
    assert (await row_of(database, described, run_id)).lease == 2


async def test_a_superseded_worker_stores_nothing(
    database: Database, admin: asyncpg.Connection, hands: JobResources, described: Subject
) -> None:
    run_id = await begin_run(database, described)

    loop = asyncio.get_running_loop()

    async def claim() -> None:
        async with database.transaction(described.tenant.binding) as session:
            assert await runs.claim(session, run_id) is not None

    def meanwhile() -> None:
        asyncio.run_coroutine_threadsafe(claim(), loop).result()

    await work_off(replace(hands, embedder=meanwhile), described, run_id)
    run = await row_of(database, described, run_id)
    assert (run.status, run.lease) == ("running", 2)
    assert await admin.fetchval("SELECT count(*) FROM answer WHERE run_id = $1", run_id) == 0
    assert (
        await admin.fetchval("SELECT count(*) FROM prompt WHERE brand_id = $1", described.brand_id)
        == 0
    )


async def test_a_fault_on_the_last_attempt_ends_the_run_with_an_apology(
    database: Database, hands: JobResources, described: Subject
) -> None:
    run_id = await begin_run(database, described)
    await work_off(_dying(hands), described, run_id, attempt=5)
    run = await row_of(database, described, run_id)
    assert run.status == "failed"
    assert (run.failure or {})["code"] == "internal"


async def test_a_brand_that_cannot_be_loaded_ends_its_run_too(
    database: Database, hands: JobResources, described: Subject, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("a row nobody can read")

    monkeypatch.setattr("presence.domains.runs.service.work.brand_profile", broken)
    run_id = await begin_run(database, described)
    await work_off(hands, described, run_id, attempt=5)
    assert (await row_of(database, described, run_id)).status == "failed"


async def test_two_workspaces_runs_are_strangers(
    database: Database, hands: JobResources, described: Subject
) -> None:
    run_id = await begin_run(database, described)
    other = await make_tenant(database)
    async with database.transaction(other.binding) as session:
        assert await runs.get_run(session, run_id) is None
    await work_off(hands, Subject(other, described.brand_id), run_id)
    assert (await row_of(database, described, run_id)).status == "queued"


class _Killed(Exception):
    """Stands for the end of a worker."""


class _Clock(SystemClock):
    """A clock that fails the worker after so many answers were timed."""

    def __init__(self, answers: int) -> None:
        self._left = answers

    def now(self) -> datetime:
        """Current time, or the worker's end."""
        self._left -= 1
        if self._left == 0:
            raise _Killed
        return super().now()


def _dying(hands: JobResources) -> JobResources:
    """Hands that fail in the middle of the answers."""
    return replace(hands, clock=_Clock(answers=25))
