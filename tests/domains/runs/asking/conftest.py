"""A brand whose questions stand-in assistants answer, and a worker."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg
import pytest
import pytest_asyncio

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.runs.models import Run
from presence.domains.runs.queries import runs
from presence.domains.runs.service import Order
from presence.jobs.context import JobResources
from presence_standins import engines
from presence_standins.engines import EngineStandIns
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, work_off, worker_hands

PAID = ("chatgpt", "perplexity")
LEDGER = "SELECT count(*) FROM engine_usage WHERE run_id = $1"
SPENT = "SELECT coalesce(sum(cost_usd), 0) FROM engine_usage WHERE run_id = $1"
OPENED = """
SELECT count(*) FROM engine_usage u JOIN answer a ON a.id::text = u.answer_key WHERE u.run_id = $1
"""
HELD = "SELECT coalesce(sum(outstanding), 0) FROM engine_reservation WHERE run_id = $1"


@dataclass
class Stage:
    """A brand, stand-in engines that answer for it, and a worker."""

    database: Database
    admin: asyncpg.Connection
    settings: Settings
    hands: JobResources
    engines: EngineStandIns
    subject: Subject

    async def begin(self, order: Order = Order()) -> UUID:  # noqa: B008 - frozen
        """Queue a run."""
        return await begin_run(self.database, self.subject, order, self.settings)

    async def work(self, run_id: UUID, hands: JobResources | None = None) -> Run:
        """Work the run off; its row afterwards."""
        await work_off(hands or self.hands, self.subject, run_id)
        return await self.row(run_id)

    async def row(self, run_id: UUID) -> Run:
        """The run's row."""
        async with self.database.transaction(self.subject.tenant.binding) as session:
            run = await runs.get_run(session, run_id)
        assert run is not None
        return run

    async def analyse(self, order: Order = Order()) -> Run:  # noqa: B008 - frozen
        """Queue the run and carry it out."""
        return await self.work(await self.begin(order))

    def requests(self) -> int:
        """How many questions arrived at the assistants."""
        return sum(self.engines.counts(name)["requests"] for name in PAID)

    async def number(self, query: str, *arguments: Any) -> int:
        """First column of the only row."""
        value: int = await self.admin.fetchval(query, *arguments)
        return value


@pytest_asyncio.fixture(scope="module")
async def standins() -> AsyncIterator[EngineStandIns]:
    """Every provider's protocol on loopback."""
    async with engines.start() as running:
        yield running


@pytest.fixture
def settings(place: Place, standins: EngineStandIns) -> Settings:
    """Two assistants on the deployment's keys, asked once each."""
    connected = {name: {"api_key": "deployment", "base_url": standins.base(name)} for name in PAID}
    patience = {"attempts": 1, "circuit_failures": 1_000, "free_allowance_usd": 50}
    return place.settings(engines={**connected, **patience})


@pytest_asyncio.fixture
async def stage(
    database: Database, admin: asyncpg.Connection, settings: Settings, standins: EngineStandIns
) -> AsyncIterator[Stage]:
    """A described brand on the free plan."""
    subject = await make_brand(database, await make_tenant(database))
    standins.script()
    standins.reset()
    async with worker_hands(database, settings) as hands:
        yield Stage(database, admin, settings, hands, standins, subject)


def entry(run: Run, engine: str) -> dict[str, Any]:
    """An engine of the run."""
    found: dict[str, Any] = next(e for e in run.engines if e["id"] == engine)
    return found


def cost(run: Run) -> float:
    """US dollars the run cost at all its engines."""
    return sum(e["costUsd"] or 0 for e in run.engines)
