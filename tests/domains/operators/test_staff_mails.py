"""Links of staff go by mail to the address they are for; all admins are told of each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from email.message import EmailMessage

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.core.mail import MailDelayed
from presence.db.session import Database
from presence.domains.operators.service.managing import Newcomer
from presence.entrypoints.commands.staff import enable_staff, invite_staff, reset_staff
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.staff import (
    BASE,
    ORIGIN,
    PASSWORD,
    Colleague,
    Letterbox,
    approve,
    console_app,
    console_browser,
    follow,
    join,
    later,
    link_in,
)

REASON = "We need somebody for the weekend"


@pytest_asyncio.fixture
async def third(console: FastAPI, operator_database: Database) -> AsyncIterator[Colleague]:
    """An admin it is done to."""
    colleague = await join(console, operator_database)
    yield colleague
    await colleague.client.aclose()


async def do(who: Colleague, path: str, **body: object) -> httpx.Response:
    answer = await who.client.post(f"{BASE}/{path}", json={"reason": REASON, **body})
    assert answer.status_code < 300, answer.text
    return answer


def newcomer() -> str:
    return f"{new_id().hex}@presence.example"


async def sent(console: FastAPI, letterbox: Letterbox) -> list[EmailMessage]:
    """What goes out now."""
    before = len(letterbox.mails)
    await console.state.staff_mails.send_due()
    return letterbox.mails[before:]


async def news(console: FastAPI, letterbox: Letterbox, to: Colleague) -> str:
    """All that an admin is mailed now."""
    before = len(letterbox.to(to.email))
    await console.state.staff_mails.send_due()
    return "\n".join(letterbox.to(to.email)[before:])


async def test_an_admin_invited_by_two_joins_by_the_mail_to_their_own_address(
    console: FastAPI,
    boss: Colleague,
    second: Colleague,
    letterbox: Letterbox,
    admin: asyncpg.Connection,
) -> None:
    email = newcomer()
    waits = await do(boss, "staff", email=email, role="admin")
    await sent(console, letterbox)
    assert letterbox.to(email) == []
    done = await approve(admin, second, waits.json()["approvalId"])
    assert done.status_code == 200, done.text
    mails = await sent(console, letterbox)
    token = link_in(letterbox.to(email)[-1])
    assert {mail["To"] for mail in mails if token in mail.as_string()} == {email}
    joined = await follow(console, token)
    assert (joined.email, joined.role) == (email, "admin")
    await joined.client.aclose()


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("request", "asked for this: Reset the sign-in of"),
        ("approval", "approved this request: Reset the sign-in of"),
        ("reset", "an admin, was reset by Dana and Dana"),
        ("refusal", "refused this request: Reset the sign-in of"),
        ("withdrawal", "withdrew this request: Reset the sign-in of"),
        ("disabled", "was disabled by Dana"),
        ("demoted", "is no admin any more, by Dana"),
        ("invited", "was invited to the console as an admin, by somebody on the command line"),
        ("device", "signed in with a browser never used before"),
        ("factor", "set up a password and an authenticator app"),
    ],
)
async def test_all_admins_are_told(
    console: FastAPI,
    operator_database: Database,
    boss: Colleague,
    second: Colleague,
    third: Colleague,
    letterbox: Letterbox,
    admin: asyncpg.Connection,
    what: str,
    expected: str,
) -> None:
    await sent(console, letterbox)
    if what in ("request", "approval", "reset", "refusal", "withdrawal"):
        waits = (await do(boss, f"staff/{third.id}/reset-sign-in")).json()["approvalId"]
        if what in ("approval", "reset"):
            await approve(admin, second, waits)
        if what == "refusal":
            await do(second, f"approvals/{waits}/reject")
        if what == "withdrawal":
            await do(boss, f"approvals/{waits}/withdraw")
    elif what == "disabled":
        await do(boss, f"staff/{third.id}/disable")
    elif what == "demoted":
        await do(boss, f"staff/{third.id}/change-role", role="auditor")
    elif what == "invited":
        await invite_staff(console.state.settings, Newcomer(newcomer(), "Robin", "admin"))
    elif what == "device":
        await sign_in(console, admin, third)
    elif what == "factor":
        await (await join(console, operator_database)).client.aclose()
    first = len(letterbox.mails)
    await console.state.staff_mails.send_due()
    for colleague in (boss, second):
        got = [mail for mail in letterbox.mails[first:] if mail["To"] == colleague.email]
        said = " ".join(Letterbox(got).to(colleague.email)).replace("\n", " ")
        assert expected in said, said


async def sign_in(
    console: FastAPI,
    admin: asyncpg.Connection,
    who: Colleague,
    cookies: dict[str, str] | None = None,
) -> dict[str, str]:
    """Sign in with a browser; its cookies afterwards."""
    await later(admin, who)
    async with console_browser(console, cookies=cookies or {}) as client:
        body = {"email": who.email, "password": PASSWORD}
        assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
        entered = await client.post(f"{BASE}/session/totp", json={"code": who.code()})
        assert entered.status_code == 200, entered.text
        return {cookie.name: cookie.value or "" for cookie in client.cookies.jar}


async def test_a_browser_that_is_known_is_not_news(
    console: FastAPI,
    boss: Colleague,
    third: Colleague,
    letterbox: Letterbox,
    admin: asyncpg.Connection,
) -> None:
    cookies = await sign_in(console, admin, third)
    await news(console, letterbox, boss)
    known = {"presence_console_device": cookies["presence_console_device"]}
    await sign_in(console, admin, third, known)
    assert "never used before" not in await news(console, letterbox, boss)


async def test_a_browser_known_before_a_reset_is_new_after_it(
    console: FastAPI, boss: Colleague, third: Colleague, letterbox: Letterbox
) -> None:
    device = third.client.cookies["presence_console_device"]
    token = (await reset_staff(console.state.settings, third.email)).rpartition("/")[2]
    back = await follow(console, token)
    assert back.client.cookies["presence_console_device"] != device
    await back.client.aclose()


@pytest.mark.parametrize("who", ["requester", "approver"])
@pytest.mark.parametrize("end", ["disable", "change-role"])
async def test_the_unused_link_of_an_admin_ends_with_whoever_vouched_for_it(
    console: FastAPI,
    operator_database: Database,
    boss: Colleague,
    second: Colleague,
    letterbox: Letterbox,
    admin: asyncpg.Connection,
    who: str,
    end: str,
) -> None:
    asks, approves = [await join(console, operator_database) for _ in range(2)]
    email = newcomer()
    waits = await do(asks, "staff", email=email, role="admin")
    assert (await approve(admin, approves, waits.json()["approvalId"])).status_code == 200
    await sent(console, letterbox)
    token = link_in(letterbox.to(email)[-1])
    gone = asks if who == "requester" else approves
    body = {"role": "auditor"} if end == "change-role" else {}
    await do(boss, f"staff/{gone.id}/{end}", **body)
    assert (await boss.client.get(f"{BASE}/staff-invitations/{token}")).status_code == 404
    for colleague in (asks, approves):
        await colleague.client.aclose()


async def test_a_link_that_was_withdrawn_before_its_mail_went_out_is_not_sent(
    console: FastAPI, boss: Colleague, letterbox: Letterbox, admin: asyncpg.Connection
) -> None:
    email = newcomer()
    made = await do(boss, "staff", email=email, role="auditor")
    await do(boss, f"staff/{made.json()['id']}/disable")
    await sent(console, letterbox)
    assert letterbox.to(email) == []
    row = "SELECT status FROM staff_mail WHERE staff_id = $1"
    assert await admin.fetchval(row, made_id(made)) == "skipped"


def made_id(answer: httpx.Response) -> str:
    return str(answer.json()["id"])


async def test_nothing_that_lets_anybody_in_waits_in_the_database(
    boss: Colleague, admin: asyncpg.Connection
) -> None:
    made = await do(boss, "staff", email=newcomer(), role="auditor")
    row = await admin.fetchrow("SELECT * FROM staff WHERE id = $1", made_id(made))
    assert row["invitation_hash"] is None
    facts = await admin.fetchval("SELECT facts FROM staff_mail WHERE staff_id = $1", made_id(made))
    assert facts == '{"role": "auditor"}'


async def test_a_mail_that_a_server_delays_is_sent_later_with_a_link_that_works(
    place: Place, operator_database: Database, boss: Colleague, admin: asyncpg.Connection
) -> None:
    class Sick(Letterbox):
        async def send(self, message: EmailMessage) -> None:
            await super().send(message)
            if len(self.mails) == 1:
                raise MailDelayed("Come back later.")

    await admin.execute("UPDATE staff_mail SET status = 'sent' WHERE status = 'queued'")
    email, box = newcomer(), Sick()
    await do(boss, "staff", email=email, role="auditor")
    settings = place.settings(console={"public_url": ORIGIN})
    async with console_app(settings, mailer=box) as application:
        await application.state.staff_mails.send_due()
        assert await application.state.staff_mails.send_due() == 0
        await admin.execute("UPDATE staff_mail SET next_at = now() WHERE status = 'queued'")
        assert await application.state.staff_mails.send_due() == 1
        first, newest = [link_in(text) for text in box.to(email)]
        assert (await boss.client.get(f"{BASE}/staff-invitations/{first}")).status_code == 404
        await (await follow(application, newest)).client.aclose()


async def test_without_mail_nobody_is_let_in_from_the_console_but_from_the_shell(
    place: Place, operator_database: Database, database: Database, admin: asyncpg.Connection
) -> None:
    http = {"host": "0.0.0.0", "public_url": "http://presence.test"}  # noqa: S104 - reached from afar
    settings = place.settings(http=http, console={"public_url": ORIGIN})
    local = place.settings(console={"public_url": ORIGIN})
    async with console_app(local) as application:
        chief = await join(application, operator_database)
        mate = await join(application, operator_database)
        application.state.settings = settings
        answers = []
        for path, body in (
            ("staff", {"email": newcomer(), "role": "auditor"}),
            ("staff", {"email": newcomer(), "role": "admin"}),
            (f"staff/{mate.id}/reset-sign-in", {}),
        ):
            answers.append(
                await chief.client.post(f"{BASE}/{path}", json={"reason": REASON, **body})
            )
        for colleague in (chief, mate):
            await colleague.client.aclose()
    for answer in answers:
        assert (answer.status_code, answer.json()["message"]) == (
            409,
            "No mail server is set up, so the link cannot reach them. Set one up, or run"
            " `presence staff invite` or `presence staff reset` on the server.",
        ), answer.text
    assert "/#/staff-invitation/" in await invite_staff(settings, Newcomer(newcomer(), "", "admin"))


async def test_the_command_line_lets_a_disabled_admin_in_again_and_leaves_a_trace(
    console: FastAPI, boss: Colleague, third: Colleague, admin: asyncpg.Connection
) -> None:
    await do(boss, f"staff/{third.id}/disable")
    await enable_staff(console.state.settings, third.email)
    assert await sign_in(console, admin, third)
    entry = await admin.fetchrow(
        "SELECT actor_name, reason FROM audit_log WHERE action = 'staff.enable' AND target = $1",
        f"staff:{third.id}",
    )
    assert tuple(entry) == ("Command line", "Enabled on the command line")


async def test_a_customer_with_the_address_of_an_admin_opens_nothing_of_the_console(
    console: FastAPI, boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    await admin.execute("UPDATE users SET email = $2 WHERE id = $1", tenant.user_id, boss.email)
    async with console_browser(console) as client:
        body = {"email": boss.email, "password": "password of the customer"}
        assert (await client.post(f"{BASE}/session", json=body)).status_code == 401
