"""Engines as staff look after them: a real question, its cost, and a cap that holds runs back."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import pytest
import pytest_asyncio

import presence.domains.engines.jobs  # noqa: F401 - registers the trial
from presence.analysis.types import RawAnswer
from presence.core.clock import SystemClock
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.engines.service import engines_for_run
from presence.jobs.context import JobResources, run_job
from tests.conftest import Place
from tests.domains.engines.providers import GOOD, Provider
from tests.factories.people import make_tenant
from tests.factories.runs import worker_hands
from tests.factories.staff import BASE, Colleague

REASON = "To see whether it works"
ENGINE = f"{BASE}/engines/chatgpt"
DOWN = RawAnswer("failed", "", "gpt-6", error="The key was refused.", error_code="unauthorized")


@pytest.fixture
def settings(place: Place) -> Settings:
    """With a key of ours for one engine."""
    return place.settings(engines={"chatgpt": {"api_key": "sk-test"}})


@pytest_asyncio.fixture
async def hands(database: Database, settings: Settings) -> AsyncIterator[JobResources]:
    """A worker."""
    async with worker_hands(database, settings) as made:
        yield made


async def tried(
    boss: Colleague,
    hands: JobResources,
    admin: asyncpg.Connection,
    said: RawAnswer,
    times: int = 1,
) -> Provider:
    """Ask for a test call, and have a worker make it, which asks the engine so often."""
    await admin.execute("DELETE FROM engine_test WHERE state = 'waiting'")
    asked = await boss.client.post(f"{ENGINE}/test-call", json={"reason": REASON})
    assert (asked.status_code, asked.json()["lastTestState"]) == (200, "waiting"), asked.text
    job = await admin.fetchrow(
        "SELECT task_name, args::text AS args FROM procrastinate_jobs"
        " WHERE task_name = 'engines.test' ORDER BY id DESC LIMIT 1"
    )
    provider = Provider(SystemClock(), [said])
    arguments = json.loads(job["args"])
    for _ in range(2):  # a job that is run twice asks once
        await run_job(job["task_name"], replace(hands, assistants=provider), 1, arguments)
    assert len(provider.asked_at) == times
    return provider


async def test_a_test_call_asks_the_engine_with_our_key_and_its_cost_is_in_the_ledger(
    boss: Colleague, hands: JobResources, admin: asyncpg.Connection
) -> None:
    before = (await boss.client.get(ENGINE)).json()["costToday"]
    provider = await tried(boss, hands, admin, GOOD)
    assert provider.accesses[0].api_key == "sk-test"
    shown = (await boss.client.get(ENGINE)).json()
    assert (shown["lastTestState"], shown["lastTestMessage"]) == ("ok", "It answers.")
    assert shown["lastTestCost"] > 0
    assert shown["costToday"] == pytest.approx(before + shown["lastTestCost"])
    costs = (await boss.client.get(f"{BASE}/costs?filter[keySource]=test")).json()["data"]
    assert (costs[0]["engine"], costs[0]["workspaceId"]) == ("chatgpt", None)
    figures = (await boss.client.get(f"{BASE}/attention")).json()["figures"]
    assert figures["spend_today"] == pytest.approx(shown["costToday"])
    kept = (await boss.client.get(f"{BASE}/engine-tests?filter[engine]=chatgpt")).json()["data"]
    assert (kept[0]["answer"], kept[0]["staffName"]) == ("Harrow.", "Dana")


async def test_a_test_call_that_fails_says_why(
    boss: Colleague, hands: JobResources, admin: asyncpg.Connection
) -> None:
    await tried(boss, hands, admin, DOWN)
    shown = (await boss.client.get(ENGINE)).json()
    assert (shown["lastTestState"], shown["lastTestMessage"]) == (
        "failed",
        "The key was refused.",
    )


async def test_a_test_call_asks_nothing_once_the_day_s_money_is_spent(
    boss: Colleague, hands: JobResources, admin: asyncpg.Connection
) -> None:
    today = "SELECT engine, used_usd, reserved_usd FROM spending_ceiling ORDER BY engine"
    await admin.execute("DELETE FROM spending_ceiling")
    await tried(boss, hands, admin, GOOD)
    cost = (await boss.client.get(ENGINE)).json()["lastTestCost"]
    for name, used, reserved in await admin.fetch(today):
        assert float(used) == pytest.approx(cost), name
        assert reserved == 0, name
    await admin.execute("UPDATE spending_ceiling SET used_usd = 49.9999 WHERE engine = 'chatgpt'")
    before = await admin.fetch(today)
    await tried(boss, hands, admin, GOOD, times=0)
    shown = (await boss.client.get(ENGINE)).json()
    assert (shown["lastTestState"], shown["lastTestCost"]) == ("failed", 0)
    assert shown["lastTestMessage"].startswith("The day's ceiling is reached")
    assert await admin.fetch(today) == before
    await admin.execute("DELETE FROM spending_ceiling")


async def test_one_test_call_at_a_time_and_none_without_a_key(boss: Colleague) -> None:
    path, body = f"{ENGINE}/test-call", {"reason": REASON}
    assert (await boss.client.post(path, json=body)).status_code == 200
    second = await boss.client.post(path, json=body)
    assert (second.status_code, second.json()["code"]) == (409, "conflict")
    none = await boss.client.post(f"{BASE}/engines/claude/test-call", json=body)
    assert none.status_code == 409
    assert "has no key of ours" in none.json()["message"]


async def test_an_engine_past_its_cap_is_left_out_of_the_next_runs_and_mentioned(
    boss: Colleague,
    hands: JobResources,
    settings: Settings,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 2, None)

    async def asked() -> list[str]:
        async with database.transaction(tenant.binding) as session:
            return [spec.id for spec in await engines_for_run(session, settings)]

    assert "chatgpt" in await asked()
    await tried(boss, hands, admin, GOOD)
    cap = {"reason": REASON, "monthlyCap": "0.01"}
    capped = await boss.client.post(f"{ENGINE}/set-cap", json=cap)
    assert (capped.json()["monthlyCap"], capped.json()["capUsed"] >= 100) == (0.01, True)
    assert "chatgpt" not in await asked()
    items = (await boss.client.get(f"{BASE}/attention")).json()["items"]
    assert any(item["kind"] == "engine_cap" for item in items)
    await boss.client.post(f"{ENGINE}/set-cap", json={"reason": REASON, "monthlyCap": None})
    assert "chatgpt" in await asked()


async def test_a_negative_cap_is_refused_at_its_field(boss: Colleague) -> None:
    body = {"reason": REASON, "monthlyCap": "-1"}
    answer = await boss.client.post(f"{ENGINE}/set-cap", json=body)
    assert answer.status_code == 422
    assert ("/monthlyCap", "Cap must be non-negative") in {
        (e["pointer"], e["detail"]) for e in answer.json()["errors"]
    }
