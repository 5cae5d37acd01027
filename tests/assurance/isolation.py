"""Rows 1 to 3: a hundred tenants at once, and nobody ever reads a word of another's.

Every tenant has a canary in whatever it stores. Their requests run against applications with
five connections each, on the loop the product runs on; a worker mails, exports, reports and asks
assistants meanwhile. Some of all that is cancelled wherever it happens to be, and connections are
cut under it. Invariant: a canary in an answer, a log line, a mail, a file, a stream or a question
to an assistant belongs to whoever it is for, and at the end a canary in a row belongs to the
workspace of that row, whatever table it is in.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random

import asyncpg
import uvloop
from fastapi import FastAPI

from presence.core.guess_settings import ThrottleSettings
from presence.core.logging import configure_logging
from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.assurance import isolation_work
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.isolation_asking import BODY, DOWNLOAD, STREAM, Crowd
from tests.assurance.isolation_people import Person, make_people, misplaced, owners_of
from tests.assurance.isolation_seen import LogReader, Seen
from tests.conftest import Place

COVERS = (
    "api/presence/db",
    "api/presence/domains",
    "api/presence/http",
    "api/presence/migrations/versions",
)

PROCESSES, POOL, TENANTS = 2, 5, 100
LOG, WORKER_LOG, MAIL, FILE, QUESTION = "log", "workerLog", "mail", "file", "question"
# Whatever is looked at; in all but logs, which hold nothing of tenants, their own words must stand.
TELLING = (BODY, DOWNLOAD, STREAM, MAIL, FILE, QUESTION)
SURFACES = (*TELLING, LOG, WORKER_LOG)
_DONE = ("sheets", "archives", "jobs", "jobsCancelled", "runsCancelled", "runJobsCancelled")
# Below these a tier has not shown what it says: refusals and busy answers hold no canaries.
OWN_ANSWERED, LEAST_CANCELLED = 0.80, 0.05
_RATES = ("default", "api_key", "registrations", "runs", "exports")
_ANY = 10_000_000  # so many that nobody is told to wait


@dataclass(frozen=True)
class Scale:
    """Requests in all, how many pass between two cut connections, and how many runs there are."""

    requests: int
    cut_every: int
    runs: int


QUICK = Scale(requests=20_000, cut_every=200, runs=2)
FULL = Scale(requests=1_000_000, cut_every=5_000, runs=12)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """1,000,000 requests of 100 tenants."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Make the tenants, let them all ask at once, look at every answer and then at every row."""
    admin = await asyncpg.connect(place.url("admin"))
    settings = place.settings()
    database = Database(settings.database.customer_url, settings.database)
    try:
        people = await make_people(database, admin, TENANTS)
        over = asyncio.Event()
        working = asyncio.create_task(_work_beside(place, people, scale, seed, over))
        try:
            seen = await _everybody(place, people, scale, seed, deadline)
        finally:
            over.set()
        seen.add(await working)
        seen.leaks += await misplaced(admin, people)
    finally:
        await database.close()
        await admin.close()
    return judge(scale, seen)


def _analysed(people: Sequence[Person], scale: Scale) -> Sequence[Person]:
    """Whose brands have results: first of those without a plan, whose runs are small."""
    return people[: scale.runs]


async def _work_beside(
    place: Place, people: Sequence[Person], scale: Scale, seed: int, over: asyncio.Event
) -> Seen:
    """A worker in this process, while the others ask."""
    seen = Seen(owners_of(people))
    rng = Random(~seed)  # noqa: S311 - repeatable chance
    subjects = [person.subject for person in _analysed(people, scale)]
    await isolation_work.work(place, subjects, people, rng, seen, over)
    return seen


async def _everybody(
    place: Place, people: Sequence[Person], scale: Scale, seed: int, deadline: Deadline
) -> Seen:
    """Let `PROCESSES` ask side by side, each with an application and connections of its own."""
    share = replace(scale, requests=scale.requests // PROCESSES)
    loop, spawn = asyncio.get_running_loop(), get_context("spawn")
    together = Seen()
    with ProcessPoolExecutor(PROCESSES, mp_context=spawn) as processes:
        parts = await asyncio.gather(
            *(
                loop.run_in_executor(
                    processes, _work, place, people, share, seed + number, deadline.left_s
                )
                for number in range(PROCESSES)
            )
        )
    for part in parts:
        together.add(part)
    return together


def _work(place: Place, people: Sequence[Person], scale: Scale, seed: int, seconds: float) -> Seen:
    """One process's part."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_ask_all(place, people, scale, seed, Deadline(seconds)))


async def _ask_all(
    place: Place, people: Sequence[Person], scale: Scale, seed: int, deadline: Deadline
) -> Seen:
    seen = Seen(owners_of(people))
    configure_logging("info")  # as the product does, but read instead of written
    logging.getLogger().handlers[:] = [LogReader(seen, LOG)]
    admin = await asyncpg.connect(place.url("admin"))
    try:
        async with _application(place) as app:
            gc.collect()
            gc.freeze()  # code never becomes garbage: the collector need not look at it again
            rng = Random(seed)  # noqa: S311 - repeatable chance
            crowd = Crowd(app, people, _analysed(people, scale), people[-4:], rng, seen)
            await crowd.ask(admin, scale.requests, scale.cut_every, deadline)
    finally:
        await admin.close()
    return seen


@asynccontextmanager
async def _application(place: Place) -> AsyncIterator[FastAPI]:
    """The product's, with few connections and no limit that would hide what is asked."""
    settings: Settings = place.settings(rates=dict.fromkeys(_RATES, (_ANY, 60)))
    pooled = settings.database.model_copy(update={"pool_size": POOL})
    mails = ThrottleSettings(per_pair=_ANY, per_account=_ANY)
    settings = settings.model_copy(update={"database": pooled, "invitation_mails": mails})
    app = create_customer_app(settings, build_adapters(settings))
    async with app.router.lifespan_context(app):
        yield app


def judge(scale: Scale, seen: Seen) -> Outcome:
    """A violation for every foreign canary, and for an answer that was none of the foreseen."""
    own = sum(seen.own.values())
    good = sum(count for status, count in seen.own.items() if 200 <= status < 300)
    enough = (
        seen.sent >= scale.requests
        and good >= OWN_ANSWERED * own
        and seen.cancelled >= LEAST_CANCELLED * seen.sent
        and seen.cut > 0
        and all(seen.looked_at[what] for what in (*SURFACES, *_DONE))
        and all(seen.known[what] for what in TELLING)
    )
    return Outcome(
        {
            "tenants": TENANTS,
            "connections": POOL * PROCESSES,
            "requests": seen.sent,
            "answered": sum(seen.answers.values()),
            "cancelled": seen.cancelled,
            "connectionsCut": seen.cut,
            "own": own,
            "own2xx": good,
            "tooMany": seen.answers[429],
            "unavailable": seen.answers[503],
            **{f"looked.{what}": seen.looked_at[what] for what in SURFACES},
            **{f"ownWords.{what}": seen.known[what] for what in TELLING},
            **{what: seen.looked_at[what] for what in _DONE},
            "foreignCanaries": len(seen.leaks),
            "unforeseenAnswers": len(seen.unforeseen),
        },
        len(seen.leaks) + len(seen.unforeseen),
        complete=enough,
    )
