"""Each invariant holds for a product in order and notices the fault it is there for."""

from __future__ import annotations

import asyncpg
import pytest

from presence.core import metrics
from presence.core.ids import new_id
from presence.core.metrics import STATE
from presence.db.session import Database
from presence.oversight.auditor import check, check_once, connect, look
from presence.oversight.invariants import INVARIANTS, Invariant
from tests.assurance.invariants import found, in_order, planted
from tests.conftest import Place
from tests.oversight.faults import FAULTS


@pytest.fixture(scope="module")
async def names(database: Database, place: Place) -> dict[str, str]:
    """Ids of a tenant with a finished analysis, as faults name them."""
    return await in_order(place, database)


@pytest.fixture
async def auditor(place: Place) -> asyncpg.Connection:
    return await connect(place.url("auditor"))


def test_every_invariant_has_a_fault_that_proves_it() -> None:
    assert {invariant.name for invariant in INVARIANTS} == set(FAULTS)
    assert len(INVARIANTS) >= 20


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda i: i.name)
async def test_a_product_in_order_breaks_nothing(
    auditor: asyncpg.Connection, names: dict[str, str], invariant: Invariant
) -> None:
    assert await auditor.fetchval(invariant.sql) == 0


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda i: i.name)
async def test_a_planted_fault_is_found(
    admin: asyncpg.Connection, names: dict[str, str], invariant: Invariant
) -> None:
    assert await found(admin, invariant, names) == 1


async def test_a_breach_becomes_a_metric_and_the_end_of_it_too(
    auditor: asyncpg.Connection, admin: asyncpg.Connection, names: dict[str, str]
) -> None:
    invariant = next(i for i in INVARIANTS if i.name == "account-kept")
    labels = {"invariant": "account-kept"}
    await admin.execute(planted(FAULTS["account-kept"][0], names))
    await check(auditor, invariant)
    assert STATE.get_sample_value("presence_invariant_violations", labels) == 1
    await admin.execute("UPDATE users SET deletion_at = NULL")
    await check(auditor, invariant)
    assert STATE.get_sample_value("presence_invariant_violations", labels) == 0


async def test_one_look_fills_every_gauge_and_fails_nowhere(
    auditor: asyncpg.Connection, place: Place, names: dict[str, str]
) -> None:
    before = sum(s.value for m in metrics.auditor_failures.collect() for s in m.samples)
    await look(auditor, place.settings(), thoroughly=True)
    after = sum(s.value for m in metrics.auditor_failures.collect() for s in m.samples)
    assert after == before
    assert (STATE.get_sample_value("presence_postgres_connections_max") or 0) > 0
    usage = {"workspace": names["workspace"], "what": "runs"}
    assert STATE.get_sample_value("presence_tenant_usage_topk", usage) == 1


async def test_the_oldest_job_that_is_due_has_its_age(
    auditor: asyncpg.Connection, admin: asyncpg.Connection, place: Place, names: dict[str, str]
) -> None:
    await admin.execute("DELETE FROM procrastinate_jobs")
    job = await admin.fetchval(
        "INSERT INTO procrastinate_jobs (queue_name, task_name, args) VALUES ('default', 'x', $1)"
        " RETURNING id",
        f'{{"workspace_id": "{new_id()}"}}',
    )
    back = "UPDATE procrastinate_events SET at = now() - interval '700 seconds' WHERE job_id = $1"
    await admin.execute(back, job)
    await look(auditor, place.settings(), thoroughly=False)
    age = STATE.get_sample_value("presence_job_oldest_age_seconds", {"queue": "default"})
    assert age == pytest.approx(700, abs=20)
    assert (
        STATE.get_sample_value("presence_jobs_in_state", {"queue": "default", "state": "todo"}) == 1
    )
    await admin.execute("DELETE FROM procrastinate_jobs")
    await look(auditor, place.settings(), thoroughly=False)
    assert STATE.get_sample_value("presence_job_oldest_age_seconds", {"queue": "default"}) == 0
    assert (
        STATE.get_sample_value("presence_jobs_in_state", {"queue": "default", "state": "todo"}) == 0
    )


async def test_the_auditor_cannot_write(auditor: asyncpg.Connection) -> None:
    with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
        await auditor.execute("UPDATE users SET is_active = false")
    await auditor.execute("SET default_transaction_read_only = off")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await auditor.execute("UPDATE users SET is_active = false")


async def test_a_breach_reaches_the_log_where_no_auditor_runs(
    place: Place, admin: asyncpg.Connection, names: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    sentence = next(i.sentence for i in INVARIANTS if i.name == "account-kept")
    await check_once(place.url("auditor"))
    assert sentence not in caplog.text
    await admin.execute(planted(FAULTS["account-kept"][0], names))
    await check_once(place.url("auditor"))
    assert sentence in caplog.text
    await admin.execute("UPDATE users SET deletion_at = NULL")
    await check_once(place.url("auditor"))
