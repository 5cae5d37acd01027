"""Whatever an assistant does, through a run: told apart, left out, never paid twice, and shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.clock import SystemClock
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.runs.models import Run
from presence.domains.runs.service import Order
from presence_standins import engines
from presence_standins.engines import DEFAULT_WORLD, ENGINES, EngineStandIns, KnownBrand, Rule
from tests.adapters.assistants.asking import FAILURES
from tests.conftest import Place, browser
from tests.domains.runs.asking.conftest import Stage, entry
from tests.factories.people import make_tenant
from tests.factories.runs import (
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

ATTEMPTS = 4  # as many as there are by default
NOT_BEGUN = {
    "rate-limited", "rate-limited-date", "rate-limited-resets", "unavailable", "overloaded",
}  # fmt: skip
GROUPS = (tuple(FAILURES)[:8], tuple(FAILURES)[8:])
EVERY_ASSISTANT = 3  # the smallest plan that asks them all
NAMES_IT = KnownBrand("Harrow", "https://harrow.example", "boots that last", 1.0)
# Pauses that nobody waits for add up on one clock: only its attempts shall end a question.
PATIENCE = {"circuit_failures": 1_000, "answer_deadline_s": 100_000}
SHARE = 0.03  # of its price: a little over a dollar
PROMPTS = (
    "SELECT id, text FROM prompt WHERE brand_id = $1 AND position IS NOT NULL ORDER BY position"
)
VERDICTS = (
    "SELECT DISTINCT engine, status, error_code, error <> '' AS told FROM answer"
    " WHERE run_id = $1 AND prompt_id = $2 AND basis = 'assistants'"
)


class Hurried(SystemClock):
    """The clock of somebody who never waits: a pause is over as soon as others had a turn."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> datetime:
        """The wall clock, ahead by what was not waited."""
        return super().now() + timedelta(seconds=self._ahead)

    def monotonic(self) -> float:
        """The same for spans of time."""
        return super().monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        """Those who sleep at the same time sleep the same time."""
        until = self._ahead + max(seconds, 0.0)
        await asyncio.sleep(0)
        self._ahead = max(self._ahead, until)


@dataclass
class Trial:
    """A brand with questions, and assistants that are told what to do with each."""

    stage: Stage
    prompts: list[tuple[UUID, str]]

    async def run(self, *rules: Rule, well: int = 1) -> Run:
        """Ask one question for each rule, and so many that go well."""
        asked = self.prompts[: len(rules) + well]
        fitted = zip(rules, asked, strict=False)
        self.stage.engines.script(*(replace(rule, match=text) for rule, (_, text) in fitted))
        self.stage.engines.reset()
        return await self.stage.analyse(Order("prompt", tuple(key for key, _ in asked)))

    async def verdicts(self, run: Run, number: int) -> dict[str, tuple[Any, ...]]:
        """Status and code of the answers to a question by engine, and whether they are told."""
        rows = await self.stage.admin.fetch(VERDICTS, run.id, self.prompts[number][0])
        return {row["engine"]: tuple(row)[1:] for row in rows}

    def requests(self) -> dict[str, int]:
        """Requests that arrived, by engine."""
        return {engine: self.stage.engines.counts(engine)["requests"] for engine in ENGINES}

    def paid_twice(self) -> list[str]:
        """Questions that any engine was paid for more than once."""
        counts = (self.stage.engines.counts(engine) for engine in ENGINES)
        return [key for count in counts for key in count["paidMoreThanOnce"]]


@pytest_asyncio.fixture(scope="module")
async def standins() -> AsyncIterator[EngineStandIns]:
    """Every provider's protocol on loopback."""
    async with engines.start(world=DEFAULT_WORLD.with_brand(NAMES_IT)) as running:
        yield running


def connected(place: Place, standins: EngineStandIns, **pace: float) -> Settings:
    """Every assistant, asked as often as by default, with money for one sample."""
    group = {
        name: {"api_key": "deployment", "base_url": standins.base(name), **pace} for name in ENGINES
    }
    group["compatible"]["model"] = "tiny"
    return place.settings(engines={**group, **PATIENCE, "plan_share": SHARE})


@pytest_asyncio.fixture(scope="module")
async def trial(database: Database, place: Place, standins: EngineStandIns) -> AsyncIterator[Trial]:
    """A brand with the questions of the free plan, later on one that asks every assistant."""
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    admin = await asyncpg.connect(place.url("admin"))
    settings = connected(place, standins)
    async with worker_hands(database, settings) as found:
        await work_off(found, subject, await begin_run(database, subject))
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, EVERY_ASSISTANT, None)
        rows = await admin.fetch(PROMPTS, subject.brand_id)
        hands = replace(found, clock=Hurried())
        stage = Stage(database, admin, settings, hands, standins, subject)
        yield Trial(stage, [(row["id"], row["text"]) for row in rows])
    await admin.close()


@pytest.mark.parametrize("behaviours", GROUPS, ids=" ".join)
async def test_every_failure_has_its_verdict_leaves_the_denominator_and_is_not_paid_twice(
    trial: Trial, behaviours: tuple[str, ...]
) -> None:
    run = await trial.run(*(Rule(behaviour, seconds=0.05) for behaviour in behaviours))
    for number, behaviour in enumerate(behaviours):
        expected = dict.fromkeys(ENGINES, (*FAILURES[behaviour], True))
        assert await trial.verdicts(run, number) == expected, behaviour
    failed = run.samples * len(behaviours)
    for shown in (entry(run, name) for name in ENGINES):
        assert (shown["answered"], shown["failed"] + shown["refused"]) == (run.samples, failed)
    assert run.valid_answers == run.total_answers - failed * len(ENGINES)
    asked = sum(ATTEMPTS if behaviour in NOT_BEGUN else 1 for behaviour in behaviours) + 1
    assert trial.requests() == dict.fromkeys(ENGINES, asked * run.samples)
    assert trial.paid_twice() == []


async def test_an_answer_that_comes_too_late_is_not_asked_for_again(
    trial: Trial, place: Place, standins: EngineStandIns
) -> None:
    settings = connected(place, standins, timeout_s=1.0)
    async with worker_hands(trial.stage.database, settings) as found:
        hands = replace(found, clock=trial.stage.hands.clock)
        hasty = replace(trial, stage=replace(trial.stage, settings=settings, hands=hands))
        run = await hasty.run(Rule("slow", seconds=30), well=0)
    expected = dict.fromkeys(ENGINES, ("failed", "timeout", True))
    assert await trial.verdicts(run, 0) == expected
    assert run.valid_answers == run.total_answers - run.samples * len(ENGINES)
    assert trial.paid_twice() == []


async def test_a_part_that_was_paid_for_is_not_paid_again_when_the_rest_is_refused(
    trial: Trial,
) -> None:
    asked = trial.prompts[0][1]
    trial.stage.engines.script(
        Rule("paused", engine="claude", match=asked, times=1), Rule("overloaded", match=asked)
    )
    trial.stage.engines.reset()
    run = await trial.stage.analyse(Order("prompt", (trial.prompts[0][0],)))
    assert (await trial.verdicts(run, 0))["claude"] == ("failed", "overloaded", True)
    assert trial.paid_twice() == []
    once, others = 1 + 1, ATTEMPTS * (run.samples - 1)
    assert trial.requests()["claude"] == once + others


async def test_an_answer_of_a_megabyte_is_kept_read_and_shown_whole(
    trial: Trial, app: FastAPI
) -> None:
    run = await trial.run(Rule("huge", engine="perplexity", times=1), well=0)
    longest = "SELECT id, text FROM answer WHERE run_id = $1 ORDER BY length(text) DESC LIMIT 1"
    (row,) = await trial.stage.admin.fetch(longest, run.id)
    tenant = trial.stage.subject.tenant
    async with browser(app, cookies=await session_cookies(trial.stage.database, tenant)) as client:
        shown = (await client.get(f"/api/v1/answers/{row['id']}")).json()
    assert shown["status"] == "completed"
    assert shown["text"] == row["text"]
    assert len(shown["text"]) > 1_000_000
    found = [
        shown["text"][m["start"] : m["end"]] for m in shown["mentions"] if m["entity"] == "brand"
    ]
    assert found
    assert set(found) == {"Harrow"}
    assert shown["citations"]
