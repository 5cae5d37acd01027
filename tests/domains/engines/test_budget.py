"""Reserving, settling and releasing, on the real database and with workers in a hurry."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from presence.analysis.types import RawAnswer
from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.core.settings import EngineSettings, Settings
from presence.db.session import Database
from presence.domains.billing.entitlements import limits_of
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.pricing import unit_price
from presence.domains.engines.registry import ASSISTANTS
from presence.domains.engines.service import affordable_samples, charge_usage, release, reserve
from presence.domains.engines.service.budget import VANISHED_AFTER
from tests.domains.engines.conftest import FAR, on_plan
from tests.factories.people import Tenant
from tests.factories.runs import make_brand

DONE = RawAnswer("completed", "Harrow is one.", "gpt-6-luna", input_tokens=1000, output_tokens=500)
LOST = RawAnswer("failed", "", "gpt-6-luna", error_code="overloaded")


async def account(admin: asyncpg.Connection, tenant: Tenant, name: str = "plan") -> dict[str, Any]:
    """The newest row of an account."""
    row = await admin.fetchrow(
        "SELECT * FROM engine_budget WHERE workspace_id = $1 AND account = $2"
        " ORDER BY period_start DESC",
        tenant.workspace_id,
        name,
    )
    return dict(row) if row else {"used": 0, "reserved": 0}


async def promise(
    database: Database,
    tenant: Tenant,
    settings: Settings,
    wanted: dict[str, int],
    run_id: UUID | None = None,
    now: datetime | None = None,
) -> UUID:
    """Reserve in a transaction of its own."""
    run = run_id or new_id()
    async with database.transaction(tenant.binding) as session:
        await reserve(session, settings, run, wanted, now=now)
    return run


async def store(
    database: Database,
    tenant: Tenant,
    settings: Settings,
    run: UUID,
    engine: str,
    raw: RawAnswer,
    key: str | None = None,
) -> None:
    """Settle in a transaction of its own."""
    async with database.transaction(tenant.binding) as session:
        await charge_usage(session, settings, run, engine, {key or str(new_id()): raw})


async def end(database: Database, tenant: Tenant, run: UUID) -> None:
    """Release in a transaction of its own."""
    async with database.transaction(tenant.binding) as session:
        await release(session, run)


async def test_a_run_that_would_pass_the_plan_is_refused_and_reserves_nothing(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    await promise(database, tenant, settings, {"chatgpt": 10, "perplexity": 10})
    with pytest.raises(BudgetExhausted) as refused:
        await promise(database, tenant, settings, {"chatgpt": 5, "perplexity": 6})
    assert refused.value.extra["limit"] == 30
    assert refused.value.extra["used"] == 20
    assert refused.value.extra["upgradeUrl"] == "/pricing"
    assert (await account(admin, tenant))["reserved"] == 20


async def test_fifty_workers_at_once_never_pass_the_budget(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)

    async def work() -> int:
        try:
            run = await promise(database, tenant, settings, {"compatible": 4})
        except BudgetExhausted:
            return 0
        for _ in range(4):
            await store(database, tenant, settings, run, "compatible", DONE)
        await end(database, tenant, run)
        return 4

    answered = sum(await asyncio.gather(*(work() for _ in range(50))))
    row = await account(admin, tenant)
    assert answered == row["used"] == 28
    assert row["reserved"] == 0


async def test_a_failed_answer_gives_its_reservation_back(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    run = await promise(database, tenant, settings, {"chatgpt": 2})
    await store(database, tenant, settings, run, "chatgpt", LOST)
    await store(database, tenant, settings, run, "chatgpt", DONE)
    row = await account(admin, tenant)
    assert (row["used"], row["reserved"], row["reserved_usd"]) == (1, 0, 0)


async def test_an_answer_is_settled_once_however_often_it_is_said(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    run = await promise(database, tenant, settings, {"chatgpt": 3})
    for _ in range(3):
        await store(database, tenant, settings, run, "chatgpt", DONE, key="the same answer")
    row = await account(admin, tenant)
    assert (row["used"], row["reserved"]) == (1, 2)


async def test_what_a_run_did_not_use_comes_back_once_when_it_ends(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    run = await promise(database, tenant, settings, {"chatgpt": 9})
    await store(database, tenant, settings, run, "chatgpt", DONE)
    await end(database, tenant, run)
    await end(database, tenant, run)
    row = await account(admin, tenant)
    assert (row["used"], row["reserved"], row["reserved_usd"]) == (1, 0, 0)


async def test_the_ledger_has_tokens_key_and_the_price_of_the_table(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    run = await promise(database, tenant, settings, {"perplexity": 1})
    raw = RawAnswer("completed", "x", "sonar", input_tokens=100, output_tokens=900, searches=1)
    await store(database, tenant, settings, run, "perplexity", raw)
    line = await admin.fetchrow(
        "SELECT * FROM engine_usage WHERE workspace_id = $1", tenant.workspace_id
    )
    assert line["cost_usd"] == Decimal("0.006")
    assert (line["key_source"], line["run_id"], line["output_tokens"]) == ("deployment", run, 900)


async def test_a_vanished_run_gives_back_when_the_next_one_reserves(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    long_ago = datetime.now(UTC) - VANISHED_AFTER - timedelta(minutes=1)
    await promise(database, tenant, settings, {"chatgpt": 30}, now=long_ago)
    await promise(database, tenant, settings, {"chatgpt": 30})
    assert (await account(admin, tenant))["reserved"] == 30


async def test_a_reservation_just_made_is_not_taken_for_vanished(
    database: Database, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    await promise(database, tenant, settings, {"chatgpt": 30})
    with pytest.raises(BudgetExhausted):
        await promise(database, tenant, settings, {"chatgpt": 1})


async def test_a_new_period_starts_with_a_full_budget_and_old_answers_count_where_reserved(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    before = datetime.now(UTC).replace(day=1) - timedelta(days=3)
    old = await promise(database, tenant, settings, {"chatgpt": 30}, now=before)
    await admin.execute("UPDATE engine_reservation SET touched_at = now() WHERE run_id = $1", old)
    await promise(database, tenant, settings, {"chatgpt": 30})
    await store(database, tenant, settings, old, "chatgpt", DONE)
    rows = await admin.fetch(
        "SELECT used, reserved FROM engine_budget WHERE workspace_id = $1 ORDER BY period_start",
        tenant.workspace_id,
    )
    assert [(row["used"], row["reserved"]) for row in rows] == [(1, 29), (0, 30)]


async def test_free_engines_need_no_budget_and_an_unconnected_one_is_refused(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    await promise(database, tenant, settings, {"simulator": 10_000, "imported": 10_000})
    assert (await account(admin, tenant))["reserved"] == 0
    with pytest.raises(Conflict, match="Gemini is not connected"):
        await promise(database, tenant, settings, {"gemini": 1})


async def test_another_workspaces_run_cannot_be_settled_or_released(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    mine, theirs = await on_plan(database, None), await on_plan(database, None)
    run = await promise(database, mine, settings, {"chatgpt": 5})
    await end(database, theirs, run)
    await store(database, theirs, settings, run, "chatgpt", DONE)
    row = await account(admin, mine)
    assert (row["used"], row["reserved"]) == (0, 5)


@pytest.mark.parametrize(("plan_id", "monthly"), [(1, 16), (2, 39), (3, 79)])
async def test_no_mix_of_engines_costs_more_than_half_of_what_the_plan_costs_by_the_year(
    database: Database, admin: asyncpg.Connection, settings: Settings, plan_id: int, monthly: int
) -> None:
    keys = {name: {"api_key": f"key-{name}", **FAR} for name in ASSISTANTS}
    dear = settings.model_copy(update={"engines": EngineSettings.model_validate({**keys, **FAR})})
    limit = limits_of(plan_id).answers_per_month
    for name in ("chatgpt", "perplexity", "gemini", "claude"):
        tenant = await on_plan(database, plan_id)
        run = await promise(database, tenant, dear, {name: 1})
        with pytest.raises(BudgetExhausted):
            await as_much_as_possible(database, tenant, dear, run, name)
        reserved = (await account(admin, tenant))["reserved"]
        model = ASSISTANTS[name].model
        assert 0 < reserved * unit_price(dear, name, model) <= Decimal(monthly) / 2, name
        assert reserved <= limit


async def as_much_as_possible(
    database: Database, tenant: Tenant, settings: Settings, run: UUID, engine: str
) -> None:
    """Reserve in big steps, then in small ones, until refused."""
    for step in (1_000, 100, 10):
        with contextlib.suppress(BudgetExhausted):
            while True:
                await promise(database, tenant, settings, {engine: step}, run)
    while True:
        await promise(database, tenant, settings, {engine: 1}, run)


async def test_samples_are_as_many_as_a_month_of_runs_can_pay_for(
    database: Database, settings: Settings
) -> None:
    tenant = await on_plan(database, 2)
    async with database.transaction(tenant.binding) as session:
        dear = await affordable_samples(session, settings, {"chatgpt": 150}, 3, 4.35)
        cheap = await affordable_samples(session, settings, {"compatible": 75}, 3, 4.35)
        hopeless = await affordable_samples(session, settings, {"chatgpt": 9_000}, 3, 4.35)
    assert (dear, cheap, hopeless) == (2, 3, 1)


async def test_runs_over_several_engines_go_on_together_without_deadlock(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, 1)
    long_ago = datetime.now(UTC) - VANISHED_AFTER - timedelta(minutes=1)
    engines = ("perplexity", "chatgpt", "compatible")

    async def work(number: int) -> None:
        wanted = dict.fromkeys(engines[number % 3 :] + engines[: number % 3], 2)
        await promise(database, tenant, settings, wanted, now=long_ago)  # nobody will release it
        run = await promise(database, tenant, settings, wanted)
        again = promise(database, tenant, settings, wanted, run)
        answers = [store(database, tenant, settings, run, e, DONE) for e in wanted]
        await asyncio.gather(again, *answers)
        await end(database, tenant, run)

    await asyncio.gather(*(work(number) for number in range(12)))
    await promise(database, tenant, settings, {"compatible": 1})
    row = await account(admin, tenant)
    assert (row["used"], row["reserved"]) == (36, 1)


async def test_a_run_that_ended_without_a_word_gives_back_when_the_next_one_reserves(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    brand = (await make_brand(database, tenant)).brand_id
    run = new_id()
    await admin.execute(
        "INSERT INTO run (id, workspace_id, brand_id, kind, trigger, seed, panel_size, samples)"
        " VALUES ($1, $2, $3, 'full', 'manual', 1, 1, 1)",
        run,
        tenant.workspace_id,
        brand,
    )
    await promise(database, tenant, settings, {"chatgpt": 30}, run)
    with pytest.raises(BudgetExhausted):
        await promise(database, tenant, settings, {"chatgpt": 1})
    await admin.execute("UPDATE run SET status = 'failed' WHERE id = $1", run)
    await promise(database, tenant, settings, {"chatgpt": 30})
    assert (await account(admin, tenant))["reserved"] == 30
