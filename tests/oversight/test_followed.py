"""Events of Stripe count by what became of them, failures as well."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import pytest_asyncio

from presence.core.metrics import STATE
from presence.oversight.auditor import connect
from presence.oversight.followed_events import Followed
from tests.conftest import Place

TYPE = "invoice.paid"
ARRIVES = """
INSERT INTO stripe_delivery (event_id, event_type, state, happened_at, next_attempt_at)
VALUES ($1, 'invoice.paid', $2, now(), now())
"""
FAILS = (
    "UPDATE stripe_delivery SET attempts = attempts + 1, error = 'no answer',"
    " state = $2 WHERE event_id = $1"
)
ENDS = (
    "UPDATE stripe_delivery SET attempts = attempts + 1, error = NULL, state = 'processed',"
    " processed_at = now() WHERE event_id = $1"
)


@pytest_asyncio.fixture
async def auditor(place: Place) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect(place.url("auditor"))
    yield connection
    await connection.close()


def counted(result: str) -> float:
    labels = {"type": TYPE, "result": result}
    return STATE.get_sample_value("presence_stripe_webhook_total", labels) or 0


def lags() -> float:
    return STATE.get_sample_value("presence_stripe_webhook_lag_seconds_count") or 0


async def test_each_failed_try_and_the_end_of_an_event_count_once(
    auditor: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    followed = Followed()
    await followed.follow(auditor)
    before = {r: counted(r) for r in ("retried", "processed")}, lags()
    await admin.execute(ARRIVES, "evt_1", "pending")
    await followed.follow(auditor)
    for _ in range(2):
        await admin.execute(FAILS, "evt_1", "pending")
        await followed.follow(auditor)
        await followed.follow(auditor)
    await admin.execute(ENDS, "evt_1")
    for _ in range(2):
        await followed.follow(auditor)
    assert counted("retried") == before[0]["retried"] + 2
    assert counted("processed") == before[0]["processed"] + 1
    assert lags() == before[1] + 1


async def test_an_event_that_is_given_up_counts_as_failed(
    auditor: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    followed = Followed()
    await followed.follow(auditor)
    before, waited = counted("failed"), lags()
    await admin.execute(ARRIVES, "evt_2", "pending")
    await admin.execute(FAILS, "evt_2", "failed")
    for _ in range(2):
        await followed.follow(auditor)
    assert counted("failed") == before + 1
    assert lags() == waited


async def test_an_event_about_nobody_counts_as_it_arrives(
    auditor: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    followed = Followed()
    await followed.follow(auditor)
    before = counted("unmatched")
    await admin.execute(ARRIVES, "evt_3", "unmatched")
    for _ in range(2):
        await followed.follow(auditor)
    assert counted("unmatched") == before + 1


async def test_what_was_there_before_the_auditor_does_not_count(
    auditor: asyncpg.Connection, admin: asyncpg.Connection
) -> None:
    await admin.execute(ARRIVES, "evt_4", "pending")
    await admin.execute(ENDS, "evt_4")
    before = counted("processed")
    followed = Followed()
    for _ in range(2):
        await followed.follow(auditor)
    assert counted("processed") == before


async def test_an_end_that_is_seen_late_is_not_missed(
    auditor: asyncpg.Connection, admin: asyncpg.Connection, place: Place
) -> None:
    followed = Followed()
    await admin.execute(ARRIVES, "evt_5", "pending")
    await followed.follow(auditor)
    before = counted("processed")
    async with admin.transaction():
        await admin.execute(ENDS, "evt_5")
        await followed.follow(auditor)
        assert counted("processed") == before
    await followed.follow(auditor)
    assert counted("processed") == before + 1
