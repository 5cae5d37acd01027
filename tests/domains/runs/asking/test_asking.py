"""Runs over two assistants and the simulator: every answer is asked, stored and paid for once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import pytest

from presence.analysis.types import RawAnswer
from presence.core.errors import Conflict, ValidationFailed
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.service import Asker
from presence.domains.runs.service import Order, cancel_run
from presence.domains.runs.service.answers.fair_queue import FairQueue
from presence_standins.engines import Rule
from presence_standins.sites import site_server
from tests.domains.runs.asking.conftest import (
    HELD,
    LEDGER,
    OPENED,
    PAID,
    SPENT,
    Stage,
    cost,
    entry,
)
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand


async def test_a_run_asks_every_connected_assistant_and_the_simulator(stage: Stage) -> None:
    run = await stage.analyse()
    assert (run.status, run.basis, run.failure) == ("completed", "assistants", None)
    assert [e["id"] for e in run.engines] == ["chatgpt", "perplexity", "simulator"]
    for name in PAID:
        shown = entry(run, name)
        assert shown["status"] == "answered"
        assert shown["answered"] == shown["planned"] > 0
        assert shown["costUsd"] > 0
    assert stage.requests() == sum(entry(run, name)["planned"] for name in PAID)
    assert await stage.number(LEDGER, run.id) == stage.requests()
    assert await stage.number(OPENED, run.id) == stage.requests(), "each line leads to its answer"
    assert cost(run) == pytest.approx(float(await stage.number(SPENT, run.id)))
    assert await stage.number(HELD, run.id) == 0
    assert run.total_answers == run.valid_answers == sum(e["planned"] for e in run.engines)


async def test_each_engine_is_asked_once_what_the_brand_is(stage: Stage) -> None:
    run = await stage.analyse()
    rows = await stage.admin.fetch(
        "SELECT a.engine, a.question FROM answer a JOIN prompt p ON p.id = a.prompt_id"
        " WHERE a.run_id = $1 AND p.interpretation ORDER BY a.engine",
        run.id,
    )
    assert [row["engine"] for row in rows] == ["chatgpt", "perplexity", "simulator"]
    assert rows[0]["question"] == "What is Harrow?"


async def test_failed_and_refused_answers_are_stored_and_leave_the_denominator(
    stage: Stage,
) -> None:
    stage.engines.script(
        Rule("server-error", engine="chatgpt", times=1), Rule("refused", engine="chatgpt", times=1)
    )
    run = await stage.analyse()
    shown = entry(run, "chatgpt")
    assert (shown["failed"], shown["refused"]) == (1, 1)
    assert shown["answered"] == shown["planned"] - 2
    assert shown["reason"].endswith(".")
    assert run.valid_answers == run.total_answers - 2
    assert run.status == "completed", "16 of 18 answers of the assistants are valid"
    codes = "SELECT error_code, error FROM answer WHERE run_id = $1 AND status = 'failed'"
    (failed,) = await stage.admin.fetch(codes, run.id)
    assert failed["error_code"] == "server-error"
    assert failed["error"]
    cells = (
        "SELECT sum(answers) AS answers, sum(failed) AS failed FROM run_cell"
        " WHERE run_id = $1 AND engine = 'chatgpt'"
    )
    (counted,) = await stage.admin.fetch(cells, run.id)
    assert tuple(counted) == (shown["answered"], 2)


async def test_below_eighty_percent_valid_answers_a_run_is_partial(stage: Stage) -> None:
    stage.engines.script(Rule("server-error", engine="perplexity"))
    run = await stage.analyse()
    assert (run.status, run.basis) == ("partial", "assistants")
    assert (run.failure or {})["code"] == "answers-incomplete"
    assert "Perplexity" in (run.failure or {})["message"]
    assert entry(run, "perplexity")["status"] == "failed"
    delta = "SELECT count(*) FROM score WHERE run_id = $1 AND delta IS NOT NULL"
    assert await stage.number(delta, run.id) == 0


async def test_when_every_assistant_fails_the_simulator_stands_in_and_the_run_says_why(
    stage: Stage,
) -> None:
    stage.engines.script(Rule("server-error"))
    run = await stage.analyse()
    assert (run.status, run.basis) == ("partial", "simulator")
    assert (run.failure or {})["code"] == "assistants-failed"
    assert "simulated" in (run.failure or {})["message"]
    assert await stage.number(HELD, run.id) == 0


class _Killed(BaseException):
    """Stands for the end of a worker."""


@dataclass
class Lives:
    """Workers that die once `left` paid answers came back; -1 for never. Keys of questions."""

    left: int = 7
    asked: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)


@pytest.fixture
def mortal(monkeypatch: pytest.MonkeyPatch) -> Lives:
    """Workers die at the first question after so many answers."""
    lives, real = Lives(), Asker.ask

    async def ask(self: Asker, engine_id: str, question: Any) -> RawAnswer:
        if len(lives.answered) >= lives.left >= 0:
            raise _Killed
        lives.asked.add(question.key)
        raw = await real(self, engine_id, question)
        lives.answered.add(question.key)
        return raw

    monkeypatch.setattr(Asker, "ask", ask)
    return lives


async def test_a_resumed_run_asks_again_only_what_was_in_flight_when_its_worker_died(
    stage: Stage, mortal: Lives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("presence.domains.runs.service.answers.asking.IN_FLIGHT", 3)
    run_id = await stage.begin()
    with pytest.raises(_Killed):
        await stage.work(run_id)
    stored = "SELECT count(*) FROM answer WHERE run_id = $1 AND basis = 'assistants'"
    came_back, lost = len(mortal.answered), mortal.asked - mortal.answered
    assert await stage.number(stored, run_id) == came_back >= 7, "what came back is kept"
    mortal.left = -1
    run = await stage.work(run_id)
    planned = sum(entry(run, name)["planned"] for name in PAID)
    assert await stage.number(stored, run_id) == planned
    times: dict[str, int] = {}
    for name in PAID:
        times |= stage.engines.counts(name)["idempotencyKeys"]
    again = {key for key, number in times.items() if number > 1}
    assert again <= lost, "nothing that was answered is asked again"
    assert stage.requests() == planned + len(again)
    assert await stage.number(LEDGER, run_id) == planned


async def test_what_was_kept_but_told_nobody_is_told_by_the_next_worker(
    stage: Stage, mortal: Lives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("presence.domains.runs.service.answers.asking.IN_FLIGHT", 3)
    run_id = await stage.begin()
    with pytest.raises(_Killed):
        await stage.work(run_id)
    kept = "SELECT id FROM answer WHERE run_id = $1 AND basis = 'assistants'"
    untold = [row["id"] for row in await stage.admin.fetch(kept, run_id)]
    assert untold, "something was kept before the worker died"
    await stage.admin.execute("DELETE FROM extraction WHERE answer_id = ANY($1)", untold)
    await stage.admin.execute(
        "DELETE FROM run_event WHERE run_id = $1 AND event = 'answer.completed'"
        " AND data ->> 'answerId' = ANY($2)",
        run_id,
        list(map(str, untold)),
    )
    mortal.left = -1
    run = await stage.work(run_id)
    told = (
        "SELECT count(*) FROM run_event WHERE run_id = $1 AND event = 'answer.completed'"
        " AND data ->> 'engine' <> 'simulator'"
    )
    assert await stage.number(told, run_id) == sum(entry(run, n)["planned"] for n in PAID)
    read = "SELECT count(*) FROM extraction WHERE answer_id = ANY($1)"
    assert await stage.number(read, untold) == len(untold)


async def test_what_is_in_flight_at_a_cancel_is_still_in_the_ledger(stage: Stage) -> None:
    run_id = await stage.begin()
    real = stage.hands.assistants

    class Canceling:
        """Assistants during whose first answer somebody cancels the run."""

        canceled = False

        def __call__(self, access: Any) -> Any:
            engine, outer = real(access), self

            class Engine:
                spec = engine.spec

                async def ask(self, question: Any) -> RawAnswer:
                    raw = await engine.ask(question)
                    if not outer.canceled:
                        outer.canceled = True
                        async with stage.database.transaction(
                            stage.subject.tenant.binding
                        ) as session:
                            await cancel_run(session, run_id)
                    return raw

            return Engine()

    run = await stage.work(run_id, replace(stage.hands, assistants=Canceling()))
    assert run.status == "canceled"
    assert await stage.number(LEDGER, run_id) == stage.requests() <= 24
    assert await stage.number(HELD, run_id) == 0


async def test_a_run_that_cannot_be_paid_for_is_refused_and_leaves_nothing(stage: Stage) -> None:
    free = await make_brand(stage.database, await make_tenant(stage.database))
    dear = stage.settings.model_copy(deep=True)
    dear.engines.free_allowance_usd = dear.engines.free_allowance_usd * 0
    with pytest.raises(BudgetExhausted):
        await begin_run(stage.database, free, settings=dear)
    assert await stage.number("SELECT count(*) FROM run WHERE brand_id = $1", free.brand_id) == 0


async def test_branded_questions_alone_are_no_measurement_and_the_run_says_why(
    stage: Stage,
) -> None:
    brand = stage.subject.brand_id
    await stage.analyse()
    await stage.admin.execute("UPDATE prompt SET branded = true WHERE brand_id = $1", brand)
    async with site_server("harrow-broken") as url:
        await stage.admin.execute("UPDATE brand SET website_url = $2 WHERE id = $1", brand, url)
        run = await stage.analyse(Order(engines=PAID[1:]))
    assert (run.status, run.basis) == ("partial", None)
    assert run.failure is not None
    assert run.failure["code"] == "answers-uncounted"
    assert "Add questions that do not name it" in run.failure["message"]


async def test_a_prompt_run_asks_the_chosen_questions_only_and_scores_nothing(
    stage: Stage,
) -> None:
    await stage.analyse()
    prompt: UUID = await stage.admin.fetchval(
        "SELECT id FROM prompt WHERE brand_id = $1 AND position = 0", stage.subject.brand_id
    )
    run = await stage.analyse(Order("prompt", (prompt,)))
    assert run.status == "completed"
    asked_ids = "SELECT DISTINCT prompt_id FROM answer WHERE run_id = $1"
    assert [row["prompt_id"] for row in await stage.admin.fetch(asked_ids, run.id)] == [prompt]
    assert await stage.number("SELECT count(*) FROM score WHERE run_id = $1", run.id) == 0
    with pytest.raises(ValidationFailed, match="at least one question"):
        await stage.begin(Order("prompt"))


async def test_kinds_run_beside_each_other_but_not_twice(stage: Stage) -> None:
    await stage.begin()
    await stage.begin(Order("technical"))
    with pytest.raises(Conflict, match="already running"):
        await stage.begin(Order("technical"))


def test_a_slow_engine_holds_no_more_than_its_share() -> None:
    turns = FairQueue({"slow": range(50), "fast": range(50)})
    for _ in range(10):
        turns.next()
    flying = {"slow": 5, "fast": 5}
    for _ in range(45):
        turns.done("fast")
        turn = turns.next()
        assert turn is not None
        flying[turn[0]] += 1
        flying["fast"] -= 1
        assert flying["slow"] <= 5
    turns.done("fast")
    assert (turns.next() or ("",))[0] == "slow", "a place nobody else wants is used"
