"""A worker process of the budget assurance: reserves, asks and settles until nothing is left.

Invariant: it goes the product's own way — `reserve`, `Asker`, `settle`, `release` — and may be
killed at any moment.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import Random
from uuid import UUID

import aiohttp

from presence.adapters.assistants import spec_of
from presence.analysis.ports import EngineAccess
from presence.analysis.types import EngineSpec, Question, RawAnswer
from presence.analysis.types.answers import AnswerStatus
from presence.core.clock import SystemClock
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.service import Asker, charge_usage, release, reserve
from presence.jobs.context import JobResources
from tests.analysis.fakes import FakeFetcher, sites_of

MOST_PER_RUN = 12
REFUSALS_BEFORE_THE_END = 3


@dataclass(frozen=True)
class Orders:
    """What a worker process is told; picklable, because it crosses a process border."""

    settings: Settings
    provider: str
    workspace_id: str
    user_id: str
    engines: tuple[str, ...]
    tasks: int
    seed: int


@dataclass
class Http:
    """Engines that all ask the counting provider."""

    session: aiohttp.ClientSession
    url: str

    def __call__(self, access: EngineAccess) -> HttpEngine:
        return HttpEngine(self.session, f"{self.url}/{access.engine}", spec_of(access))


@dataclass
class HttpEngine:
    """One engine of it."""

    session: aiohttp.ClientSession
    url: str
    spec: EngineSpec

    async def ask(self, question: Question) -> RawAnswer:
        """One attempt."""
        try:
            async with self.session.post(self.url) as response:
                said = await response.json()
        except (aiohttp.ClientError, TimeoutError):
            return RawAnswer("failed", "", self.spec.model, error_code="disconnected")
        code, tokens = said["code"], said.get("tokens")
        failed: AnswerStatus = "refused" if code == "refused" else "failed"
        return RawAnswer(
            failed if code else "completed",
            "" if code else "An answer.",
            self.spec.model,
            error_code=code,
            input_tokens=0 if tokens else None,
            output_tokens=tokens,
            retry_after_s=said.get("retry"),
        )


def main(orders: Orders) -> None:
    """Entry point of the process."""
    asyncio.run(work(orders))


async def work(orders: Orders) -> None:
    """Every task of the process until the budgets are used up."""
    settings = orders.settings
    database = Database(settings.database.customer_url, settings.database)
    async with aiohttp.ClientSession() as session:
        resources = JobResources(
            database,
            settings,
            sites_of(FakeFetcher({})),
            SystemClock(),
            lambda: None,
            Http(session, orders.provider),
        )
        await asyncio.gather(
            *(_task(resources, orders, orders.seed + number) for number in range(orders.tasks))
        )
    await database.close()


async def _task(resources: JobResources, orders: Orders, seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - repeatable chance
    refusals: dict[str, int] = dict.fromkeys(orders.engines, 0)
    while left := [e for e, n in refusals.items() if n < REFUSALS_BEFORE_THE_END]:
        engine = rng.choice(left)
        answers = 1 if refusals[engine] else rng.randint(1, MOST_PER_RUN)
        if not await _run(resources, orders, engine, answers):
            refusals[engine] += 1


async def _run(resources: JobResources, orders: Orders, engine: str, answers: int) -> bool:
    """One run of so many answers; False when the budget refused it."""
    binding = TenantBinding(UUID(orders.workspace_id), UUID(orders.user_id))
    run_id, settings = new_id(), resources.settings
    try:
        async with resources.database.transaction(binding) as session:
            await reserve(session, settings, run_id, {engine: answers})
    except BudgetExhausted:
        return False
    asker = Asker(resources, UUID(orders.workspace_id), run_id)
    for number in range(answers):
        question = Question("p", "Who?", "en-US", number, 1, key=f"{run_id}-{number}")
        raw = await asker.ask(engine, question)
        async with resources.database.transaction(binding) as session:
            await charge_usage(session, settings, run_id, engine, {question.key: raw})
    async with resources.database.transaction(binding) as session:
        await release(session, run_id)
    return True
