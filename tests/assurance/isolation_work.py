"""What workers do while everybody asks: mails, exports, reports and questions to assistants.

Jobs are taken from the product's queue and run by the product's own handlers, several at once on
five connections that are cut like all others; some, runs included, are cancelled on the way and
begun again.
Invariant: a mail is judged by whom it goes to, a file by whose it is, and a question or a log line
by whose job is running.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from email.message import EmailMessage
from random import Random
from typing import Any

import asyncpg

import presence.domains.messaging.jobs
import presence.domains.publishing.jobs
import presence.domains.runs.jobs  # noqa: F401 - both register their jobs
from presence.analysis.ports import AssistantEngine, EngineAccess, EngineFactory
from presence.analysis.types import EngineSpec, Question, RawAnswer
from presence.core.settings import Settings
from presence.db.session import Database
from presence.jobs.context import MAX_ATTEMPTS, JobResources, run_job
from presence_standins import engines
from tests.assurance.isolation_people import Person
from tests.assurance.isolation_seen import CANARY, Seen, asking, reading_logs, text_of
from tests.conftest import Place
from tests.factories.runs import Subject, begin_run, worker_hands

HANDS, POOL, CANCELLED = 4, 5, 0.10
RUN = "visibility.run"
JOBS = (RUN, "mail.send", "exports.make", "reports.make", "outputs.export_account")
ENGINE = "chatgpt"
_CHANCE, _TIMEOUT_S = {RUN: 1.0}, {RUN: 0.4}
_TAKE = """
DELETE FROM procrastinate_jobs WHERE id IN (
  SELECT id FROM procrastinate_jobs WHERE task_name = ANY($1) AND status = 'todo'
  ORDER BY id LIMIT $2)
RETURNING id, args, task_name
"""
_FILES = """
SELECT f.workspace_id AS whose, coalesce(f.content, '') || coalesce((
  SELECT string_agg(p.content, ''::bytea ORDER BY p.number) FROM made_file_part p
  WHERE p.file_id = f.id), '') AS content
FROM made_file f
UNION ALL SELECT user_id, content FROM data_export WHERE content IS NOT NULL
"""


@dataclass(frozen=True)
class Owners:
    """Numbers of tenants by whatever a job, a mail or a file names them."""

    by_id: Mapping[str, int]

    def of_job(self, arguments: dict[str, Any]) -> int | None:
        """Whose job it is."""
        whose = arguments.get("workspace_id") or arguments.get("account_id")
        return self.by_id.get(str(whose))

    def of_address(self, address: str) -> int | None:
        """Whose mail goes there: every address, a tenant's or of whom it invited, says it."""
        found = CANARY.match(address)
        return int(found[1]) if found else None


class Inbox:
    """The mail server: reads every message handed over."""

    def __init__(self, owners: Owners, seen: Seen) -> None:
        self._owners = owners
        self._seen = seen

    async def send(self, message: EmailMessage) -> None:
        """Look into headers and every part."""
        parts = [p.get_content() for p in message.walk() if p.get_content_maintype() == "text"]
        whole = "\n".join((*map(str, message.items()), *parts))
        to = str(message["To"])
        self._seen.look(self._owners.of_address(to), f"mail to {to}", whole)


@dataclass(frozen=True)
class _Listened:
    """An assistant that hears each question before the real one is asked."""

    engine: AssistantEngine
    seen: Seen

    @property
    def spec(self) -> EngineSpec:
        """That of the real one."""
        return self.engine.spec

    async def ask(self, question: Question) -> RawAnswer:
        """Look into the question, then ask."""
        self.seen.look(asking.get(), "question", repr(question))
        return await self.engine.ask(question)


def listening(factory: EngineFactory, seen: Seen) -> EngineFactory:
    """The same assistants, overheard."""

    def made(access: EngineAccess) -> AssistantEngine:
        return _Listened(factory(access), seen)

    return made


async def work(
    place: Place,
    subjects: Sequence[Subject],
    people: Sequence[Person],
    rng: Random,
    seen: Seen,
    over: asyncio.Event,
) -> None:
    """Do whatever is asked for until `over`, then what is left; `subjects` are analysed."""
    owners = Owners(seen.owners)
    admin = await asyncpg.connect(place.url("admin"))
    async with engines.start() as standins:
        settings = place.settings(
            engines={
                ENGINE: {"api_key": "deployment", "base_url": standins.base(ENGINE)},
                "circuit_failures": 1_000,
            }
        )
        pooled = settings.database.model_copy(update={"pool_size": POOL})
        database = Database(settings.database.customer_url, pooled)
        try:
            for subject in subjects:
                await _begin(database, subject, settings)
            async with worker_hands(database, settings) as hands:
                inbox, ears = Inbox(owners, seen), listening(hands.assistants, seen)
                resources = replace(hands, mailer=inbox, assistants=ears, settings=settings)
                with reading_logs(seen, "workerLog"):
                    await _Worker(admin, resources, owners, seen, rng).work_until(over)
            await look_at_files(admin, owners, seen)
        finally:
            await database.close()
            await admin.close()


async def _begin(database: Database, subject: Subject, settings: Settings) -> None:
    """Queue a run; connections are cut all the time."""
    for _ in range(MAX_ATTEMPTS):
        with suppress(Exception):
            await begin_run(database, subject, settings=settings)
            return


@dataclass(frozen=True)
class _Worker:
    admin: asyncpg.Connection
    resources: JobResources
    owners: Owners
    seen: Seen
    rng: Random

    async def work_until(self, over: asyncio.Event) -> None:
        """Take jobs, `HANDS` at a time."""
        while True:
            ending = over.is_set()
            rows = await self.admin.fetch(_TAKE, list(JOBS), HANDS)
            await asyncio.gather(*(self._do(row["task_name"], row["args"]) for row in rows))
            if not rows and ending:
                return
            if not rows:
                with suppress(TimeoutError):
                    await asyncio.wait_for(over.wait(), 0.2)

    async def _do(self, name: str, told: str) -> None:
        """One job, again when it is cancelled or its connection is cut, as the queue would."""
        arguments = json.loads(told)
        asking.set(self.owners.of_job(arguments))
        self.seen.look(None, f"arguments of {name}", told)
        for attempt in range(1, MAX_ATTEMPTS + 1):
            running = asyncio.create_task(run_job(name, self.resources, attempt, arguments))
            if attempt == 1 and self.rng.random() < _CHANCE.get(name, CANCELLED):
                await asyncio.sleep(self.rng.random() * _TIMEOUT_S.get(name, 0.02))
                running.cancel()
            try:
                await running
            except asyncio.CancelledError:
                self.seen.looked_at["runJobsCancelled" if name == RUN else "jobsCancelled"] += 1
            except Exception:
                logging.getLogger(__name__).info("A job is tried again.", exc_info=True)
            else:
                self.seen.looked_at["jobs"] += 1
                return


async def look_at_files(admin: asyncpg.Connection, owners: Owners, seen: Seen) -> None:
    """Every file that was made, by the workspace or the person it is kept for."""
    for row in await admin.fetch(_FILES):
        whose = str(row["whose"])
        seen.look(owners.by_id.get(whose), f"file of {whose}", text_of(bytes(row["content"])))
