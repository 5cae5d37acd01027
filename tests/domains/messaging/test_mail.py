"""Writing and sending mails: once each, in the reader's words, through trouble."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from html import unescape
from pathlib import Path

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.adapters.mail import OUTBOX, OutboxMailer
from presence.core.ids import new_id
from presence.core.mail import MailDelayed, MailRefused
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.identity.service import Profile
from presence.domains.messaging.service.mail import Email, EmailRequest, known_emails
from presence.domains.messaging.service.mail.emails import to_person
from presence.domains.messaging.service.mail.rendering import render
from presence.domains.messaging.service.mail.words import (
    LANGUAGES,
    catalogue,
    local_time,
    placeholders,
)
from presence.jobs.mail import request_mail
from tests.factories.people import make_tenant, make_user, registration, sign_up
from tests.factories.post import Post, text_of

NOTICE = "password-changed"
STATE = "SELECT status, attempts, error, recipient FROM mail WHERE user_id = $1 AND template = $2"


async def ask(database: Database, **person: object) -> object:
    """Somebody to whom a notice was asked to be sent; their id."""
    user_id = await make_user(database, **person)
    async with database.transaction(TenantBinding(None, user_id)) as session:
        await request_mail(session, NOTICE, new_id())
    return user_id


async def test_a_mail_is_asked_for_once_however_often(
    database: Database, admin: asyncpg.Connection
) -> None:
    user_id, subject = await make_user(database), new_id()

    async def once() -> bool:
        async with database.transaction(TenantBinding(None, user_id)) as session:
            return await request_mail(session, NOTICE, subject)

    assert sorted(await asyncio.gather(*(once() for _ in range(8)))) == [False] * 7 + [True]
    jobs = "SELECT count(*) FROM procrastinate_jobs WHERE args ->> 'account_id' = $1"
    assert await admin.fetchval(jobs, str(user_id)) == 1


async def test_a_mail_exists_only_with_what_caused_it(
    database: Database, admin: asyncpg.Connection
) -> None:
    user_id = await make_user(database)

    async def fails() -> None:
        async with database.transaction(TenantBinding(None, user_id)) as session:
            await request_mail(session, NOTICE, new_id())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fails()
    assert await admin.fetch(STATE, user_id, NOTICE) == []


async def test_nobody_writes_to_a_stranger(database: Database) -> None:
    tenant, stranger = await make_tenant(database), await make_user(database)
    with pytest.raises(Exception, match="may not write to that person"):
        async with database.transaction(tenant.binding) as session:
            await request_mail(session, NOTICE, new_id(), user_id=stranger)


async def test_a_sent_mail_is_never_sent_again(
    database: Database, admin: asyncpg.Connection, post: Post
) -> None:
    user_id = await ask(database)
    assert len(await post.deliver()) == 1
    mail_id = await admin.fetchval("SELECT id FROM mail WHERE user_id = $1", user_id)
    await admin.execute(
        "INSERT INTO procrastinate_jobs (task_name, queue_name, args) VALUES ('mail.send',"
        " 'default', jsonb_build_object('mail_id', $1::text, 'account_id', $2::text))",
        str(mail_id),
        str(user_id),
    )
    assert await post.deliver() == []
    assert (await admin.fetchrow(STATE, user_id, NOTICE))["status"] == "sent"


async def test_a_mail_that_waits_is_tried_again_later(
    database: Database, admin: asyncpg.Connection, post: Post
) -> None:
    user_id = await ask(database)
    post.trouble.append(MailDelayed("The mail server answered 451."))
    assert await post.deliver() == []
    state = await admin.fetchrow(STATE, user_id, NOTICE)
    assert (state["status"], state["attempts"], state["error"][-4:]) == ("queued", 1, "451.")
    wait = await admin.fetchval(
        "SELECT extract(epoch FROM scheduled_at - now()) FROM procrastinate_jobs"
        " WHERE args ->> 'account_id' = $1",
        str(user_id),
    )
    assert 20 < wait <= 30
    assert len(await post.deliver()) == 1
    assert (await admin.fetchrow(STATE, user_id, NOTICE))["status"] == "sent"


async def test_a_refused_mail_is_given_up_and_says_why(
    database: Database, admin: asyncpg.Connection, post: Post
) -> None:
    user_id = await ask(database)
    post.trouble.append(MailRefused("The mail server answered 550."))
    await post.deliver()
    state = await admin.fetchrow(STATE, user_id, NOTICE)
    assert (state["status"], state["error"]) == ("failed", "The mail server answered 550.")


async def test_every_attempt_carries_the_same_message_id(database: Database, post: Post) -> None:
    await ask(database)
    seen: list[str] = []

    class Dies(Exception):
        """The process ends after the server took the message and before we noted it."""

    async def take_and_die(message: object) -> None:
        seen.append(str(message["Message-ID"]))  # type: ignore[index]  # an EmailMessage
        raise Dies

    original, post.send = post.send, take_and_die  # type: ignore[method-assign]  # a fault
    with pytest.raises(Dies):
        await post.deliver()
    post.send = original  # type: ignore[method-assign]  # see above
    state = "UPDATE mail SET status = status WHERE status = 'sending' RETURNING id, user_id"
    row = await post.admin.fetchrow(state)
    await post.admin.execute(
        "INSERT INTO procrastinate_jobs (task_name, queue_name, args) VALUES ('mail.send',"
        " 'default', jsonb_build_object('mail_id', $1::text, 'account_id', $2::text))",
        str(row["id"]),
        str(row["user_id"]),
    )
    (again,) = await post.deliver()
    assert [str(again["Message-ID"])] == seen


async def test_dates_and_words_are_the_readers_own(database: Database, post: Post) -> None:
    await ask(database, locale="de-AT", time_zone="Europe/Vienna")
    (message,) = await post.deliver()
    assert message["Content-Language"] == "de"
    assert message["Subject"] == "Ihr Passwort wurde geändert"
    assert "(Europe/Vienna)" in text_of(message)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "March 5, 2027, 19:04 (Asia/Tokyo)"),
        ("de", "5. März 2027, 19:04 (Asia/Tokyo)"),
        ("fr", "5 mars 2027, 19:04 (Asia/Tokyo)"),
        ("es", "5 de marzo de 2027, 19:04 (Asia/Tokyo)"),
    ],
)
def test_a_moment_is_written_as_people_write_it(language: str, said: str) -> None:
    assert local_time(datetime(2027, 3, 5, 10, 4, tzinfo=UTC), language, "Asia/Tokyo") == said


async def test_a_name_cannot_smuggle_an_address_into_a_mail(
    client: httpx.AsyncClient, post: Post
) -> None:
    await sign_up(client, firstName="Visit https://evil.example/ now Bcc: x")
    (message,) = await post.deliver()
    assert "evil.example" not in text_of(message)
    assert "evil.example" not in text_of(message, "html")


async def test_a_name_of_two_lines_reaches_no_mail(client: httpx.AsyncClient, post: Post) -> None:
    data = registration(firstName="Visit\nBcc: x")
    assert (await client.post("/api/register", json=data)).status_code == 422
    assert not await post.deliver()


@pytest.mark.parametrize(
    ("name", "read"),
    [("{link} {0}", "link 0"), ("%(to)s %s", "to s s"), ("$body ${preview}", "body preview")],
)
async def test_a_name_is_no_template(
    client: httpx.AsyncClient, post: Post, name: str, read: str
) -> None:
    await sign_up(client, firstName=name)
    (message,) = await post.deliver()
    assert f"Hello {read}, please" in text_of(message)
    assert f"Hello {read}, please" in unescape(text_of(message, "html"))


async def test_both_parts_say_the_same_and_load_nothing(
    client: httpx.AsyncClient, post: Post
) -> None:
    await sign_up(client, firstName="A&B <i>")
    (message,) = await post.deliver()
    html = unescape(text_of(message, "html"))
    for line in ("please confirm that", "The link works once, until"):
        assert line in text_of(message)
        assert line in html
    assert "<i>" not in text_of(message, "html")
    assert "fonts.googleapis.com" not in html
    assert "<img" not in html
    assert "List-Unsubscribe" not in message


def test_a_mail_that_can_be_switched_off_says_how() -> None:
    settings = Settings.model_validate({"http": {"public_url": "https://presence.test"}})
    request = EmailRequest(None, settings, new_id(), new_id(), datetime.now(UTC))  # type: ignore[arg-type]  # reads nothing
    stop = "https://presence.test/unsubscribe/abc"
    values: dict[str, str | int | datetime] = {
        "name": "Ada",
        "address": "ada@example.com",
        "at": datetime.now(UTC),
    }
    email = Email("ada@example.com", "en", "UTC", values, unsubscribe=stop)
    message = render(NOTICE, email, request, new_id())
    assert message["List-Unsubscribe"] == f"<{stop}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop in text_of(message)
    assert stop in text_of(message, "html")


def test_every_email_has_words() -> None:
    assert known_emails() <= set(catalogue("en").templates)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_translations_fill_the_same_places(language: str) -> None:
    english = catalogue("en")
    assert catalogue(language).common.keys() == english.common.keys()
    for template, texts in catalogue(language).templates.items():
        original = asdict(english.templates[template])
        for part, text in asdict(texts).items():
            assert bool(text) <= bool(original[part]), (template, part)
            if text:
                filled = placeholders(str(text)), placeholders(str(original[part]))
                assert filled[0] == filled[1], (template, part)


HERE = {"host": "localhost:8000"}
MAIL = EmailMessage()
MAIL["Message-ID"], MAIL["Subject"] = "<one@presence.test>", "One"
MAIL.set_content("Open https://one.example/secret")
MAIL.add_alternative("<p>https://one.example/secret</p>", subtype="html")


async def test_the_outbox_exists_only_on_a_local_product(
    client: httpx.AsyncClient, app: FastAPI
) -> None:
    assert (await client.get("/dev/outbox", headers=HERE)).status_code == 200
    before = app.state.settings
    app.state.settings = before.model_copy(update={"environment": "production"})
    try:
        assert (await client.get("/dev/outbox", headers=HERE)).status_code == 404
    finally:
        app.state.settings = before


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"host": "127.0.0.1:8000"}, 200),
        ({"host": "[::1]:8000"}, 200),
        ({"host": "localhost", "sec-fetch-site": "none"}, 200),
        ({"host": "localhost", "sec-fetch-site": "same-origin"}, 200),
        ({"host": "localhost", "sec-fetch-site": "same-site"}, 404),
        ({"host": "localhost", "sec-fetch-site": "cross-site"}, 404),
        ({"host": "rebound.example:8000"}, 404),
        ({"host": "localhost.evil.example"}, 404),
        ({"host": "127.0.0.1.evil.example"}, 404),
        ({"host": "presence.test"}, 404),
    ],
)
async def test_the_outbox_is_shown_to_this_machine_and_to_no_page_of_another_site(
    app: FastAPI,
    client: httpx.AsyncClient,
    tmp_path: Path,
    headers: dict[str, str],
    expected: int,
) -> None:
    before = app.state.settings
    app.state.settings = before.model_copy(update={"state_dir": tmp_path})
    await OutboxMailer(tmp_path / OUTBOX).send(MAIL)
    try:
        for path in ("/dev/outbox", "/dev/outbox/one", "/dev/outbox/one/html"):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == expected, path
            assert ("https://one.example/secret" in answer.text) == (
                expected == 200 and path != "/dev/outbox"
            ), path
    finally:
        app.state.settings = before


async def test_an_address_is_written_to_where_the_email_says(
    client: httpx.AsyncClient, post: Post
) -> None:
    email = registration()["email"]
    await sign_up(client, email=email)
    (message,) = await post.deliver()
    assert message["To"] == email


def test_no_e_mail_greets_by_a_name_that_holds_a_link() -> None:
    named = Profile(
        new_id(), "Win at https://evil.example/x", "", "a@b.example", False, None, "", ""
    )
    nameless = replace(named, first_name="")
    assert to_person(named, {}, None).values["name"] == "Win at https evil example x"
    assert to_person(nameless, {}, None).values["name"] == "a@b.example"
