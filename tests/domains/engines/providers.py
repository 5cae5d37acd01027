"""An assistant that says what it is told to, and a worker's hands that reach it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from presence.adapters.assistants import spec_of
from presence.analysis.ports import Clock, EngineAccess
from presence.analysis.types import EngineSpec, Question, RawAnswer
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.service import Asker
from presence.jobs.context import JobResources
from tests.analysis.fakes import FakeClock, FakeFetcher, sites_of
from tests.factories.people import Tenant

GOOD = RawAnswer(
    "completed", "Harrow.", "gpt-6-luna", input_tokens=9_000, output_tokens=1_000, searches=1
)


def failing(code: str, retry_after_s: float | None = None) -> RawAnswer:
    """A failed attempt."""
    return RawAnswer("failed", "", "gpt-6-luna", error_code=code, retry_after_s=retry_after_s)


def question(number: int = 1) -> Question:
    """A question nobody has asked before."""
    return Question(f"p{number}", "Who makes good boots?", "en-US", 1, number, key=f"key-{number}")


@dataclass
class Provider:
    """Answers `script` in turn, then `GOOD` for ever; notes when it was asked."""

    clock: Clock
    script: Iterable[RawAnswer] = ()
    latency_s: float = 0.0
    asked_at: list[float] = field(default_factory=list)
    accesses: list[EngineAccess] = field(default_factory=list)
    flying: int = 0
    most_flying: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._answers: Iterator[RawAnswer] = iter(self.script)

    def __call__(self, access: EngineAccess) -> _Engine:
        self.accesses.append(access)
        return _Engine(self, spec_of(access))

    async def answer(self) -> RawAnswer:
        """One attempt."""
        self.asked_at.append(self.clock.monotonic())
        self.asked.set()
        self.flying += 1
        self.most_flying = max(self.flying, self.most_flying)
        await asyncio.sleep(self.latency_s)
        self.flying -= 1
        return next(self._answers, GOOD)


@dataclass
class _Engine:
    provider: Provider
    spec: EngineSpec

    async def ask(self, question: Question) -> RawAnswer:
        return await self.provider.answer()


@dataclass
class Hands:
    """Makes askers that share a provider, a clock and a database, as workers do."""

    database: Database
    settings: Settings
    tenant: Tenant
    clock: FakeClock
    provider: Provider

    def asker(self, seed: int = 1) -> Asker:
        """One more worker."""
        sites = sites_of(FakeFetcher({}))
        resources = JobResources(
            self.database, self.settings, sites, self.clock, lambda: None, self.provider
        )
        return Asker(resources, self.tenant.workspace_id, rng=Random(seed))  # noqa: S311 - jitter
