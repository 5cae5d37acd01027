"""Row 24: one person does not spend for many, nor ten who work together, over kills.

Humans make workspaces, have them analysed and delete them; the colluding ones make each other
owners; all of them open their accounts anew under other spellings of their addresses. Invariant:
what is judged was written down when it was asked, not when the product counted it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

import asyncpg

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.entitlements import limits_of
from presence.domains.engines.queries import spending
from tests.assurance.budget_people_worker import ENGINES, Orders, main, spellings
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place
from tests.factories.people import make_user

SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
CEILINGS = {"chatgpt": Decimal("0.20"), "perplexity": Decimal("0.15"), "*": Decimal("0.30")}
SAMPLE_S = 0.1
_SPAWN = multiprocessing.get_context("spawn")
_SCENE = """
CREATE SEQUENCE scene_step;
CREATE SEQUENCE scene_spelling;
CREATE SEQUENCE scene_broken;
CREATE TABLE scene_human (id integer PRIMARY KEY, user_id uuid NOT NULL);
CREATE TABLE scene_asked (human integer, month date, day date, engine text, cost numeric)
"""
_CLEAR = """
DELETE FROM users WHERE email LIKE 'human%';
DROP TABLE scene_human, scene_asked;
DROP SEQUENCE scene_step, scene_spelling, scene_broken
"""
_OVER_ANSWERS = """
SELECT count(*) FROM (SELECT 1 FROM scene_asked WHERE engine NOT LIKE '% failed'
  GROUP BY human, month HAVING count(*) > $1) over
"""
_OVER_MONEY = """
SELECT count(*) FROM (SELECT 1 FROM scene_asked GROUP BY human, month HAVING sum(cost) > $1) over
"""
_OVER_DAY = """
SELECT count(*) FROM (
  SELECT split_part(engine, ' ', 1) AS name, sum(cost) AS spent FROM scene_asked GROUP BY day, name
  UNION ALL SELECT '*', sum(cost) FROM scene_asked GROUP BY day) s
 WHERE s.spent > CASE s.name WHEN 'chatgpt' THEN $1::numeric WHEN 'perplexity' THEN $2::numeric
    ELSE $3::numeric END
"""
_OVER_NOW = """
SELECT (SELECT count(*) FROM spending_account WHERE used + reserved > $1)
     + (SELECT count(*) FROM spending_ceiling WHERE used_usd + reserved_usd >
        CASE engine WHEN 'chatgpt' THEN $2::numeric WHEN 'perplexity' THEN $3::numeric
        ELSE $4::numeric END)
"""
_BROKEN = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM scene_broken"
_LEFT = """
SELECT (SELECT coalesce(sum(reserved), 0) FROM spending_account)
     + (SELECT count(*) FROM spending_ceiling WHERE reserved_usd > 0)
     + (SELECT count(*) FROM spending_hold)
"""


@dataclass(frozen=True)
class Scale:
    """How much is tried."""

    steps: int
    humans: int
    days: int
    processes: int
    tasks: int
    kills: int


QUICK = Scale(200, 11, 40, 1, 4, 1)
FULL = Scale(10_000, 11, 365, 2, 5, 12)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Take every step, killing workers on the way, then count."""
    settings = _settings(place, scale)
    database = Database(settings.database.customer_url, settings.database)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        await _prepare(admin, database, scale)
        watched = asyncio.create_task(_watch(place))
        orders = Orders(
            settings, place.url("admin"), scale.humans, scale.steps, scale.days, scale.tasks, seed
        )
        kills = await _work(orders, scale, seed, deadline)
        watched.cancel()
        (seen,) = await asyncio.gather(watched, return_exceptions=True)
        return await _judge(admin, database, scale, kills, seen, complete=not deadline.passed)
    finally:
        await admin.execute(_CLEAR)
        await admin.close()
        await database.close()


def _settings(place: Place, scale: Scale) -> Settings:
    database = place.settings().database.model_copy(update={"pool_size": scale.tasks + 1})
    engines: dict[str, Any] = {
        name: {"api_key": f"deployment-{name}", "daily_ceiling_usd": CEILINGS[name]}
        for name in ENGINES
    }
    return place.settings(
        database=database,
        secrets={"key": SECRET},
        engines={**engines, "daily_ceiling_usd": CEILINGS["*"], "daily_share": 1},
    )


async def _prepare(admin: asyncpg.Connection, database: Database, scale: Scale) -> None:
    for statement in _SCENE.split(";"):
        await admin.execute(statement)
    await admin.execute("DELETE FROM spending_ceiling")
    for human in range(scale.humans):
        user = await make_user(database, email=spellings(human)[1].format(tag=""))
        await admin.execute("INSERT INTO scene_human VALUES ($1, $2)", human, user)


async def _work(orders: Orders, scale: Scale, seed: int, deadline: Deadline) -> int:
    """Run the processes to their end, killing and replacing some; how many were killed."""
    rng = Random(seed)  # noqa: S311 - repeatable chance
    admin = await asyncpg.connect(orders.admin)
    running = [_start(orders, seed + n * 100) for n in range(scale.processes)]
    killed = 0
    try:
        while any(p.is_alive() for p in running) and not deadline.passed:
            await asyncio.sleep(SAMPLE_S)
            done = await admin.fetchval("SELECT last_value FROM scene_step")
            if killed < scale.kills and done > scale.steps * (killed + 1) / (scale.kills + 1):
                number = rng.randrange(len(running))
                running[number].kill()
                killed += 1
                running[number] = _start(orders, seed + (scale.processes + killed) * 100)
        for process in running:
            process.kill() if deadline.passed else None
            await asyncio.to_thread(process.join)
    finally:
        for process in running:
            process.kill()
        await admin.close()
    return killed


def _start(orders: Orders, seed: int) -> multiprocessing.process.BaseProcess:
    values = {**vars(orders), "seed": seed}
    process = _SPAWN.Process(target=main, args=(Orders(**values),), daemon=True)
    process.start()
    return process


async def _watch(place: Place) -> None:
    """Look at the accounts all the time; ends with AssertionError when one is overdrawn."""
    admin = await asyncpg.connect(place.url("admin"))
    most = limits_of(None).answers_per_month
    try:
        while True:
            over = await admin.fetchval(_OVER_NOW, most, *_in_order())
            assert over == 0, f"{over} accounts overdrawn"
            await asyncio.sleep(SAMPLE_S)
    finally:
        await admin.close()


def _in_order() -> tuple[Decimal, ...]:
    return (*(CEILINGS[name] for name in ENGINES), CEILINGS["*"])


async def _judge(
    admin: asyncpg.Connection,
    database: Database,
    scale: Scale,
    kills: int,
    seen: object,
    *,
    complete: bool,
) -> Outcome:
    most = limits_of(None).answers_per_month
    usd = Decimal("0.60")
    later = await admin.fetchval("SELECT coalesce(max(touched_at), now()) FROM spending_hold")
    async with database.transaction() as session:
        while await spending.release_lost(session, later.replace(year=later.year + 1)):
            pass
    wrong = {
        "personsOverAnswers": await admin.fetchval(_OVER_ANSWERS, most),
        "personsOverMoney": await admin.fetchval(_OVER_MONEY, usd),
        "daysOverCeiling": await admin.fetchval(_OVER_DAY, *_in_order()),
        "seenOverdrawn": int(isinstance(seen, AssertionError)),
        "leftReserved": int(await admin.fetchval(_LEFT)),
    }
    steps = min(scale.steps, await admin.fetchval("SELECT last_value FROM scene_step"))
    broken = await admin.fetchval(
        "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM scene_broken"
    )
    counts = {
        "steps": steps,
        "humans": scale.humans,
        "stepKills": kills,
        "brokenOff": broken,
        "registeredAgain": await admin.fetchval("SELECT last_value FROM scene_spelling"),
        "peoplesAnswers": await admin.fetchval("SELECT count(*) FROM scene_asked"),
        "fullestMonth": await admin.fetchval(
            "SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM scene_asked"
            " WHERE engine NOT LIKE '% failed' GROUP BY human, month) m"
        ),
        "dearestDayUsd": float(
            await admin.fetchval(
                "SELECT coalesce(max(n), 0) FROM (SELECT sum(cost) AS n FROM scene_asked"
                " GROUP BY day) d"
            )
        ),
        **wrong,
    }
    return Outcome(counts, sum(wrong.values()), complete and steps == scale.steps)
