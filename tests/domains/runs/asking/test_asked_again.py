"""What failed is asked again, on request, and only that."""

from __future__ import annotations

import pytest

from presence.core.errors import Conflict
from presence.domains.runs.queries import asked
from presence.domains.runs.service import cancel_run, retry_failed
from presence_standins.engines import Rule
from tests.domains.runs.asking.conftest import SPENT, Stage, cost, entry


async def test_only_failed_answers_are_asked_again(stage: Stage) -> None:
    stage.engines.script(Rule("server-error", engine="chatgpt", times=3))
    run = await stage.analyse()
    before = await stage.admin.fetch(
        "SELECT id FROM answer WHERE run_id = $1 AND status = 'completed'", run.id
    )
    stage.engines.script()
    stage.engines.reset()
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        await retry_failed(session, stage.settings, run.id)
    assert (await stage.row(run.id)).status == "queued"
    again = await stage.work(run.id)
    assert stage.requests() == 3
    assert (again.status, again.round, entry(again, "chatgpt")["failed"]) == ("completed", 1, 0)
    after = await stage.admin.fetch("SELECT id FROM answer WHERE run_id = $1", run.id)
    assert set(before) <= set(after)
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        history = await asked.attempts(session, run.id)
        assert [(row.engine, row.status, row.round) for row in history] == [
            ("chatgpt", "failed", 0)
        ] * 3
        with pytest.raises(Conflict, match="can be asked again"):
            await retry_failed(session, stage.settings, run.id)


async def test_what_failed_and_was_paid_for_stays_in_the_cost_when_it_is_asked_again(
    stage: Stage,
) -> None:
    stage.engines.script(Rule("empty", engine="chatgpt", times=3))
    run = await stage.analyse()
    paid = "SELECT sum(cost_usd) FROM answer WHERE run_id = $1 AND status = 'failed'"
    assert await stage.number(paid, run.id) > 0
    stage.engines.script()
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        await retry_failed(session, stage.settings, run.id)
    again = await stage.work(run.id)
    assert again.round == 1
    assert cost(again) == pytest.approx(float(await stage.number(SPENT, run.id)))


async def test_a_canceled_retry_leaves_the_run_as_it_had_ended(stage: Stage) -> None:
    stage.engines.script(Rule("server-error", engine="chatgpt"))
    run = await stage.analyse()
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        await retry_failed(session, stage.settings, run.id)
        await cancel_run(session, run.id)
    ended = await stage.row(run.id)
    assert (ended.status, ended.failure) == (run.status, run.failure)
    final = "SELECT count(*) FROM score WHERE run_id = $1 AND metric = 'content'"
    assert await stage.number(final, run.id) > 0
