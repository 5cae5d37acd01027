"""A gauge shows what is true now: nothing older, and no number where there is none."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import pytest
import pytest_asyncio
from prometheus_client import CollectorRegistry

from presence.core import metrics
from presence.core.metrics import STATE, LookedUpGauge
from presence.db.session import Database
from presence.oversight.auditor import OFTEN_S, connect, look
from presence.oversight.gauges import BUDGETS, OFTEN, RARELY, forget_all, read, show
from tests.conftest import Place
from tests.factories.team import PRO, owner_on


@pytest_asyncio.fixture
async def auditor(place: Place) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect(place.url("auditor"))
    yield connection
    await connection.close()


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


def state(name: str, **labels: str) -> float | None:
    return STATE.get_sample_value(name, labels)


def test_a_gauge_has_no_series_before_the_first_look(registry: CollectorRegistry) -> None:
    LookedUpGauge("looked_up", "Whatever.", registry=registry)
    assert registry.get_sample_value("looked_up") is None


def test_what_became_null_is_not_shown_as_it_was(registry: CollectorRegistry) -> None:
    gauge = LookedUpGauge("looked_up", "Whatever.", registry=registry)
    show(gauge, [(7,)])
    assert registry.get_sample_value("looked_up") == 7
    show(gauge, [(None,)])
    assert registry.get_sample_value("looked_up") is None
    show(gauge, [(0,)])
    assert registry.get_sample_value("looked_up") == 0
    show(gauge, [])
    assert registry.get_sample_value("looked_up") is None


def test_a_label_that_is_null_or_gone_is_not_shown_as_it_was(registry: CollectorRegistry) -> None:
    gauge = LookedUpGauge("looked_up", "Whatever.", ["of"], registry=registry)
    show(gauge, [("a", 1), ("b", 2), ("c", 3)])
    show(gauge, [("a", None), ("c", 4)])
    found = {s.labels["of"]: s.value for m in gauge.collect() for s in m.samples}
    assert found == {"c": 4}


async def test_a_statement_that_fails_leaves_nothing_of_the_last_look(
    auditor: asyncpg.Connection,
) -> None:
    reading = next(r for r in OFTEN if r.gauge is metrics.jobs_dead)
    await read(auditor, reading)
    assert state("presence_jobs_dead") is not None
    with pytest.raises(asyncpg.UndefinedTableError):
        await read(auditor, replace(reading, sql="SELECT count(*) FROM no_such_table"))
    assert state("presence_jobs_dead") is None


async def test_an_empty_product_has_every_number_and_none_that_is_no_number(
    auditor: asyncpg.Connection, place: Place
) -> None:
    await look(auditor, place.settings(), thoroughly=True)
    of_nobody = {metrics.tenant_usage}  # without customers there is no busiest one
    for reading in (*OFTEN, *BUDGETS, *RARELY):
        samples = [s for m in reading.gauge.collect() for s in m.samples]
        assert samples or reading.gauge in of_nobody, reading.gauge._name
        assert not [s for s in samples if math.isnan(s.value) or math.isinf(s.value)]
    assert state("presence_provider_budget_used_ratio") == 0
    assert (
        state("presence_postgres_standbys")
        == state("presence_postgres_replication_lag_seconds")
        == 0
    )
    assert state("presence_postgres_synchronous_standbys") == 0
    assert state("presence_postgres_synchronous_standbys_wanted") == 0
    assert state("presence_jobs_in_state", queue="default", state="failed") == 0
    assert state("presence_stripe_webhooks_waiting", state="failed") == 0
    assert state("presence_monthly_recurring_revenue", plan="Scale") == 0


async def test_only_what_is_paid_online_is_revenue(
    auditor: asyncpg.Connection, admin: asyncpg.Connection, database: Database
) -> None:
    reading = next(r for r in RARELY if r.gauge is metrics.monthly_revenue)
    tenant = await owner_on(database, PRO)
    price = await admin.fetchval("SELECT price FROM plans WHERE id = $1", PRO)
    await read(auditor, reading)
    assert state("presence_monthly_recurring_revenue", plan="Pro") == 0, "granted by hand"
    paid = "UPDATE subscriptions SET processor = 'stripe', billing_frequency = 'monthly'"
    await admin.execute(f"{paid} WHERE workspace_id = $1", tenant.workspace_id)
    await read(auditor, reading)
    assert state("presence_monthly_recurring_revenue", plan="Pro") == float(price)


async def test_the_databases_counters_are_read_as_often_as_their_rates_are_shown(
    auditor: asyncpg.Connection, place: Place
) -> None:
    forget_all()
    assert state("presence_postgres_blocks_total", source="cache") is None
    await look(auditor, place.settings(), thoroughly=False)
    assert OFTEN_S <= 15
    for series in ("cache", "disk"):
        assert state("presence_postgres_blocks_total", source=series) is not None
    assert state("presence_postgres_transactions_total", result="committed") is not None
    assert state("presence_postgres_deadlocks_total") is not None


async def test_a_break_of_an_engine_is_counted_for_three_days(
    auditor: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    reading = next(r for r in RARELY if r.gauge is metrics.engine_breaks)
    added = """INSERT INTO engine_watch_break (id, engine, number, language, began_on, declared_on,
      models, distance, evidence, estimate) SELECT gen_random_uuid(), 'gemini', n, 'en', day, day,
      '{m}', 2, 500, '[]' FROM (VALUES (1, (now() AT TIME ZONE 'UTC')::date - 3),
        (2, (now() AT TIME ZONE 'UTC')::date - 1)) b (n, day)"""
    await admin.execute(added)
    try:
        await read(auditor, reading)
        assert state("presence_engine_watch_breaks", engine="gemini") == 1
        assert state("presence_engine_watch_breaks", engine="all") == 1
    finally:
        await admin.execute("DELETE FROM engine_watch_break")
    await read(auditor, reading)
    assert state("presence_engine_watch_breaks", engine="gemini") is None
    assert state("presence_engine_watch_breaks", engine="all") == 0
