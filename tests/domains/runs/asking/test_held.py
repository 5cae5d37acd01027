"""A first analysis holds assistants back: asked once, by a press or after fifteen minutes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from presence.core.clock import SystemClock
from presence.core.errors import Conflict
from presence.core.settings import Settings
from presence.domains.billing.service import grant
from presence.domains.brands.service.managing import delete_brand, restore_brand
from presence.domains.brands.service.prompts import change_prompt
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.identity.errors import EmailUnconfirmed
from presence.domains.identity.service.dependencies import ADDRESS_CONFIRMED
from presence.domains.runs.jobs import HELD, RESCHEDULE
from presence.domains.runs.service import Order, start_run
from presence.domains.runs.service.held_engines import confirm, held_assistants, use_hold
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import JobResources, run_job
from presence.jobs.periodic_tasks import run_tasks_once
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.domains.runs.asking.conftest import PAID, Stage, entry
from tests.factories.runs import make_brand, session_cookies

SOON = timedelta(minutes=14)
LATER = timedelta(minutes=16)
WAITING = "SELECT id, args::text FROM procrastinate_jobs WHERE task_name = $1 AND status = 'todo'"
CONFIRMED = "SELECT id FROM run WHERE brand_id = $1 AND trigger = 'confirmed' ORDER BY created_at"
UNTIL = "SELECT held_until FROM run_schedule WHERE brand_id = $1"


class _Ahead(SystemClock):
    """The wall clock, so much ahead."""

    def __init__(self, ahead: timedelta) -> None:
        self.ahead = ahead

    def now(self) -> datetime:
        """The moment it will be."""
        return super().now() + self.ahead


async def first(stage: Stage, order: Order = Order()) -> UUID:  # noqa: B008 - frozen
    """Queue the brand's first analysis, as adding it does."""
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        brand_id = stage.subject.brand_id
        return await start_run(session, stage.settings, brand_id, "initial", order)


async def press(stage: Stage, settings: Settings | None = None) -> UUID:
    """Confirm what was understood."""
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        return await confirm(session, settings or stage.settings, stage.subject.brand_id)


async def turn(stage: Stage, ahead: timedelta = LATER, settings: Settings | None = None) -> None:
    """A worker's sweep and the jobs it finds, so much later."""
    hands = later(stage, ahead, settings)
    await run_tasks_once(hands)
    await run_waiting(stage, hands, HELD)


def later(stage: Stage, ahead: timedelta, settings: Settings | None = None) -> JobResources:
    """What a worker has at that time."""
    settings = settings or stage.settings
    return replace(stage.hands, clock=_Ahead(ahead), settings=settings)


async def run_waiting(stage: Stage, hands: JobResources, name: str) -> None:
    """Work the waiting jobs of a name off."""
    for row in await stage.admin.fetch(WAITING, name):
        await run_job(name, hands, 1, json.loads(row["args"]))
        await stage.admin.execute("DELETE FROM procrastinate_jobs WHERE id = $1", row["id"])


async def confirmed(stage: Stage) -> list[UUID]:
    """Runs that asked what had been held back."""
    return [row["id"] for row in await stage.admin.fetch(CONFIRMED, stage.subject.brand_id)]


@asynccontextmanager
async def owner_of(stage: Stage) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    adapters = replace(build_adapters(stage.settings), database=stage.database)
    application = create_customer_app(stage.settings, adapters)
    cookies = await session_cookies(stage.database, stage.subject.tenant)
    async with browser(application, cookies=cookies) as client:
        yield client
    application.state.accounts.close()


async def test_a_first_analysis_asks_the_simulator_and_says_that_assistants_wait(
    stage: Stage,
) -> None:
    run = await stage.work(await first(stage))
    assert run.status == "completed"
    assert run.basis == "simulator"
    assert stage.requests() == 0
    assert entry(run, "chatgpt")["status"] == "not-asked"
    assert entry(run, "chatgpt")["reason"].startswith("Asked once you confirm")
    assert await stage.admin.fetchval(UNTIL, stage.subject.brand_id) == pytest.approx(
        datetime.now(UTC) + timedelta(minutes=15), abs=timedelta(minutes=1)
    )


async def test_a_press_asks_them_once_and_a_second_one_is_refused(stage: Stage) -> None:
    await stage.work(await first(stage))
    run = await stage.work(await press(stage))
    assert run.basis == "assistants"
    assert entry(run, "chatgpt")["answered"] == entry(run, "chatgpt")["planned"] > 0
    asked = stage.requests()
    with pytest.raises(Conflict, match="asked already"):
        await press(stage)
    await turn(stage)
    assert await confirmed(stage) == [run.id]
    assert stage.requests() == asked


async def test_before_fifteen_minutes_nothing_starts_by_itself_and_then_it_does_once(
    stage: Stage,
) -> None:
    await stage.work(await first(stage))
    await turn(stage, SOON)
    assert await confirmed(stage) == []
    await turn(stage)
    await turn(stage)
    assert len(await confirmed(stage)) == 1


async def test_a_press_and_the_clock_at_the_same_moment_start_one_run(stage: Stage) -> None:
    await stage.work(await first(stage))
    hands, tenant = later(stage, LATER), stage.subject.tenant

    async def clock() -> None:
        async with stage.database.transaction(tenant.binding) as session:
            now = hands.clock.now()
            await use_hold(session, stage.settings, stage.subject.brand_id, now)

    async def person() -> None:
        with suppress(Conflict):
            await press(stage)

    await asyncio.gather(clock(), person(), clock(), person(), clock())
    assert len(await confirmed(stage)) == 1


async def test_a_worker_that_dies_while_it_starts_them_loses_nothing(stage: Stage) -> None:
    await stage.work(await first(stage))
    now = later(stage, LATER).clock.now()

    async def dying() -> None:
        async with stage.database.transaction(stage.subject.tenant.binding) as session:
            assert await use_hold(session, stage.settings, stage.subject.brand_id, now)
            raise ConnectionError

    with pytest.raises(ConnectionError):
        await dying()
    assert await confirmed(stage) == []
    await turn(stage)
    [run_id] = await confirmed(stage)
    run = await stage.work(run_id)
    assert stage.requests() == sum(entry(run, name)["planned"] for name in PAID)


async def test_a_press_during_the_first_analysis_asks_them_as_soon_as_it_ends(
    stage: Stage,
) -> None:
    run_id = await first(stage)
    assert await press(stage) == run_id
    assert await confirmed(stage) == []
    await stage.work(run_id)
    assert len(await confirmed(stage)) == 1


async def test_what_was_changed_meanwhile_is_what_is_asked(stage: Stage) -> None:
    first_run = await stage.work(await first(stage))
    asked = await stage.admin.fetch(
        "SELECT DISTINCT prompt_id FROM answer a JOIN prompt p ON p.id = a.prompt_id"
        " WHERE a.run_id = $1 AND NOT p.branded",
        first_run.id,
    )
    dropped, reworded = asked[0]["prompt_id"], asked[1]["prompt_id"]
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        brand_id = stage.subject.brand_id
        await change_prompt(session, brand_id, dropped, status="paused")
        text = "Who repairs walking boots that are falling apart?"
        newer = await change_prompt(session, brand_id, reworded, text=text)
    run = await stage.work(await press(stage))
    asked_now = "SELECT DISTINCT prompt_id FROM answer WHERE run_id = $1"
    rows = await stage.admin.fetch(asked_now, run.id)
    told = {row["prompt_id"] for row in rows}
    assert newer.id in told
    assert told.isdisjoint({dropped, reworded})


async def test_the_pages_that_were_just_read_are_not_read_again(stage: Stage) -> None:
    async with site_server("harrow-broken") as url:
        site = await make_brand(stage.database, stage.subject.tenant, url, is_primary=False)
        stage = replace(stage, subject=site)
        first_run = await stage.work(await first(stage))
        run_id = await press(stage)
    run = await stage.work(run_id)  # nobody serves the site any more
    assert run.status == "completed", run.failure
    pages = "SELECT count(*) FROM page_snapshot WHERE run_id = $1"
    assert await stage.number(pages, run.id) == await stage.number(pages, first_run.id) > 1


async def test_a_deleted_brand_is_not_asked_about_and_a_restored_one_is(stage: Stage) -> None:
    await stage.work(await first(stage))
    binding = stage.subject.tenant.binding
    async with stage.database.transaction(binding) as session:
        await delete_brand(session, stage.subject.brand_id)
    await turn(stage)
    assert await confirmed(stage) == []
    async with stage.database.transaction(binding) as session:
        await restore_brand(session, stage.subject.brand_id)
    await turn(stage, LATER + timedelta(hours=1))
    assert len(await confirmed(stage)) == 1


async def test_a_deleted_workspace_asks_nobody(stage: Stage) -> None:
    await stage.work(await first(stage))
    await stage.admin.execute(
        "UPDATE workspace SET deleted_at = now() WHERE id = $1", stage.subject.tenant.workspace_id
    )
    await turn(stage)
    assert await confirmed(stage) == []


@pytest.fixture
def spent(stage: Stage) -> Settings:
    """The same with an allowance that is used up."""
    engines = stage.settings.engines.model_copy(update={"free_allowance_usd": 0})
    return stage.settings.model_copy(update={"engines": engines})


async def test_without_allowance_they_wait_for_the_next_month_and_nothing_is_spent(
    stage: Stage, spent: Settings
) -> None:
    await stage.work(await first(stage))
    with pytest.raises(BudgetExhausted):
        await press(stage, spent)
    await turn(stage, LATER, spent)
    assert await confirmed(stage) == []
    assert stage.requests() == 0
    until = await stage.admin.fetchval(UNTIL, stage.subject.brand_id)
    assert until.astimezone(UTC).day == 1
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        held = await held_assistants(session, spent, stage.subject.brand_id)
    assert held is not None
    assert "next period begins on" in str(held.refusal)


async def test_a_larger_plan_asks_what_waited_for_answers(stage: Stage, spent: Settings) -> None:
    await stage.work(await first(stage))
    await turn(stage, LATER, spent)
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        await grant(session, stage.subject.tenant.user_id, 2, None)
    await run_waiting(stage, later(stage, LATER), RESCHEDULE)
    await turn(stage)
    assert len(await confirmed(stage)) == 1


async def test_they_wait_until_the_owners_address_is_confirmed(stage: Stage) -> None:
    mailing = stage.settings.model_copy(
        update={"mail": stage.settings.mail.model_copy(update={"host": "127.0.0.1"})}
    )
    await stage.work(await first(stage))
    with pytest.raises(EmailUnconfirmed, match="Confirm your address to ask ChatGPT"):
        await press(stage, mailing)
    await turn(stage, LATER, mailing)
    assert await confirmed(stage) == []
    user = stage.subject.tenant.user_id
    await stage.admin.execute("UPDATE users SET email_verified = true WHERE id = $1", user)
    hands = later(stage, LATER, mailing)
    await run_job(ADDRESS_CONFIRMED, hands, 1, {"account_id": str(user)})
    await turn(stage, LATER, mailing)
    assert len(await confirmed(stage)) == 1


async def test_an_analysis_by_hand_asks_them_and_ends_the_waiting(stage: Stage) -> None:
    await stage.work(await first(stage))
    run = await stage.analyse()
    assert entry(run, "chatgpt")["answered"] > 0
    await turn(stage)
    assert await confirmed(stage) == []


@pytest.mark.parametrize("smaller", [Order(questions=2), Order(engines=PAID[:1])])
async def test_a_smaller_analysis_by_hand_leaves_the_others_waiting(
    stage: Stage, smaller: Order
) -> None:
    await stage.work(await first(stage))
    await stage.analyse(smaller)
    await turn(stage, SOON)
    assert await confirmed(stage) == []
    await turn(stage)
    assert len(await confirmed(stage)) == 1


async def test_a_confirmed_order_asks_at_once(stage: Stage) -> None:
    run = await stage.work(await first(stage, Order(confirmed=True)))
    assert entry(run, "chatgpt")["answered"] > 0
    await turn(stage)
    assert await confirmed(stage) == []


async def test_without_a_waiting_time_a_first_analysis_asks_at_once(stage: Stage) -> None:
    analysis = stage.settings.analysis.model_copy(update={"confirm_within_s": 0})
    at_once = replace(stage, settings=stage.settings.model_copy(update={"analysis": analysis}))
    run = await stage.work(await first(at_once))
    assert entry(run, "chatgpt")["answered"] > 0


async def test_the_api_says_who_waits_and_takes_the_confirmation(stage: Stage) -> None:
    await stage.work(await first(stage))
    path = f"/api/v1/brands/{stage.subject.brand_id}/confirmation"
    async with owner_of(stage) as owner:
        told = (await owner.get(path)).json()
        assert told["waiting"]
        assert told["assistants"] == ["ChatGPT", "Perplexity"]
        assert told["answers"] > 0
        assert told["refusal"] is None
        answer = await owner.post(path, headers={"Idempotency-Key": "a"})
        assert answer.status_code == 202, answer.text
        assert answer.json()["trigger"] == "confirmed"
        again = await owner.post(path, headers={"Idempotency-Key": "b"})
        assert again.status_code == 409
        assert not (await owner.get(path)).json()["waiting"]


async def test_a_run_started_with_confirm_asks_what_waits(stage: Stage) -> None:
    await stage.work(await first(stage))
    async with owner_of(stage) as owner:
        path = f"/api/v1/brands/{stage.subject.brand_id}/runs"
        answer = await owner.post(path, json={"confirm": True})
        assert answer.status_code == 202, answer.text
    assert [UUID(answer.json()["id"])] == await confirmed(stage)


@pytest.mark.parametrize("smaller", [{"questions": 3}, {"engines": [PAID[0]]}])
async def test_a_confirmation_of_a_smaller_run_is_refused(
    stage: Stage, smaller: dict[str, Any]
) -> None:
    await stage.work(await first(stage))
    async with owner_of(stage) as owner:
        path = f"/api/v1/brands/{stage.subject.brand_id}/runs"
        answer = await owner.post(path, json={"confirm": True, **smaller})
    assert answer.status_code == 422, answer.text
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/confirm"]
    assert await confirmed(stage) == []


async def test_a_brand_added_with_confirm_asks_assistants_in_its_first_analysis(
    stage: Stage,
) -> None:
    async with stage.database.transaction(stage.subject.tenant.binding) as session:
        await grant(session, stage.subject.tenant.user_id, 2, None)
    body: dict[str, Any] = {"brandName": "Tarn", "description": "Tarn sells walking poles by post."}
    async with owner_of(stage) as owner:
        waits = await owner.post("/api/v1/brands", json=body, headers={"Idempotency-Key": "a"})
        asks = await owner.post(
            "/api/v1/brands",
            json={**body, "brandName": "Fell", "confirm": True},
            headers={"Idempotency-Key": "b"},
        )
    planned = "SELECT engines FROM run WHERE id = $1"
    told = [
        json.loads(await stage.admin.fetchval(planned, UUID(a.json()["runId"])))
        for a in (waits, asks)
    ]
    assert [sum(e["planned"] for e in es if e["basis"] == "assistants") > 0 for es in told] == [
        False,
        True,
    ]
