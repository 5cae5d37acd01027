"""Gaps rest on the last comparable runs, and on nothing from before somebody said done."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.analysis.scoring import Observation
from presence.analysis.scoring.observations import pair_up
from presence.analysis.types import Answer, Extraction, Question, RawAnswer
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands.service.competitors import add_competitor
from presence.domains.engines.service import Asker
from presence.domains.findings.service import run_advice
from tests.conftest import Place, browser
from tests.factories.analysed import read
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off
from tests.factories.runs import worker_hands as hands_of


class Talk:
    """What the one connected assistant says; every answer is complete and cites nothing."""

    def __init__(self) -> None:
        self.model = "gpt-test"
        self.text = "Tarn makes the best boots for wet hills."

    def answer(self, question: Question) -> RawAnswer:
        """The same words to every question."""
        return RawAnswer("completed", self.text, self.model, citations=(), raw="{}")


class Stage:
    """A brand with the competitor Tarn, asked about by one assistant."""

    def __init__(
        self,
        database: Database,
        place: Place,
        subject: Subject,
        client: httpx.AsyncClient,
        talk: Talk,
    ) -> None:
        connected = {"chatgpt": {"api_key": "k", "base_url": "http://127.0.0.1:9/"}}
        self.settings = place.settings(engines={**connected, "free_allowance_usd": 50})
        self.database, self.subject, self.client, self.talk = database, subject, client, talk
        self.path = f"/api/v1/brands/{subject.brand_id}/gaps/content"

    async def run(self) -> None:
        """One full run."""
        async with hands_of(self.database, self.settings) as hands:
            run_id = await begin_run(self.database, self.subject, settings=self.settings)
            await work_off(hands, self.subject, run_id)

    async def gaps(self, query: str = "limit=200") -> list[dict[str, Any]]:
        """Listed gaps."""
        rows: list[dict[str, Any]] = (await read(self.client, f"{self.path}?{query}"))["data"]
        return rows


@pytest_asyncio.fixture
async def stage(
    app: FastAPI, database: Database, place: Place, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Stage]:
    """The brand on a paid plan before its first run."""
    talk = Talk()

    async def ask(self: Asker, engine_id: str, question: Question) -> RawAnswer:
        return talk.answer(question)

    monkeypatch.setattr(Asker, "ask", ask)
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
        await add_competitor(session, subject.brand_id, "Tarn", {})
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield Stage(database, place, subject, client, talk)


async def test_a_gap_pools_this_run_with_the_two_before_it(stage: Stage) -> None:
    await stage.run()
    first = (await stage.gaps())[0]
    assert (first["competitor"], first["wonBy"]) == ("Tarn", "named")
    assert first["rivalAnswers"] == first["n"]
    per_run = first["n"]
    await stage.run()
    await stage.run()
    await stage.run()
    gap = next(g for g in await stage.gaps() if g["prompt"] == first["prompt"])
    assert gap["n"] == 3 * per_run
    assert gap["gapType"] == "Major"
    (engine,) = gap["engines"]
    assert engine["engine"] == "chatgpt"
    runs = {
        (await read(stage.client, f"/api/v1/answers/{key}"))["runId"] for key in engine["answerIds"]
    }
    assert len(runs) == 3


async def test_another_model_is_not_comparable(stage: Stage) -> None:
    await stage.run()
    per_run = (await stage.gaps())[0]["n"]
    stage.talk.model = "gpt-other"
    await stage.run()
    assert {gap["n"] for gap in await stage.gaps()} == {per_run}


async def test_a_gap_called_done_is_judged_on_later_answers_alone(stage: Stage) -> None:
    await stage.run()
    await stage.run()
    gap, other = (await stage.gaps())[:2]
    n = gap["n"] // 2
    marked = await stage.client.patch(f"{stage.path}/{gap['id']}", json={"status": "done"})
    assert marked.status_code == 200
    stage.talk.text = "Harrow makes the best boots; Harrow repairs them for ten years."
    await stage.run()
    undecided = next(g for g in await stage.gaps() if g["prompt"] == other["prompt"])
    assert (undecided["brandAnswers"], undecided["n"]) == (n, 3 * n)
    early = next(g for g in await stage.gaps() if g["prompt"] == gap["prompt"])
    assert (early["tooEarly"], early["status"], early["verification"]) == (True, "done", None)
    assert (early["brandAnswers"], early["n"]) == (n, n)
    runs, found = 1, None
    while found is None and runs < 8:
        await stage.run()
        runs += 1
        closed = await stage.gaps("filter[status]=closed&limit=200")
        found = next((g for g in closed if g["prompt"] == gap["prompt"]), None)
    assert found is not None
    named = runs * n
    assert found["verification"]["text"] == f"Closed — brand now in {named} of {named} answers"
    assert not found["tooEarly"]


async def test_earlier_answers_are_paired_beside_the_loop(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def paired(answers: Sequence[Answer], extractions: Sequence[Extraction]) -> list[Observation]:
        threads.append(threading.current_thread())
        return pair_up(answers, extractions)

    monkeypatch.setattr(run_advice, "pair_up", paired)
    await stage.run()
    await stage.run()
    assert threads
    assert threading.current_thread() not in threads
