"""Experiments over the API, the unkind cases first; later runs are copies of a real one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.experiments.jobs import due_experiments
from presence.domains.experiments.service.experiment_verdicts import (
    judge_after_run,
    rate_experiment,
)
from presence.jobs.context import JobContext, JobResources
from tests.analysis.whatif.test_experiment import TOPICS
from tests.conftest import Place, browser
from tests.factories.analysed import read
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

PRO = 1
CHANGE = {"change": "A page with our prices", "metric": "mentionRate", "effect": 30}
COPY_RUN = """
INSERT INTO run (id, workspace_id, brand_id, kind, trigger, status, engines, seed, panel_size,
  samples, basis, valid_answers, total_answers, created_at, finished_at)
SELECT $1, workspace_id, brand_id, 'full', trigger, 'completed', $4, seed, panel_size,
  samples, basis, valid_answers, total_answers, $3, $3 FROM run WHERE id = $2
"""
COPY_CELLS = """
INSERT INTO run_cell (workspace_id, run_id, prompt_id, engine, basis, answers, mentions,
  position_sum, visibility_sum, informative)
SELECT workspace_id, $1, prompt_id, engine, basis, 20,
  CASE WHEN prompt_id = ANY($3) THEN $4 ELSE 8 END + (ascii(right(prompt_id::text, 1)) + $5) % 3,
  8, 4, 8 FROM run_cell WHERE run_id = $2
"""


@dataclass(frozen=True)
class Lab:
    """A brand on Pro with a panel and one run, its owner's browser and a worker's context."""

    subject: Subject
    client: httpx.AsyncClient
    admin: asyncpg.Connection
    context: JobContext
    run_id: UUID
    prompts: list[UUID]

    @property
    def path(self) -> str:
        """Where its experiments are."""
        return f"/api/v1/brands/{self.subject.brand_id}/experiments"

    async def run(
        self, at: datetime, treated: list[UUID] | None = None, named: int = 8, model: str = ""
    ) -> UUID:
        """One more run, in which treated questions are named in `named` of 20 answers."""
        run_id = new_id()
        engines = await self.admin.fetchval("SELECT engines FROM run WHERE id = $1", self.run_id)
        engines = engines.replace('"model": "', f'"model": "{model}') if model else engines
        await self.admin.execute(COPY_RUN, run_id, self.run_id, at, engines)
        noise = at.toordinal() % 3
        await self.admin.execute(COPY_CELLS, run_id, self.run_id, treated or [], named, noise)
        return run_id

    async def register(self, **changes: Any) -> dict[str, Any]:
        """Register an experiment on the first six questions."""
        body = {**CHANGE, "promptIds": [str(p) for p in self.prompts[:6]], **changes}
        made = await self.client.post(self.path, json=body)
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        return found

    async def show(self, made: dict[str, Any]) -> dict[str, Any]:
        """How the experiment stands."""
        found: dict[str, Any] = await read(self.client, f"/api/v1/experiments/{made['id']}")
        return found

    async def age(self, made: dict[str, Any], days: int) -> None:
        """Let the experiment have begun that many days ago, as if registered then."""
        await self.admin.execute(
            "UPDATE experiment SET starts_at = starts_at - make_interval(days => $2),"
            " ends_at = ends_at - make_interval(days => $2) WHERE id = $1",
            UUID(made["id"]),
            days,
        )

    async def finish(
        self, made: dict[str, Any], named: int = 18, model: str = ""
    ) -> dict[str, Any]:
        """Let the window pass with a run a week, and judge."""
        await self.age(made, 29)
        treated = treated_of(made)
        for week in range(4):
            await self.run(now() - timedelta(days=26 - 7 * week), treated, named, model)
        await rate_experiment(self.context, UUID(made["id"]))
        return await self.show(made)


def now() -> datetime:
    """The moment of the test."""
    return datetime.now(UTC)


def treated_of(made: dict[str, Any]) -> list[UUID]:
    """The changed questions."""
    return [UUID(q["promptId"]) for q in made["questions"] if q["treated"]]


@pytest_asyncio.fixture(scope="module")
async def laboratory(
    app: FastAPI, database: Database, place: Place, admin: asyncpg.Connection
) -> AsyncIterator[Lab]:
    """A brand on Pro that asked 24 questions, three times before today."""
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant, description="Harrow was founded in 1921.")
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, PRO, None)
    async with (
        worker_hands(database, place.settings()) as hands,
        browser(app, cookies=await session_cookies(database, tenant)) as client,
    ):
        for topic in TOPICS[:24]:
            body = {"text": f"Who can help me with {topic}?", "intent": "discovery"}
            path = f"/api/v1/brands/{subject.brand_id}/prompts"
            answer = await client.post(path, json=body)
            assert answer.status_code == 201, answer.text
        run_id = await begin_run(database, subject)
        await work_off(hands, subject, run_id)
        prompts = await admin.fetch(
            "SELECT p.id FROM prompt p JOIN run_cell c ON c.prompt_id = p.id"
            " WHERE c.run_id = $1 AND NOT p.branded GROUP BY p.id ORDER BY p.id",
            run_id,
        )
        await admin.execute("UPDATE run SET kind = 'prompt' WHERE id = $1", run_id)
        context = JobContext(tenant.workspace_id, 1, hands)
        yield Lab(subject, client, admin, context, run_id, [row["id"] for row in prompts])


@pytest_asyncio.fixture
async def lab(laboratory: Lab) -> AsyncIterator[Lab]:
    """The same with three runs and no experiment yet."""
    for days in (70, 60, 50):
        await laboratory.run(now() - timedelta(days=days))
    yield laboratory
    brand = laboratory.subject.brand_id
    await laboratory.admin.execute("DELETE FROM experiment WHERE brand_id = $1", brand)
    await laboratory.admin.execute(
        "DELETE FROM run WHERE brand_id = $1 AND id <> $2", brand, laboratory.run_id
    )
    await laboratory.admin.execute(
        "UPDATE prompt SET status = 'active', position = coalesce(position, 99) WHERE id = ANY($1)",
        laboratory.prompts,
    )


async def test_without_a_run_there_is_nothing_to_plan(
    app: FastAPI, database: Database, tenant: Tenant
) -> None:
    subject = await make_brand(database, tenant)
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        path = f"/api/v1/brands/{subject.brand_id}/experiments"
        answer = await client.post(path, json={**CHANGE, "promptIds": [str(new_id())]})
    assert answer.status_code == 409
    assert "Run an analysis first" in answer.text


async def test_a_plan_draws_controls_and_says_what_it_can_see(lab: Lab) -> None:
    body = {**CHANGE, "promptIds": [str(p) for p in lab.prompts[:6]]}
    plan = (await lab.client.post(f"{lab.path}/plan", json=body)).json()
    assert plan["treated"] == 6
    assert plan["controls"] == len(lab.prompts) - 6
    assert plan["baselineRuns"] == 3
    assert 0 < plan["detectable"] <= 30
    assert "four chances in five" in plan["sentence"]
    again = (await lab.client.post(f"{lab.path}/plan", json=body)).json()
    assert again["questions"] == plan["questions"]


async def test_one_changed_question_is_refused_where_nothing_could_be_told(lab: Lab) -> None:
    few = [str(lab.prompts[0])]
    made = await lab.client.post(lab.path, json={**CHANGE, "promptIds": few})
    enough = len(lab.prompts) >= 20
    assert made.status_code == (201 if enough else 409), made.text


async def test_all_questions_changed_is_refused_without_untreated_series(lab: Lab) -> None:
    body = {**CHANGE, "promptIds": [str(p) for p in lab.prompts]}
    answer = await lab.client.post(lab.path, json=body)
    assert answer.status_code == 409
    assert "No question is left to compare with" in answer.text
    drawn = await lab.register(promptIds=body["promptIds"], assignment="by-lot")
    assert abs(drawn["treated"] - drawn["controls"]) <= 1


async def test_questions_of_another_brand_are_refused(lab: Lab) -> None:
    answer = await lab.client.post(lab.path, json={**CHANGE, "promptIds": [str(new_id())]})
    assert answer.status_code == 422


async def test_a_change_that_worked_is_called_so_once_the_window_has_ended(lab: Lab) -> None:
    made = await lab.register()
    assert (made["status"], made["verdict"], made["reason"]) == (
        "running",
        "too early",
        "window-open",
    )
    done = await lab.finish(made)
    assert (done["status"], done["verdict"]) == ("ended", "worked"), done
    assert done["low"] <= done["difference"] <= done["high"]
    assert done["runsAfter"] == 4
    assert len(done["series"]) == 7
    assert done["hash"] == made["hash"]


async def test_a_change_without_effect_did_not_work(lab: Lab) -> None:
    done = await lab.finish(await lab.register(), named=8)
    assert (done["status"], done["verdict"]) == ("ended", "did not work"), done


async def test_before_the_window_ends_nothing_is_called_success(lab: Lab) -> None:
    made = await lab.register()
    await lab.age(made, 15)
    run_id = await lab.run(now() - timedelta(days=2), treated_of(made), 18)
    await judge_after_run(lab.context, run_id)
    shown = await lab.show(made)
    assert (shown["status"], shown["verdict"], shown["pValue"]) == ("running", "too early", None)
    assert shown["difference"] > 20


async def test_a_new_model_spoils_at_once(lab: Lab) -> None:
    made = await lab.register()
    await lab.age(made, 15)
    run_id = await lab.run(now() - timedelta(days=2), treated_of(made), 18, model="new-")
    await judge_after_run(lab.context, run_id)
    shown = await lab.show(made)
    assert (shown["status"], shown["verdict"], shown["reason"]) == (
        "ended",
        "spoiled",
        "model-break",
    )


async def test_controls_that_were_deleted_in_the_window_spoil(lab: Lab) -> None:
    made = await lab.register()
    controls = [UUID(q["promptId"]) for q in made["questions"] if not q["treated"]]
    await lab.admin.execute(
        "UPDATE prompt SET status = 'deleted', position = NULL WHERE id = ANY($1)", controls[:8]
    )
    done = await lab.finish(made)
    assert (done["verdict"], done["reason"]) == ("spoiled", "questions-removed")


async def test_an_overlap_is_refused_and_spoils_where_it_is_allowed(lab: Lab) -> None:
    first = await lab.register()
    body = {**CHANGE, "promptIds": [str(lab.prompts[0])]}
    refused = await lab.client.post(lab.path, json=body)
    assert refused.status_code == 409
    assert "Another running experiment" in refused.text
    await lab.register(allowOverlap=True)
    await lab.age(first, 3)
    await rate_experiment(lab.context, UUID(first["id"]))
    shown = await lab.show(first)
    assert (shown["verdict"], shown["reason"]) == ("spoiled", "overlap")


async def test_a_change_that_was_already_measured_is_registered_late(lab: Lab) -> None:
    changed = now() - timedelta(days=10)
    await lab.run(now() - timedelta(days=3), lab.prompts[:6], 18)
    made = await lab.register(changedAt=changed.isoformat())
    assert made["registeredLate"] is True
    await lab.client.post(f"/api/v1/experiments/{made['id']}/stop")
    fresh = await lab.register(promptIds=[str(p) for p in lab.prompts[6:12]], allowOverlap=True)
    assert fresh["registeredLate"] is False


async def test_stopping_gives_no_verdict_and_can_be_repeated(lab: Lab) -> None:
    made = await lab.register()
    for _ in range(2):
        stopped = await lab.client.post(f"/api/v1/experiments/{made['id']}/stop")
        assert stopped.status_code == 200, stopped.text
    assert (stopped.json()["status"], stopped.json()["reason"]) == ("stopped", "stopped")
    done = await lab.finish(made)
    assert (done["status"], done["verdict"]) == ("stopped", "too early")
    names = await lab.admin.fetch(
        "SELECT action FROM audit_log WHERE target = $1 ORDER BY id", f"experiment:{made['id']}"
    )
    assert [row["action"] for row in names] == ["experiment.registered", "experiment.stopped"]


async def test_a_registration_that_was_altered_is_spoiled(lab: Lab) -> None:
    made = await lab.register()
    await lab.admin.execute(
        "UPDATE experiment SET registration = jsonb_set(registration, '{effect}', '1')"
        " WHERE id = $1",
        UUID(made["id"]),
    )
    done = await lab.finish(made)
    assert (done["verdict"], done["reason"]) == ("spoiled", "altered")


async def test_the_end_of_the_window_is_found_and_notified_once(
    lab: Lab, hands: JobResources
) -> None:
    made = await lab.register()
    await lab.age(made, 29)
    await due_experiments(hands)
    await due_experiments(hands)
    jobs = "SELECT count(*) FROM procrastinate_jobs WHERE task_name = $1 AND args::text LIKE $2"
    like = f"%{made['id']}%"
    assert await lab.admin.fetchval(jobs, "experiments.judge", like) == 1
    for _ in range(2):  # a job that was killed after its commit runs again
        await rate_experiment(lab.context, UUID(made["id"]))
    shown = await lab.show(made)
    assert (shown["verdict"], shown["reason"]) == ("spoiled", "too-few-runs")
    assert await lab.admin.fetchval(jobs, "notification.experiment-judged", like) == 1


async def test_the_same_key_registers_once(lab: Lab) -> None:
    body = {**CHANGE, "promptIds": [str(p) for p in lab.prompts[:6]]}
    sent = [
        await lab.client.post(lab.path, json=body, headers={"Idempotency-Key": "one"})
        for _ in range(2)
    ]
    assert [one.status_code for one in sent] == [201, 201]
    assert sent[0].json()["id"] == sent[1].json()["id"]
    assert (await read(lab.client, lab.path))["page"]["total"] == 1


async def test_the_record_hides_groups_of_fewer_than_five_workspaces(
    lab: Lab, database: Database, app: FastAPI
) -> None:
    made = await lab.register()
    done = await lab.finish(made)
    assert done["verdict"] == "worked"
    copy = """
    INSERT INTO experiment (id, workspace_id, brand_id, source_kind, advice, registration, hash,
      registered_late, starts_at, ends_at, status, verdict, reason, difference, prediction)
    SELECT gen_random_uuid(), $1, $2, source_kind, 'gap:pricing', registration, hash, false,
      starts_at, ends_at, status, verdict, reason, $3, '{"chance": 0.9}'
    FROM experiment WHERE id = $4"""
    for place in range(5):
        other = await make_tenant(database)
        brand = await make_brand(database, other)
        if place == 4:
            record = await read(lab.client, "/api/v1/experiment-record")
            assert record["advice"] == []
            assert record["predictions"] == 0
        await lab.admin.execute(
            copy, other.workspace_id, brand.brand_id, 10.0 + place, UUID(made["id"])
        )
    record = await read(lab.client, "/api/v1/experiment-record")
    (row,) = record["advice"]
    assert (row["advice"], row["tried"], row["worked"]) == ("gap:pricing", 5, 5)
    assert row["medianEffect"] == 12.0
    assert record["predictions"] == 5
    assert "price" not in str(record)


async def test_a_stranger_finds_no_experiment(lab: Lab, stranger: httpx.AsyncClient) -> None:
    made = await lab.register()
    answer = await stranger.get(f"/api/v1/experiments/{made['id']}")
    assert answer.status_code == 404


async def test_after_a_downgrade_experiments_are_still_read_and_judged(
    lab: Lab, database: Database
) -> None:
    made = await lab.register()
    await lab.admin.execute(
        "DELETE FROM subscriptions WHERE user_id = $1", lab.subject.tenant.user_id
    )
    done = await lab.finish(made)
    assert done["status"] == "ended"
    assert (await read(lab.client, lab.path))["data"][0]["id"] == made["id"]


async def test_an_experiment_ends_with_its_workspace(lab: Lab) -> None:
    made = await lab.register()
    await lab.admin.execute("DELETE FROM workspace WHERE id = $1", lab.subject.tenant.workspace_id)
    await rate_experiment(lab.context, UUID(made["id"]))
    left = "SELECT count(*) FROM experiment WHERE id = $1"
    assert await lab.admin.fetchval(left, UUID(made["id"])) == 0
