"""The canary questions of a day: asked once, on our own keys, within their money, despite kills."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, timedelta

import asyncpg
import pytest
import pytest_asyncio

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.service.watch import AGAIN, PASSES
from tests.conftest import Place
from tests.domains.engines.providers import failing
from tests.domains.engines.watching import QUESTIONS, SAID, Watch, watching
from tests.factories.people import make_tenant


@pytest.fixture
def settings(place: Place) -> Settings:
    """A key of ours for one engine, whose watch pays for one language."""
    return place.settings(
        engines={"chatgpt": {"api_key": "sk-test"}, "watch_daily_usd": "0.30", "attempts": 1}
    )


@pytest_asyncio.fixture
async def watch(
    database: Database, settings: Settings, admin: asyncpg.Connection
) -> AsyncIterator[Watch]:
    async with watching(database, settings, admin) as made:
        yield made


async def test_a_day_asks_every_question_once_with_our_own_key(watch: Watch) -> None:
    provider = await watch.work(watch.provider())
    assert len(provider.asked_at) == QUESTIONS
    assert {access.api_key for access in provider.accesses} == {"sk-test"}
    (day,) = await watch.days()
    assert (day["engine"], day["language"], day["model"]) == ("chatgpt", "en", "gpt-6-luna")
    assert (day["state"], day["answers"]) == ("learning", QUESTIONS)
    assert await watch.count() == QUESTIONS


async def test_a_day_that_was_asked_is_not_asked_again(watch: Watch) -> None:
    await watch.work(watch.provider())
    watch.pass_time(timedelta(hours=3))
    assert not (await watch.work(watch.provider())).asked_at


async def test_two_workers_plan_one_day(watch: Watch) -> None:
    await asyncio.gather(watch.plan(), watch.plan(), watch.plan())
    assert len(await watch.jobs()) == 1


async def test_the_next_day_is_asked_anew(watch: Watch) -> None:
    await watch.work(watch.provider())
    watch.pass_time(timedelta(days=1))
    assert len((await watch.work(watch.provider())).asked_at) == QUESTIONS
    assert len(await watch.days()) == 2


async def test_after_a_kill_only_what_has_no_answer_is_asked(watch: Watch) -> None:
    await watch.plan()
    (arguments,) = await watch.jobs()
    provider = watch.provider()
    provider.latency_s = 0.05
    task = asyncio.create_task(watch.run(provider, arguments))
    while await watch.count() < 5:  # noqa: ASYNC110 - the database tells, no event
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    stored = await watch.count()
    assert 5 <= stored < QUESTIONS
    again = watch.provider()
    await watch.run(again, arguments)
    assert len(again.asked_at) == QUESTIONS - stored
    assert (await watch.days())[0]["answers"] == QUESTIONS


async def test_without_a_key_of_ours_nothing_is_asked(
    watch: Watch, database: Database, place: Place
) -> None:
    watch.hands = replace(watch.hands, settings=place.settings(engines={}))
    assert not (await watch.work(watch.provider())).asked_at
    assert not await watch.days()


async def test_a_watch_without_money_is_switched_off(watch: Watch, place: Place) -> None:
    engines = {"chatgpt": {"api_key": "sk-test"}, "watch_daily_usd": 0}
    watch.hands = replace(watch.hands, settings=place.settings(engines=engines))
    assert not (await watch.work(watch.provider())).asked_at


async def test_a_free_server_of_ours_is_not_asked_while_the_watch_is_off(
    watch: Watch, place: Place
) -> None:
    engines = {"compatible": {"base_url": "http://127.0.0.1:9/v1", "model": "tiny"}}
    off = place.settings(engines={**engines, "watch_daily_usd": 0})
    watch.hands = replace(watch.hands, settings=off)
    assert not (await watch.work(watch.provider())).asked_at
    watch.hands = replace(watch.hands, settings=place.settings(engines=engines))
    await watch.plan()
    assert [day["language"] for day in await watch.days()] == ["de", "en", "es", "fr"]


async def test_an_engine_switched_off_by_staff_is_not_watched(watch: Watch) -> None:
    await watch.admin.execute(
        "INSERT INTO engine_switch (engine, enabled) VALUES ('chatgpt', false)"
    )
    assert not (await watch.work(watch.provider())).asked_at


async def test_an_engine_past_staffs_monthly_cap_is_not_asked(watch: Watch) -> None:
    await watch.admin.execute(
        "INSERT INTO engine_switch (engine, monthly_cap_usd) VALUES ('chatgpt', 0.10)"
    )
    assert len((await watch.work(watch.provider())).asked_at) == QUESTIONS  # $0.23: now past it
    watch.pass_time(timedelta(days=1))
    assert not (await watch.work(watch.provider())).asked_at
    assert [day["state"] for day in await watch.days()] == ["learning", "no answers"]


async def test_what_the_watch_costs_counts_as_spent_that_day(watch: Watch) -> None:
    await watch.work(watch.provider())
    used = await watch.admin.fetch("SELECT engine, used_usd, reserved_usd FROM spending_ceiling")
    (day,) = await watch.days()
    assert day["cost_usd"] > 0
    assert {row["engine"]: row["used_usd"] for row in used} == {
        "*": day["cost_usd"],
        "chatgpt": day["cost_usd"],
    }
    assert {row["reserved_usd"] for row in used} == {0}


async def test_nothing_is_asked_beyond_the_money_of_the_day(watch: Watch) -> None:
    today = watch.clock.now().astimezone(UTC).date()
    await watch.admin.execute(
        "INSERT INTO spending_ceiling (engine, day, used_usd) VALUES ('chatgpt', $1, 49.9999)"
        " ON CONFLICT (engine) DO UPDATE SET day = excluded.day, used_usd = excluded.used_usd",
        today,
    )
    assert not (await watch.work(watch.provider())).asked_at
    assert (await watch.days())[0]["cost_usd"] == 0


async def test_dearer_answers_than_expected_stop_at_the_cap_of_the_watch(watch: Watch) -> None:
    dear = replace(SAID, cost_usd=0.05)
    provider = await watch.work(watch.provider(*[dear] * 1_000))
    (day,) = await watch.days()
    assert len(provider.asked_at) == 6  # the first and five: $0.30 leaves no room for five more
    assert float(day["cost_usd"]) == pytest.approx(0.05 * len(provider.asked_at))


async def test_a_failing_engine_is_asked_again_an_hour_later_and_then_the_day_is_over(
    watch: Watch,
) -> None:
    down = [failing("server-error")] * 1_000
    for _ in range(PASSES):
        assert len((await watch.work(watch.provider(*down))).asked_at) > 0
        await watch.admin.execute("DELETE FROM engine_gate")
        watch.pass_time(AGAIN)
    assert not (await watch.work(watch.provider(*down))).asked_at
    (day,) = await watch.days()
    assert (day["state"], day["passes"]) == ("no answers", PASSES)


async def test_what_failed_is_asked_again_later_and_what_was_answered_is_not(
    watch: Watch,
) -> None:
    await watch.work(watch.provider(*[SAID] * 4, failing("timeout"), *[SAID] * 1_000))
    (day,) = await watch.days()
    assert (day["state"], await watch.count()) == ("asking", QUESTIONS - 1)
    watch.pass_time(AGAIN)
    assert len((await watch.work(watch.provider())).asked_at) == 1
    assert (await watch.days())[0]["state"] == "learning"


async def test_a_day_that_was_left_is_judged_by_what_it_has_and_asked_nothing_more(
    watch: Watch,
) -> None:
    await watch.work(watch.provider(*[SAID] * 10, *[failing("server-error")] * 1_000))
    await watch.admin.execute("DELETE FROM engine_gate")
    watch.pass_time(timedelta(days=1))
    await watch.work(watch.provider())
    assert [(d["state"], d["answers"]) for d in await watch.days()] == [
        ("learning", 10),
        ("learning", QUESTIONS),
    ]


async def test_texts_are_emptied_after_a_month_and_answers_forgotten_after_four(
    watch: Watch,
) -> None:
    await watch.work(watch.provider())
    texts = "SELECT count(*) FROM engine_watch_answer WHERE text <> ''"
    watch.pass_time(timedelta(days=31))
    await watch.plan()
    assert (await watch.admin.fetchval(texts), await watch.count()) == (0, QUESTIONS)
    watch.pass_time(timedelta(days=90))
    await watch.plan()
    assert await watch.count() == 0
    assert len(await watch.days()) == 3


async def test_a_workspaces_own_key_is_never_asked(watch: Watch, database: Database) -> None:
    tenant = await make_tenant(database)
    await watch.admin.execute(
        "INSERT INTO engine_credential (workspace_id, id, engine, secret, gate, last4)"
        " VALUES ($1, gen_random_uuid(), 'perplexity', 'x', 'x', '')",
        tenant.workspace_id,
    )
    await watch.work(watch.provider())
    assert {day["engine"] for day in await watch.days()} == {"chatgpt"}
