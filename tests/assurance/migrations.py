"""A migration does not hold up people: back and forward on tables of a million rows, under load.

    rows → (the schema of the first release ⇄ today's) twice, while people read and write
    the code of before and of now on each schema between them (migrations_code)

Invariant: every table that a revision since the first release locks is full, and in use while it is
locked. What is timed is each of people's statements, from being sent to being answered.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import Engine

from presence.migrations import runner
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.migrations_code import CodeSeen, both_codes, revisions_since
from tests.assurance.migrations_rows import Table, fill, make_first_rows, tables
from tests.conftest import Place
from tests.migrations.test_migrations import SCHEMA
from tests.migrations.test_squawk import BASELINE

COVERS = ("api/presence/migrations",)

ROWS = 1_000_000
LONGEST_S = 1.0
READERS, WRITERS = 2, 2
PAGE_S = 0.05  # how long a page of several statements keeps its transaction
TURNS = 2
# A row for each member of the staff or assistant: never many.
FEW = {"staff", "engine_switch"}
_LOCKS = (
    re.compile(r"\bALTER TABLE (?:ONLY )?(\w+)"),
    re.compile(r"\bREFERENCES (\w+)"),
    re.compile(r"\b(?:CREATE|DROP) (?:UNIQUE )?(?:INDEX|POLICY)\b[^(]*? ON (\w+)"),
    re.compile(r"\bUPDATE (\w+) SET"),
)
_NEW = re.compile(r"\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)")
_BOOKKEEPING = {"alembic_version"}
_WAIT = (
    "SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float"
    " FROM pg_locks WHERE NOT granted"
)


@dataclass
class Seen:
    """What people's statements met."""

    statements: int = 0
    slowest_s: float = 0.0
    longest_wait_s: float = 0.0
    wrong: list[str] = field(default_factory=list)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """A million rows in every table that is locked, then both codes; nothing is drawn by lot."""
    outcome = await run(place, ROWS, deadline)
    seen = CodeSeen() if deadline.passed else await both_codes(place, BASELINE)
    for line in seen.wrong[:20]:
        print(line)  # noqa: T201 - what a person has to look at
    code = {
        "revisionsUnderBothCodes": seen.revisions,
        "requestsByCode": seen.requests,
        "analysesByCode": seen.analyses,
        "requestsFailed": len(seen.wrong),
    }
    complete = outcome.complete and seen.revisions == revisions_since(BASELINE)
    return Outcome({**outcome.counts, **code}, outcome.violations + len(seen.wrong), complete)


async def run(place: Place, rows: int, deadline: Deadline) -> Outcome:
    """There and back twice; what waited, failed or differs after is a violation."""
    locked = await _locked(place)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        await make_first_rows(place, admin)
        found = [t for t in await tables(admin) if t.name in locked]
        missing = sorted(locked - {t.name for t in found})
        ready = await _filled(admin, found, rows, deadline)
        await admin.execute("CHECKPOINT")
        before = await admin.fetch(SCHEMA)
        seen, took = Seen(), [0.0]
        if ready == len(found):
            async with used(place, found, seen):
                took += await _there_and_back(place.url("owner"), deadline)
        if await admin.fetch(SCHEMA) != before:
            seen.wrong.append("the schema is another one after going back and forward")
    finally:
        await admin.close()
    seen.wrong += [f"{name} is locked and has no row here" for name in missing]
    for line in seen.wrong[:20]:
        print(line)  # noqa: T201 - what a person has to look at
    turns = len(took) // 2
    counts = {
        "tables": ready,
        "rowsEach": rows,
        "timesThereAndBack": turns,
        "revisionsEachWay": revisions_since(BASELINE),
        "slowestWaySeconds": round(max(took), 2),
        "statements": seen.statements,
        "slowestStatementSeconds": round(seen.slowest_s, 3),
        "longestLockWaitSeconds": round(seen.longest_wait_s, 3),
    }
    return Outcome(counts, len(seen.wrong), complete=turns == TURNS)


async def _filled(
    admin: asyncpg.Connection, found: list[Table], rows: int, deadline: Deadline
) -> int:
    """How many tables were filled in time."""
    for done, table in enumerate(found):
        if deadline.passed:
            return done
        await fill(admin, table, 1 if table.name in FEW else rows)
    return len(found)


async def _there_and_back(url: str, deadline: Deadline) -> list[float]:
    """Seconds that each way took, as many turns as there is time for."""
    took: list[float] = []
    while len(took) < 2 * TURNS and not deadline.passed:
        for go, revision in ((runner.downgrade, BASELINE), (runner.upgrade, "head")):
            took.append(await _timed(go, url, revision))
    return took


async def _locked(place: Place) -> set[str]:
    """Tables of the first release that a revision since then locks, back or forward."""
    heard: list[str] = []

    def hear(_conn: object, _cursor: object, statement: str, *_rest: object) -> None:
        heard.append(statement)

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        await runner.downgrade(place.url("owner"), BASELINE)
        await runner.upgrade(place.url("owner"))
    finally:
        event.remove(Engine, "before_cursor_execute", hear)
    text = "\n".join(heard)
    names = {name for lock in _LOCKS for name in lock.findall(text)}
    return names - set(_NEW.findall(text)) - _BOOKKEEPING


async def _timed(go: Callable[[str, str], Awaitable[None]], url: str, revision: str) -> float:
    started = time.monotonic()
    await go(url, revision)
    return time.monotonic() - started


@asynccontextmanager
async def used(place: Place, found: list[Table], seen: Seen) -> AsyncIterator[None]:
    """People read and write rows of all these tables, and somebody watches who waits."""
    ended = asyncio.Event()
    work = [_person(place, found, seen, ended, number) for number in range(READERS + WRITERS)]
    tasks = [asyncio.create_task(w) for w in (*work, _page(place, found, seen, ended))]
    tasks.append(asyncio.create_task(_watch(place, seen, ended)))
    try:
        await asyncio.sleep(0.3)
        yield
    finally:
        await asyncio.sleep(0.3)
        ended.set()
        await asyncio.gather(*tasks)


async def _person(
    place: Place, found: list[Table], seen: Seen, ended: asyncio.Event, number: int
) -> None:
    """One connection: single statements on one table after the other."""
    async with _connection(place) as connection:
        while not ended.is_set():
            for table in found:
                sql = table.read if number < READERS else table.write
                await _statement(connection, sql, table, seen)


@asynccontextmanager
async def _connection(place: Place) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(place.url("admin"))
    try:
        yield connection
    finally:
        connection.terminate()


async def _page(place: Place, found: list[Table], seen: Seen, ended: asyncio.Event) -> None:
    """Somebody whose transaction stays open for a while: locks are held, not only taken."""
    async with _connection(place) as connection:
        for table in cycle(found):
            if ended.is_set():
                return
            async with connection.transaction():
                await _statement(connection, table.read, table, seen)
                await asyncio.sleep(PAGE_S)


async def _statement(connection: asyncpg.Connection, sql: str, table: Table, seen: Seen) -> None:
    started = time.monotonic()
    try:
        await connection.execute(sql, *table.key())
    except asyncpg.PostgresError as error:
        seen.wrong.append(f"{sql}: {type(error).__name__}: {error}")
    took = time.monotonic() - started
    seen.statements += 1
    seen.slowest_s = max(seen.slowest_s, took)
    if took > LONGEST_S:
        seen.wrong.append(f"{sql}: took {took:.2f} s")


async def _watch(place: Place, seen: Seen, ended: asyncio.Event) -> None:
    """How long the longest wait for a lock has lasted, asked all the time."""
    async with _connection(place) as connection:
        while not ended.is_set():
            seen.longest_wait_s = max(seen.longest_wait_s, await connection.fetchval(_WAIT))
            await asyncio.sleep(0.02)
