"""Digests over a change of clocks, with a worker that is killed in the middle of a turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.messaging.jobs.digests import TURN
from presence.jobs.queue import enqueue
from presence_standins.smtp import Sink, smtp_sink
from tests.conftest import Place
from tests.factories.moving import analysed, reader, turn
from tests.factories.people import Tenant
from tests.factories.runs import make_brand, worker_hands
from tests.factories.worker_process import worker_process

pytestmark = pytest.mark.timeout(150)

TIMEOUT_S = 60.0
NEW_YORK = ZoneInfo("America/New_York")
ZONES = ("Pacific/Kiritimati", "America/New_York", "Pacific/Pago_Pago")  # as their Monday begins
SHARED = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')"
SLOTS = "SELECT slot FROM digest_issue WHERE user_id = $1"
AT_WORK = (
    "SELECT count(*) FROM procrastinate_jobs"
    " WHERE task_name = ANY($1) AND status IN ('todo', 'doing')"
)
IN_THE_MIDDLE = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND wait_event_type = 'Lock' AND query ILIKE 'INSERT INTO digest_issue%'"
)


def monday_after_the_change(after: datetime) -> datetime:
    """08:00 in New York on the first Monday since whose Friday the clocks there changed."""
    monday = after.astimezone(NEW_YORK).replace(hour=8, minute=0, second=0, microsecond=0)
    monday += timedelta(days=7 + (7 - monday.weekday()) % 7)
    while monday.utcoffset() == (monday - timedelta(days=3)).utcoffset():
        monday += timedelta(days=7)
    return monday


@dataclass
class Calendar:
    """The product's clock, as the file that moves it."""

    file: Path

    def move_to(self, moment: datetime) -> None:
        """From here on it is a second past that moment."""
        ahead = moment - datetime.now(UTC) + timedelta(seconds=1)
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str(int(ahead.total_seconds())))
        fresh.replace(self.file)


@dataclass
class Stage:
    """Readers by time zone, and the turns that a sweep would have them take."""

    database: Database
    admin: asyncpg.Connection
    readers: dict[str, Tenant]

    async def turns(self) -> None:
        """Have every reader's turn taken, as the sweep does."""
        for tenant in self.readers.values():
            binding = TenantBinding(None, tenant.user_id)
            async with self.database.transaction(binding) as session:
                key = f"{TURN}:{tenant.user_id}"
                await enqueue(session, TURN, {}, account_id=tenant.user_id, unique=key)

    async def at_rest(self) -> None:
        """Wait until turns and e-mails are done."""
        await self.until(AT_WORK, 0, [TURN, "mail.send"])

    async def until(self, query: str, number: int, *arguments: object) -> None:
        """Poll until a count is there."""
        end = time.monotonic() + TIMEOUT_S
        while await self.admin.fetchval(query, *arguments) != number:
            assert time.monotonic() < end, query
            await asyncio.sleep(0.05)

    @asynccontextmanager
    async def held(self, place: Place) -> AsyncIterator[None]:
        """No issue can be stored while the block lasts: a turn that makes one stands still."""
        other = await asyncpg.connect(place.url("admin"))
        try:
            async with other.transaction():
                await other.execute("LOCK TABLE digest_issue IN SHARE MODE")
                yield
        finally:
            await other.close()


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A mail server."""
    with smtp_sink() as running:
        yield running


async def test_every_reader_gets_one_digest_on_their_monday_morning_through_a_killed_worker(
    place: Place, database: Database, admin: asyncpg.Connection, sink: Sink, tmp_path: Path
) -> None:
    monday = monday_after_the_change(datetime.now(UTC))
    stage = Stage(database, admin, await readers_told_of_a_run(place, database, admin, monday))
    kiritimati, new_york, pago_pago = (
        monday.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) for zone in ZONES
    )
    calendar = Calendar(tmp_path / "ahead")
    settings = {
        "CLOCK_AHEAD": str(calendar.file),
        "STATE_DIR": str(tmp_path),
        "MAIL__HOST": sink.host,
        "MAIL__PORT": str(sink.port),
        "MAIL__SECURITY": "none",
    }

    def mails() -> list[int]:
        return [len(sink.to(stage.readers[zone].email)) for zone in ZONES]

    async def moved(moment: datetime, expected: list[int]) -> None:
        calendar.move_to(moment)
        await stage.turns()
        await stage.at_rest()
        assert mails() == expected

    calendar.move_to(kiritimati - timedelta(minutes=1))
    with worker_process(place.url("customer"), **settings) as worker:
        await moved(kiritimati - timedelta(minutes=1), [0, 0, 0])
        await moved(kiritimati, [1, 0, 0])
        await moved(new_york - timedelta(minutes=1), [1, 0, 0])
        async with stage.held(place):
            calendar.move_to(new_york)
            await stage.turns()
            await stage.until(IN_THE_MIDDLE, 1)
            worker.kill()
            worker.wait()
    with worker_process(place.url("customer"), **settings):
        await moved(new_york, [1, 1, 0])
        await moved(pago_pago - timedelta(minutes=1), [1, 1, 0])
        await moved(pago_pago, [1, 1, 1])
        await moved(pago_pago + timedelta(hours=6), [1, 1, 1])
    for zone, tenant in stage.readers.items():
        (slot,) = await admin.fetch(SLOTS, tenant.user_id)
        there = slot["slot"].astimezone(ZoneInfo(zone))
        assert f"{there:%Y-%m-%d %a %H:%M}" == f"{monday:%Y-%m-%d} Mon 08:00"


async def readers_told_of_a_run(
    place: Place, database: Database, admin: asyncpg.Connection, monday: datetime
) -> dict[str, Tenant]:
    """One member in each zone, with a date for the Monday and an analysis of the Friday before."""
    friday = monday.astimezone(UTC) - timedelta(days=3)
    found = {zone: await reader(database, time_zone=zone) for zone in ZONES}
    first, *others = found.values()
    for other in others:
        await admin.execute(SHARED, first.workspace_id, other.user_id)
    async with worker_hands(database, place.settings()) as hands:
        for tenant in found.values():
            await turn(hands, tenant, friday - timedelta(days=1))
        await analysed(database, hands, await make_brand(database, first))
    await admin.execute("UPDATE run SET finished_at = $1", friday)  # the database's own clock
    return found
