"""Rows 1 to 3: a hundred tenants at once, and nobody ever reads a word of another's.

Every tenant has a canary in whatever it stores. Their requests run against applications with
five connections each, on the loop the product runs on; a worker mails, exports and asks assistants
meanwhile. Some of all that is cancelled wherever it happens to be, and connections are cut under
it. Invariant: a canary in an answer, a log line, a mail, a file or a question to an assistant
belongs to whoever it is for, and at the end a canary in a row belongs to the workspace of that
row, whatever table it is in.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random
from typing import Any
from uuid import UUID

import asyncpg
import uvloop
from fastapi import FastAPI

from presence.core.logging import configure_logging
from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.assurance import isolation_work
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.isolation_seen import CANARY, LogReader, Seen, asking
from tests.conftest import Place
from tests.factories.people import Tenant
from tests.factories.runs import Subject, make_brand, session_cookies
from tests.factories.team import SCALE, owner_on

PROCESSES, POOL, TENANTS, FREE, AT_ONCE = 2, 5, 100, 5, 20
CANCELLED = 0.10
RATES = ("default", "api_key", "registrations", "runs", "exports")  # 429 would hide what is asked
# Mostly what browsers ask most, which costs a tenth of the rest; each of the rest 10,000 times.
READS = (
    *("/api/user",) * 60,
    *("/api/business-info",) * 8,
    *("/api/v1/brands/{brand}/summary",) * 8,
    "/api/subscriptions/my-subscription",
    "/api/v1/brands",
    "/api/v1/brands/{brand}",
    "/api/v1/brands/{brand}/prompts",
    "/api/v1/brands/{brand}/competitors",
    "/api/v1/brands/{brand}/materials",
    "/api/v1/members",
    "/api/v1/invitations",
    "/api/v1/audit-log",
)
_LOOKED_AT = (
    "logLines", "workerLogLines", "jobs", "jobsCancelled", "mails", "files", "questions",
)  # fmt: skip
# Below these a tier has not shown what it says: refusals and busy answers hold no canaries.
OWN_ANSWERED, LEAST_CANCELLED = 0.80, 0.05
FOREIGN = ("/api/v1/brands/{brand}", "/api/v1/brands/{brand}/prompts", "/api/v1/members/{user}")
_TEXTS = """
SELECT table_name FROM information_schema.columns c JOIN pg_class t
  ON t.relname = c.table_name AND t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' ORDER BY 1
"""
_CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE usename = 'customer' AND datname = current_database() ORDER BY random() LIMIT 1
"""


@dataclass(frozen=True)
class Scale:
    """Requests in all, how many pass between two cut connections, and how many runs there are.

    `least` are sent even when time is over: a busy machine may need all of it to begin.
    """

    requests: int
    cut_every: int
    runs: int
    least: int = 0


QUICK = Scale(requests=20_000, cut_every=100, runs=1, least=700)
FULL = Scale(requests=1_000_000, cut_every=5_000, runs=12)


@dataclass(frozen=True)
class Person:
    """A tenant's owner, its number, its brand and the browser's cookie."""

    number: int
    tenant: Tenant
    brand_id: UUID
    cookie: bytes

    def word(self, what: str) -> str:
        """A text of this tenant that may be found nowhere else."""
        return f"canary-{self.number:04d}-{what}"


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """1,000,000 requests of 100 tenants."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Make the tenants, let them all ask at once, look at every answer and then at every row."""
    admin = await asyncpg.connect(place.url("admin"))
    try:
        async with _application(place) as (_, database):
            people = [await _person(database, admin, number) for number in range(TENANTS)]
        over = asyncio.Event()
        working = asyncio.create_task(_work_beside(place, people, scale, seed, over))
        seen = await _everybody(place, people, scale, seed, deadline)
        over.set()
        seen.add(await working)
        seen.leaks += await _misplaced(admin, people)
    finally:
        await admin.close()
    return _judge(scale, seen)


async def _work_beside(
    place: Place, people: list[Person], scale: Scale, seed: int, over: asyncio.Event
) -> Seen:
    """A worker in this process, while the others ask."""
    tenants = [person.tenant for person in people]
    subjects = [Subject(p.tenant, p.brand_id) for p in people[: scale.runs]]
    rng = Random(~seed)  # noqa: S311 - repeatable chance
    return await isolation_work.work(place, subjects, tenants, rng, CANCELLED, over)


async def _everybody(
    place: Place, people: list[Person], scale: Scale, seed: int, deadline: Deadline
) -> Seen:
    """Let `PROCESSES` ask side by side, each with an application and connections of its own."""
    share = replace(scale, requests=scale.requests // PROCESSES, least=scale.least // PROCESSES)
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


def _work(place: Place, people: list[Person], scale: Scale, seed: int, seconds: float) -> Seen:
    """One process's part."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_ask_all(place, people, scale, seed, Deadline(seconds)))


async def _ask_all(
    place: Place, people: list[Person], scale: Scale, seed: int, deadline: Deadline
) -> Seen:
    seen = Seen()
    configure_logging("info")  # as the product does, but read instead of written
    logging.getLogger().handlers[:] = [LogReader(seen, "logLines")]
    admin = await asyncpg.connect(place.url("admin"))
    try:
        async with _application(place) as (app, _):
            gc.collect()
            gc.freeze()  # code never becomes garbage: the collector need not look at it again
            rng = Random(seed)  # noqa: S311 - repeatable chance
            await _ask(app, people, scale, rng, admin, seen, deadline)
    finally:
        await admin.close()
    return seen


@asynccontextmanager
async def _application(place: Place) -> AsyncIterator[tuple[FastAPI, Database]]:
    settings: Settings = place.settings(rates=dict.fromkeys(RATES, (10_000_000, 60)))
    pooled = settings.database.model_copy(update={"pool_size": POOL})
    settings = settings.model_copy(update={"database": pooled})
    database = Database(settings.database.customer_url, settings.database)
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    try:
        yield app, database
    finally:
        app.state.accounts.close()
        await database.close()


async def _person(database: Database, admin: asyncpg.Connection, number: int) -> Person:
    tenant = await owner_on(database, SCALE if number >= FREE else None)
    name = f"canary-{number:04d}-brand"
    await admin.execute(
        "UPDATE workspace SET name = $2 WHERE id = $1", tenant.workspace_id, f"{name} & sons"
    )
    subject = await make_brand(database, tenant, name=name, description=f"{name} makes boots.")
    cookies = await session_cookies(database, tenant)
    return Person(number, tenant, subject.brand_id, cookies["presence_session"].encode())


async def _ask(
    app: FastAPI,
    people: list[Person],
    scale: Scale,
    rng: Random,
    admin: asyncpg.Connection,
    seen: Seen,
    deadline: Deadline,
) -> None:
    """Send requests, `AT_ONCE` at a time, until there are enough."""

    async def keep_asking() -> None:
        while seen.sent < scale.requests and not (deadline.passed and seen.sent >= scale.least):
            seen.sent += 1
            if seen.sent % scale.cut_every == 0:
                seen.cut += len(await admin.fetch(_CUT))
            await _one(app, rng, people, seen)

    await asyncio.gather(*(keep_asking() for _ in range(AT_ONCE)))


async def _one(app: FastAPI, rng: Random, people: list[Person], seen: Seen) -> None:
    person, other = rng.sample(people, 2)
    method, path, body = _choose(rng, person, other)
    own = str(other.brand_id) not in path and str(other.tenant.user_id) not in path
    asked = asyncio.create_task(_call(app, person, method, path, body))
    if rng.random() < CANCELLED:
        await asyncio.sleep(rng.random() * 0.02)
        asked.cancel()
    try:
        status, text = await asked
    except asyncio.CancelledError:
        seen.cancelled += 1
        return
    seen.answers[status] += 1
    seen.own[status] += own
    seen.look(person.number, f"{method} {path} {status}", text)


def _choose(rng: Random, person: Person, other: Person) -> tuple[str, str, dict[str, Any] | None]:
    chance = rng.random()
    if chance < 0.86:
        return "GET", rng.choice(READS).format(brand=person.brand_id), None
    if chance < 0.94:
        path = rng.choice(FOREIGN).format(brand=other.brand_id, user=other.tenant.user_id)
        return ("DELETE" if "members" in path else "GET"), path, None
    number = rng.randrange(40)
    if chance < 0.95:
        wish = {"brandId": str(person.brand_id), "resource": "prompts", "format": "csv"}
        return "POST", "/api/v1/exports", wish
    if chance < 0.96:
        body = {"text": f"Which boots does {person.word('prompt')} {number} make?"}
        return "POST", f"/api/v1/brands/{person.brand_id}/prompts", body
    if chance < 0.98:
        body = {"description": f"{person.word('text')} {number} and a sentence of it."}
        return "POST", "/api/business-info/update", body
    body = {"email": f"{person.word('mail')}{number}@example.com", "role": "viewer"}
    return "POST", "/api/v1/invitations", body


async def _call(
    app: FastAPI, person: Person, method: str, path: str, body: dict[str, Any] | None
) -> tuple[int, str]:
    """One request straight into the application: status and body."""
    asking.set(person.number)
    content = json.dumps(body).encode() if body else b""
    headers = [(b"host", b"presence.test"), (b"cookie", b"presence_session=" + person.cookie)]
    if body:
        headers += [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(content)).encode()),
        ]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"",
        "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("t", 80),
    }  # fmt: skip
    status, parts = 0, []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return status, b"".join(parts).decode()


async def _misplaced(admin: asyncpg.Connection, people: list[Person]) -> list[str]:
    """Rows of any table that hold a canary of another workspace, mails and jobs included."""
    owners = {str(p.tenant.workspace_id): p.number for p in people}
    found = []
    for table in [row["table_name"] for row in await admin.fetch(_TEXTS)]:
        told = f'SELECT workspace_id, t::text AS row FROM "{table}" t WHERE t::text LIKE $1'  # noqa: S608
        for row in await admin.fetch(told, "%canary-%"):
            number = owners.get(str(row["workspace_id"]))
            foreign = {n for n in CANARY.findall(row["row"]) if int(n) != number}
            found += [f"{table}: {n} stored with {number}" for n in foreign]
    return found


def _judge(scale: Scale, seen: Seen) -> Outcome:
    """A violation for every foreign canary, and for an answer that was none of the foreseen."""
    foreseen = {200, 201, 202, 204, 304, 403, 404, 409, 422, 429, 503}
    odd = sum(count for status, count in seen.answers.items() if status not in foreseen)
    good = sum(count for status, count in seen.own.items() if 200 <= status < 300)
    enough = (
        seen.sent >= scale.requests
        and good >= OWN_ANSWERED * sum(seen.own.values())
        and seen.cancelled >= LEAST_CANCELLED * seen.sent
    )
    return Outcome(
        {
            "tenants": TENANTS,
            "connections": POOL * PROCESSES,
            "requests": seen.sent,
            "answered": sum(seen.answers.values()),
            "cancelled": seen.cancelled,
            "connectionsCut": seen.cut,
            "ownAnswered": sum(seen.own.values()),
            "ownAnswered2xx": good,
            "unavailable": seen.answers[503],
            "tooMany": seen.answers[429],
            **{what: seen.looked_at[what] for what in _LOOKED_AT},
            "foreignCanaries": len(seen.leaks),
            "unforeseenAnswers": odd,
        },
        len(seen.leaks) + odd,
        complete=enough and all(seen.looked_at[w] for w in _LOOKED_AT),
    )
