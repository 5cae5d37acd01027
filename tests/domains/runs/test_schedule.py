"""Thirteen months on a moved clock: every date is used once, whoever looks and however late."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from presence.core.clock import SystemClock
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.runs.jobs import RESCHEDULE, SCHEDULED
from presence.domains.runs.queries import schedules
from presence.domains.runs.service import lifecycle
from presence.domains.runs.service.schedule import slots as schedule
from presence.jobs.context import JobResources, run_job
from presence.jobs.periodic_tasks import run_tasks_once
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import Subject, begin_run, make_brand

BERLIN = "Europe/Berlin"
WAITING = "SELECT id, args::text FROM procrastinate_jobs WHERE task_name = $1 AND status = 'todo'"
WORKERS = 3


class _Moved(SystemClock):
    """A wall clock that is set by hand."""

    def __init__(self, start: datetime) -> None:
        self.at = start

    def now(self) -> datetime:
        """The moment it was set to."""
        return self.at


@dataclass
class Fleet:
    """Several workers that sweep and work at the same moment of a moved clock."""

    hands: JobResources
    admin: asyncpg.Connection
    clock: _Moved

    async def turn(self, at: datetime) -> None:
        """All workers sweep at once, then each waiting schedule job is run by all of them."""
        self.clock.at = at
        await asyncio.gather(*(run_tasks_once(self.hands) for _ in range(WORKERS)))
        for name in (SCHEDULED, RESCHEDULE):
            for row in await self.admin.fetch(WAITING, name):
                arguments: dict[str, Any] = json.loads(row["args"])
                tries = (run_job(name, self.hands, 1, arguments) for _ in range(WORKERS))
                await asyncio.gather(*tries)
                await self.admin.execute("DELETE FROM procrastinate_jobs WHERE id = $1", row["id"])

    async def end_runs(self) -> None:
        """Every run that is active comes to its end."""
        await self.admin.execute(
            "UPDATE run SET status = 'completed' WHERE status IN ('queued', 'running')"
        )


@pytest.fixture
def fleet(hands: JobResources, admin: asyncpg.Connection) -> Fleet:
    """Workers whose clock has not been moved yet."""
    clock = _Moved(datetime.now(UTC))
    return Fleet(replace(hands, clock=clock), admin, clock)


async def scheduled_subject(
    database: Database, admin: asyncpg.Connection, *, plan: int = 0, zone: str = BERLIN
) -> Subject:
    """A brand whose first run has ended, in an account with this plan and time zone."""
    tenant = await make_tenant(database)
    await admin.execute(
        "UPDATE workspace SET time_zone = $2 WHERE id = $1", tenant.workspace_id, zone
    )
    if plan:
        await give_plan(database, tenant, plan)
    subject = await make_brand(database, tenant)
    await begin_run(database, subject)
    await admin.execute("UPDATE run SET status = 'completed' WHERE brand_id = $1", subject.brand_id)
    return subject


async def give_plan(database: Database, tenant: Tenant, plan: int) -> None:
    """Put the workspace on a plan."""
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, plan, None)


async def set_dates(
    admin: asyncpg.Connection, brand_id: UUID, anchor: datetime, due: datetime
) -> None:
    """Let the brand's schedule begin at `anchor`."""
    await admin.execute(
        "UPDATE run_schedule SET anchor_at = $2, next_run_at = $3 WHERE brand_id = $1",
        brand_id,
        anchor,
        due,
    )


async def runs_of(admin: asyncpg.Connection, brand_id: UUID) -> int:
    """How many runs the schedule started."""
    count: int = await admin.fetchval(
        "SELECT count(*) FROM run WHERE brand_id = $1 AND trigger = 'scheduled'", brand_id
    )
    return count


async def row_of(admin: asyncpg.Connection, brand_id: UUID) -> Mapping[str, Any]:
    """The brand's schedule."""
    row: Mapping[str, Any] = await admin.fetchrow(
        "SELECT * FROM run_schedule WHERE brand_id = $1", brand_id
    )
    return row


async def test_each_date_of_thirteen_months_starts_one_run_through_clock_changes_and_an_outage(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    zone = ZoneInfo(BERLIN)
    begun = datetime(2027, 1, 31, 2, 30, tzinfo=zone)  # 29 February 2028 lies ahead
    monthly = await scheduled_subject(database, admin)
    weekly = await scheduled_subject(database, admin, plan=2)
    await admin.execute("DELETE FROM procrastinate_jobs")
    for subject in (monthly, weekly):
        await set_dates(admin, subject.brand_id, begun, begun)
    started: dict[UUID, list[datetime]] = {monthly.brand_id: [], weekly.brand_id: []}
    outage = (datetime(2027, 7, 20, tzinfo=UTC), datetime(2027, 8, 11, 1, 30, tzinfo=UTC))
    at, end = begun.astimezone(UTC), datetime(2028, 3, 1, 12, tzinfo=UTC)
    while at < end:
        if not outage[0] <= at < outage[1]:
            before = {brand: await runs_of(admin, brand) for brand in started}
            await fleet.turn(at)
            for brand, dates in started.items():
                new = await runs_of(admin, brand) - before[brand]
                assert new in (0, 1), f"{new} runs on one date"
                dates += [at.astimezone(zone)] * new
            await fleet.end_runs()
        at += timedelta(hours=6)

    days = [(d.month, d.day) for d in started[monthly.brand_id]]
    assert days == [
        (1, 31),
        (2, 28),
        (3, 31),
        (4, 30),
        (5, 31),
        (6, 30),
        (8, 11),
        (8, 31),
        (9, 30),
        (10, 31),
        (11, 30),
        (12, 31),
        (1, 31),
        (2, 29),
    ]
    weeks = started[weekly.brand_id]
    mondays = 57  # from 1 February 2027 to 28 February 2028
    missed = 3  # those of 26 July, 2 and 9 August; one late run makes up for them
    assert len(weeks) == 1 + mondays - missed + 1
    late = [d for d in weeks if d.astimezone(UTC) == outage[1]]
    assert len(late) == 1
    for date in weeks[1:]:
        assert date in late or date.weekday() in (6, 0), date


async def test_a_paused_brand_is_skipped_and_says_so_until_it_is_resumed(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    subject = await scheduled_subject(database, admin)
    due = datetime(2027, 5, 10, 9, tzinfo=UTC)
    await set_dates(admin, subject.brand_id, due, due)
    await admin.execute(
        "UPDATE brand SET status = 'paused', pause_reason = 'customer' WHERE id = $1",
        subject.brand_id,
    )
    await fleet.turn(due)
    row = await row_of(admin, subject.brand_id)
    assert (row["skipped_reason"], row["skipped_at"]) == (schedule.PAUSED, due)
    assert row["next_run_at"] == datetime(2027, 6, 10, 9, tzinfo=UTC)
    await admin.execute(
        "UPDATE brand SET status = 'active', pause_reason = NULL WHERE id = $1", subject.brand_id
    )
    await fleet.turn(row["next_run_at"])
    assert (await row_of(admin, subject.brand_id))["skipped_reason"] is None
    assert await runs_of(admin, subject.brand_id) == 1


async def test_a_deleted_workspace_is_not_analysed_and_is_again_once_it_is_back(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    subject = await scheduled_subject(database, admin)
    due = datetime(2027, 5, 10, 9, tzinfo=UTC)
    await set_dates(admin, subject.brand_id, due, due)
    deleted = "UPDATE workspace SET deleted_at = $2 WHERE id = $1"
    await admin.execute(deleted, subject.tenant.workspace_id, due)
    await fleet.turn(due)
    assert await runs_of(admin, subject.brand_id) == 0
    await admin.execute(deleted, subject.tenant.workspace_id, None)
    await fleet.turn(due + timedelta(days=1))
    assert await runs_of(admin, subject.brand_id) == 1


async def test_a_date_on_which_an_analysis_is_running_is_skipped(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    subject = await scheduled_subject(database, admin)
    await begin_run(database, subject)
    due = datetime(2027, 5, 10, 9, tzinfo=UTC)
    await set_dates(admin, subject.brand_id, due, due)
    await fleet.turn(due)
    assert (await row_of(admin, subject.brand_id))["skipped_reason"] == schedule.ACTIVE
    assert await runs_of(admin, subject.brand_id) == 0


async def test_an_upgrade_moves_the_next_date_to_the_weekly_one(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    subject = await scheduled_subject(database, admin)
    now = datetime.now(UTC)
    before = await row_of(admin, subject.brand_id)
    assert before["cadence"] == "monthly"
    await give_plan(database, subject.tenant, 1)
    await fleet.turn(now)
    after = await row_of(admin, subject.brand_id)
    assert after["cadence"] == "weekly"
    assert now < after["next_run_at"] <= now + timedelta(days=7)
    assert await runs_of(admin, subject.brand_id) == 0


async def test_a_plan_that_ran_out_silently_is_noticed_on_the_date(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    subject = await scheduled_subject(database, admin, plan=1)
    await admin.execute(
        "UPDATE subscriptions SET status = 'expired' WHERE workspace_id = $1",
        subject.tenant.workspace_id,
    )
    due = (await row_of(admin, subject.brand_id))["next_run_at"]
    await fleet.turn(due)
    row = await row_of(admin, subject.brand_id)
    assert row["cadence"] == "monthly"
    assert row["next_run_at"] > due
    assert await runs_of(admin, subject.brand_id) == 0


async def test_a_run_whose_job_is_gone_is_ended_with_a_sentence(
    database: Database, admin: asyncpg.Connection, fleet: Fleet
) -> None:
    subject = await make_brand(database, await make_tenant(database))
    run_id = await begin_run(database, subject)
    old = "UPDATE run SET created_at = now() - interval '5 minutes' WHERE id = $1"
    await admin.execute(old, run_id)
    ending = "SELECT id, args::text FROM procrastinate_jobs WHERE task_name = 'visibility.stranded'"
    await run_tasks_once(fleet.hands)
    assert await admin.fetch(ending) == [], "its job is waiting"
    job = await admin.fetchval("SELECT job_id FROM run WHERE id = $1", run_id)
    await admin.execute("UPDATE procrastinate_jobs SET status = 'failed' WHERE id = $1", job)
    for _ in range(2):
        await run_tasks_once(fleet.hands)
    (found,) = await admin.fetch(ending)
    await run_job("visibility.stranded", fleet.hands, 1, json.loads(found["args"]))
    row = await admin.fetchrow("SELECT status, failure::text FROM run WHERE id = $1", run_id)
    assert row["status"] == "failed"
    assert json.loads(row["failure"]) == lifecycle.INTERRUPTED


async def test_strangers_schedules_are_out_of_reach(
    database: Database, admin: asyncpg.Connection
) -> None:
    subject = await scheduled_subject(database, admin)
    other = await make_tenant(database)
    async with database.transaction(other.binding) as session:
        assert await schedules.find_schedule(session, subject.brand_id) is None
        far = datetime(2040, 1, 1, tzinfo=UTC)
        assert await schedule.use_date(session, Settings(), subject.brand_id, far) is None
