"""A worker that plans and works off the engine watch, over as many days as a test needs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import asyncpg

import presence.domains.engines.jobs  # noqa: F401 - registers the watch
from presence.analysis.types import RawAnswer
from presence.analysis.watch import canaries
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.jobs import begin_watching
from presence.jobs.context import JobResources, run_job
from tests.analysis.fakes import FakeClock
from tests.domains.engines.providers import Provider
from tests.factories.runs import worker_hands

SAID = RawAnswer(
    "completed",
    "Lego makes bricks.",
    "gpt-6-luna",
    input_tokens=9_000,
    output_tokens=1_000,
    searches=1,
)
QUESTIONS = len(canaries("en"))


@dataclass
class Watch:
    """A worker that plans and works off the watch, with an engine that says what it is told to."""

    hands: JobResources
    admin: asyncpg.Connection
    clock: FakeClock

    async def plan(self) -> None:
        await begin_watching(self.hands)

    async def jobs(self) -> list[dict[str, Any]]:
        rows = await self.admin.fetch(
            "DELETE FROM procrastinate_jobs WHERE task_name = 'engines.watch_day'"
            " AND status = 'todo' RETURNING id, args::text AS args"
        )
        return [json.loads(row["args"]) for row in sorted(rows, key=lambda row: row["id"])]

    async def work(self, provider: Provider) -> Provider:
        """Plan, and work off what is due."""
        await self.plan()
        for arguments in await self.jobs():
            await self.run(provider, arguments)
        return provider

    async def run(self, provider: Provider, arguments: dict[str, Any]) -> None:
        await run_job(
            "engines.watch_day", replace(self.hands, assistants=provider), 1, dict(arguments)
        )

    def provider(self, *script: RawAnswer) -> Provider:
        return Provider(self.clock, script or [SAID] * 1_000)

    def pass_time(self, span: timedelta) -> None:
        self.clock.elapsed += span.total_seconds()

    async def days(self) -> list[asyncpg.Record]:
        return list(await self.admin.fetch("SELECT * FROM engine_watch_day ORDER BY day, language"))

    async def count(self) -> int:
        found: int = await self.admin.fetchval("SELECT count(*) FROM engine_watch_answer")
        return found


@asynccontextmanager
async def watching(
    database: Database, settings: Settings, admin: asyncpg.Connection
) -> AsyncIterator[Watch]:
    """A watch that begins today, and leaves nothing behind."""
    await _forget(admin)
    clock = FakeClock()
    async with worker_hands(database, settings) as hands:
        made = Watch(replace(hands, clock=clock), admin, clock)
        await made.jobs()
        yield made
        await made.jobs()
    await _forget(admin)


async def _forget(admin: asyncpg.Connection) -> None:
    tables = "engine_watch_break engine_watch_day engine_gate spending_ceiling engine_switch"
    for table in tables.split():
        await admin.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
