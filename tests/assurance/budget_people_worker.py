"""A worker of the people's half of the budget assurance: create, analyse, delete, for ever.

Invariant: what was asked is written down by a connection of its own before the product settles it,
so that an answer asked by a worker that is killed in the next moment counts as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import asyncpg
from sqlalchemy.exc import DBAPIError

from presence.analysis.types import RawAnswer
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.service import charge_usage, release, reserve
from presence.domains.workspaces.queries.lifecycle import insert_named
from tests.factories.people import make_user

ENGINES = ("chatgpt", "perplexity")
MOST_ANSWERS = 5
BEGIN = datetime(2027, 1, 1, tzinfo=UTC)
_TODAY = "SELECT coalesce((SELECT day FROM spending_ceiling WHERE engine = '*'), $1::date)"
_ASKED = (
    "INSERT INTO scene_asked (human, month, day, engine, cost) VALUES ($1, $2, $3, $4, $5)"
)  # fmt: skip


@dataclass(frozen=True)
class Orders:
    """What a worker process is told; picklable, because it crosses a process border."""

    settings: Settings
    admin: str
    humans: int
    steps: int
    days: int
    tasks: int
    seed: int


def main(orders: Orders) -> None:
    """Entry point of the process."""
    asyncio.run(work(orders))


async def work(orders: Orders) -> None:
    """Steps until all processes together have made them all."""
    database = Database(orders.settings.database.customer_url, orders.settings.database)
    pool = await asyncpg.create_pool(orders.admin, min_size=1, max_size=orders.tasks)
    try:
        hands = [Hand(orders, database, pool, orders.seed + n) for n in range(orders.tasks)]
        await asyncio.gather(*(hand.work() for hand in hands))
    finally:
        await pool.close()
        await database.close()


class Hand:
    """One person at a keyboard, who acts for any of the humans in turn."""

    def __init__(self, orders: Orders, database: Database, pool: asyncpg.Pool, seed: int) -> None:
        self._orders, self._database, self._pool = orders, database, pool
        self._rng = Random(seed)  # noqa: S311 - repeatable chance

    async def work(self) -> None:
        """Take steps by number; the number is the time of a calendar of many days.

        A step breaks off where another hand has just closed the account, or a lock was waited for
        too long; the person goes on with the next.
        """
        while True:
            number = await self._pool.fetchval("SELECT nextval('scene_step')")
            if number > self._orders.steps:
                return
            share = number / self._orders.steps
            try:
                await self._step(BEGIN + timedelta(days=self._orders.days) * share)
            except (DBAPIError, asyncpg.PostgresError):
                await self._pool.execute("SELECT nextval('scene_broken')")

    async def _step(self, now: datetime) -> None:
        """Human 0 works alone, the others hand their workspaces to each other."""
        human = 0 if self._rng.random() < 0.3 else self._rng.randrange(1, self._orders.humans)
        if self._rng.random() < 0.02:
            await self._register_again(human)
        user = await self._user(human)
        workspace_id = new_id()
        async with self._database.transaction(TenantBinding(workspace_id, user)) as session:
            await insert_named(session, workspace_id, user, "Step")
        payer = human
        if human and self._rng.random() < 0.3:
            payer = await self._hand_over(workspace_id, user)
        binding = TenantBinding(workspace_id, await self._user(payer))
        await self._analyse(binding, payer, now)
        if self._rng.random() < 0.95:
            await self._pool.execute("DELETE FROM workspace WHERE id = $1", workspace_id)

    async def _analyse(self, binding: TenantBinding, payer: int, now: datetime) -> None:
        engine, wanted = self._rng.choice(ENGINES), self._rng.randint(1, MOST_ANSWERS)
        run_id, settings = new_id(), self._orders.settings
        try:
            async with self._database.transaction(binding) as session:
                await reserve(session, settings, run_id, {engine: wanted}, now=now)
        except BudgetExhausted:
            return
        for _ in range(wanted):
            raw = self._answer()
            await self._write_down(payer, engine, raw, now)
            async with self._database.transaction(binding) as session:
                await charge_usage(session, settings, run_id, engine, {str(new_id()): raw}, now=now)
        async with self._database.transaction(binding) as session:
            await release(session, run_id)

    def _answer(self) -> RawAnswer:
        """One in ten fails, and costs what the provider charged for it."""
        cost = self._rng.uniform(0.001, 0.005)
        if self._rng.random() < 0.1:
            return RawAnswer("failed", "", "m", cost_usd=cost, error_code="overloaded")
        return RawAnswer("completed", "An answer.", "m", cost_usd=cost)

    async def _write_down(self, payer: int, engine: str, raw: RawAnswer, now: datetime) -> None:
        """The day is the one that the ceilings are at: no work at all is between the two."""
        day = await self._pool.fetchval(_TODAY, now.date())
        cost = raw.cost_usd or 0.0
        counted = engine if raw.status == "completed" else f"{engine} failed"
        await self._pool.execute(_ASKED, payer, now.date().replace(day=1), day, counted, cost)

    async def _user(self, human: int) -> UUID:
        found = await self._pool.fetchval("SELECT user_id FROM scene_human WHERE id = $1", human)
        return UUID(str(found))

    async def _hand_over(self, workspace_id: UUID, user: UUID) -> int:
        """Make another of them the owner, who pays from then on; which one."""
        other = self._rng.randrange(1, self._orders.humans)
        await self._pool.execute(
            "UPDATE membership SET user_id = (SELECT user_id FROM scene_human WHERE id = $1)"
            " WHERE workspace_id = $2 AND user_id = $3",
            other,
            workspace_id,
            user,
        )
        return other

    async def _register_again(self, human: int) -> None:
        """Delete the account and open one under another spelling of the same address."""
        address = spellings(human)
        number = await self._pool.fetchval("SELECT nextval('scene_spelling')")
        fresh = await make_user(self._database, email=address[0].format(tag=f"+{number}"))
        old = await self._pool.fetchval(
            "UPDATE scene_human h SET user_id = $1 FROM scene_human o"
            " WHERE h.id = $2 AND o.id = h.id RETURNING o.user_id",
            fresh,
            human,
        )
        await self._pool.execute("DELETE FROM users WHERE id = $1", old)


def spellings(human: int) -> Sequence[str]:
    """How somebody writes the one address they have."""
    return (f"human.{human}{{tag}}@gmail.com", f"human{human}{{tag}}@googlemail.com")
