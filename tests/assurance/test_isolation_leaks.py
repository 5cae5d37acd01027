"""The assurance `isolation` can fail: a foreign word planted on each surface is noticed."""

from __future__ import annotations

import asyncio
import io
import logging
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from email.message import EmailMessage
from functools import partial
from random import Random
from typing import Any, cast

import asyncpg
import pytest
import pytest_asyncio
import typst
from fastapi import FastAPI
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from presence.analysis.ports import AssistantEngine, EngineAccess, EngineFactory
from presence.analysis.types import Question
from presence.core.ids import new_id
from presence.db.session import Database
from tests.assurance.isolation import SURFACES, TELLING, Scale, judge
from tests.assurance.isolation_asking import BODY, DOWNLOAD, STREAM, Crowd
from tests.assurance.isolation_people import Person, make_people, misplaced, owners_of
from tests.assurance.isolation_seen import Seen, asking, reading_logs, text_of
from tests.assurance.isolation_work import Inbox, Owners, listening, look_at_files

FOREIGN = "Boots by canary-0001-brand"
FILE = "INSERT INTO made_file (id, workspace_id, name, media_type, size, content, expires_at)"


@pytest_asyncio.fixture(scope="module")
async def people(database: Database, admin: asyncpg.Connection) -> tuple[Person, ...]:
    """Two tenants; every test shows the first a word of the second."""
    return await make_people(database, admin, 2)


@pytest.fixture
def seen(people: tuple[Person, ...]) -> Seen:
    """Nothing yet."""
    return Seen(owners_of(people))


def crowd_before(people: tuple[Person, ...], seen: Seen, make: Callable[[], Response]) -> Crowd:
    """People in front of an application that answers everything alike."""
    app = FastAPI()

    @app.get("/{path:path}")
    async def everything(path: str) -> Response:
        return make()

    rng = Random(1)  # noqa: S311 - repeatable chance
    return Crowd(app, people, (), (), rng, seen)


@pytest.mark.parametrize("surface", [BODY, DOWNLOAD])
async def test_a_word_in_an_answer(people: tuple[Person, ...], seen: Seen, surface: str) -> None:
    crowd = crowd_before(people, seen, lambda: PlainTextResponse(FOREIGN))
    while not seen.answers:  # some are cancelled
        await crowd.one(people[0], "GET", "/api/user", surface=surface)
    assert seen.leaks == [f"{surface} GET /api/user 200: 0001 shown to 0"]


async def test_an_id_in_an_answer_unless_it_was_asked_for(
    people: tuple[Person, ...], seen: Seen
) -> None:
    seen.look(0, BODY, str(people[1].brand_id), f"/api/v1/brands/{people[1].brand_id}")
    assert seen.leaks == []
    seen.look(0, BODY, str(people[1].brand_id), "/api/v1/brands")
    assert seen.leaks == ["body: id of 0001 shown to 0"]


async def test_an_answer_to_what_belongs_to_another(people: tuple[Person, ...], seen: Seen) -> None:
    crowd = crowd_before(people, seen, lambda: PlainTextResponse("Nothing of theirs"))
    while not seen.answers:
        await crowd.one(people[0], "GET", "/theirs", own=False)
    assert seen.leaks == ["GET /theirs 200: answered to 0"]


async def test_a_word_in_a_stream(people: tuple[Person, ...], seen: Seen) -> None:
    told = asyncio.Event()

    async def events() -> AsyncIterator[str]:
        yield f"event: report.ready\nid: 7\ndata: {FOREIGN}\n\n"
        told.set()

    crowd = crowd_before(people, seen, lambda: StreamingResponse(events()))
    listener = asyncio.create_task(crowd.listen(people[0]))
    await told.wait()
    listener.cancel()
    with suppress(asyncio.CancelledError):
        await listener
    assert set(seen.leaks) == {f"{STREAM} of 0: 0001 shown to 0"}


@pytest.mark.parametrize("surface", ["log", "workerLog"])
def test_a_word_in_a_log_line(seen: Seen, surface: str) -> None:
    asking.set(0)
    with reading_logs(seen, surface):
        try:
            raise ValueError(FOREIGN)
        except ValueError:
            logging.getLogger("presence.jobs").info("A job failed.", exc_info=True)
    assert set(seen.leaks) == {f"{surface}: 0001 shown to 0"}
    assert seen.looked_at[surface] == 1


def test_a_word_in_a_log_line_that_is_nobodys(seen: Seen) -> None:
    asking.set(None)
    with reading_logs(seen, "workerLog"):
        logging.getLogger("presence.jobs").info("%s waits.", FOREIGN)
    assert seen.leaks == ["workerLog: 0001 shown to None"]


async def test_a_word_in_a_mail(people: tuple[Person, ...], seen: Seen) -> None:
    message = EmailMessage()
    message["To"], message["Subject"] = people[0].tenant.email, "Your report"
    message.set_content("It is ready.")
    message.add_alternative(f"<p>{FOREIGN}</p>", subtype="html")
    await Inbox(Owners(seen.owners), seen).send(message)
    assert seen.leaks == [f"mail to {people[0].tenant.email}: 0001 shown to 0"]


async def test_a_word_in_a_question_to_an_assistant(seen: Seen) -> None:
    class Deaf:
        async def ask(self, question: Question) -> None:
            """Say nothing."""

    made = listening(cast(EngineFactory, lambda _: cast(AssistantEngine, Deaf())), seen)
    asking.set(0)
    await made(cast(EngineAccess, None)).ask(Question("p", FOREIGN, "en", 0, 0))
    assert seen.leaks == ["question: 0001 shown to 0"]


async def test_a_word_in_a_packed_file(
    people: tuple[Person, ...], seen: Seen, admin: asyncpg.Connection
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("workspaces/1.json", FOREIGN)
    whose, content = people[0].tenant.workspace_id, packed.getvalue()
    await admin.execute(
        f"{FILE} VALUES ($1, $2, 'a.zip', 'application/zip', 1, $3, now() + interval '1 day')",
        new_id(),
        whose,
        content,
    )
    await look_at_files(admin, Owners(seen.owners), seen)
    assert seen.leaks == [f"file of {whose}: 0001 shown to 0"]
    await admin.execute("DELETE FROM made_file")


async def test_a_word_in_a_copy_of_ones_data(
    people: tuple[Person, ...], seen: Seen, admin: asyncpg.Connection
) -> None:
    whose = people[0].tenant.user_id
    await admin.execute(
        "INSERT INTO data_export (id, user_id, status, content, expires_at)"
        " VALUES ($1, $2, 'ready', $3, now() + interval '1 day')",
        new_id(),
        whose,
        FOREIGN.encode(),
    )
    await look_at_files(admin, Owners(seen.owners), seen)
    assert seen.leaks == [f"file of {whose}: 0001 shown to 0"]
    await admin.execute("DELETE FROM data_export")


async def test_a_word_in_a_row(people: tuple[Person, ...], admin: asyncpg.Connection) -> None:
    assert await misplaced(admin, people) == []
    whose = people[0].tenant.workspace_id
    await admin.execute("UPDATE competitor SET name = $2 WHERE workspace_id = $1", whose, FOREIGN)
    assert await misplaced(admin, people) == ["competitor: 0001 stored with 0"]


def test_a_pdf_and_a_table_are_read() -> None:
    page = typst.compile(b"Boots by canary-0001-brand")
    assert "canary-0001-brand" in text_of(page)
    assert "canary-0001-brand" in text_of(f"name\n{FOREIGN}\n".encode())


def enough() -> Seen:
    """What a tier must have seen."""
    seen = Seen(sent=100, cancelled=8, cut=1, own=Counter({200: 80, 503: 20}))
    seen.looked_at.update((*SURFACES, "sheets", "archives", "jobs", "jobsCancelled"))
    seen.looked_at.update(["runsCancelled", "runJobsCancelled"])
    seen.known.update(TELLING)
    return seen


def _without(counter: str, what: str, seen: Seen) -> None:
    getattr(seen, counter).pop(what)


SCALE = Scale(requests=100, cut_every=1, runs=1)
SHORT: dict[str, Callable[[Seen], Any]] = {
    "fewer requests": lambda seen: setattr(seen, "sent", 99),
    "refusals": lambda seen: seen.own.update({429: 1}),
    "nothing cancelled": lambda seen: setattr(seen, "cancelled", 4),
    "no connection cut": lambda seen: setattr(seen, "cut", 0),
    **{f"no {what}": partial(_without, "looked_at", what) for what in SURFACES},
    **{f"{what} without words": partial(_without, "known", what) for what in TELLING},
}


def test_a_tier_that_saw_everything_is_complete() -> None:
    outcome = judge(SCALE, enough())
    assert (outcome.complete, outcome.violations) == (True, 0)


@pytest.mark.parametrize("what", SHORT)
def test_a_tier_that_saw_too_little_is_not_complete(what: str) -> None:
    seen = enough()
    SHORT[what](seen)
    assert not judge(SCALE, seen).complete
