"""Staff who lost password or authenticator come back by a new link, and roles change hands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import httpx
import pyotp
import pytest
import pytest_asyncio
from fastapi import FastAPI
from typer.testing import CliRunner

from presence.core.errors import Conflict, NotFound
from presence.db.session import Database
from presence.entrypoints.cli import app as command_line
from presence.entrypoints.commands.staff import reset_staff
from tests.factories.staff import (
    BASE,
    PASSWORD,
    Colleague,
    Letterbox,
    console_browser,
    invited,
    join,
    link_in,
    staff_rows,
)

REASON = "Lost the phone on the train"
NEWER = "another word for the console"


@pytest_asyncio.fixture
async def colleague(console: FastAPI, operator_database: Database) -> AsyncIterator[Colleague]:
    """Somebody signed in."""
    made = await join(console, operator_database, "support-l2")
    yield made
    await made.client.aclose()


async def do(who: Colleague, key: object, action: str, **body: object) -> httpx.Response:
    """An action on somebody's account."""
    path = f"{BASE}/staff/{key}/{action}"
    return await who.client.post(path, json={"reason": REASON, **body})


async def signed_in(colleague: Colleague) -> bool:
    return (await colleague.client.get(f"{BASE}/session")).status_code == 200


async def come_back(console: FastAPI, url: str) -> httpx.Response:
    """Follow a link, choose a password and connect another authenticator app."""
    token = url.rpartition("/")[2]
    async with console_browser(console) as client:
        shown = (await client.get(f"{BASE}/staff-invitations/{token}")).json()
        body = {"password": NEWER, "code": pyotp.TOTP(shown["secret"]).now()}
        return await client.post(f"{BASE}/staff-invitations/{token}", json=body)


async def mailed(console: FastAPI, letterbox: Letterbox, email: str) -> str:
    """The newest link an address was mailed."""
    await console.state.staff_mails.send_due()
    return link_in(letterbox.to(email)[-1])


async def log_in(console: FastAPI, email: str, password: str) -> int:
    async with console_browser(console) as client:
        body = {"email": email, "password": password}
        return (await client.post(f"{BASE}/session", json=body)).status_code


async def test_a_reset_ends_the_sessions_and_the_old_password_and_leaves_a_reason(
    console: FastAPI, boss: Colleague, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    done = await do(boss, colleague.id, "reset-sign-in")
    assert (done.status_code, done.json()["status"]) == (200, "invited"), done.text
    assert not await signed_in(colleague)
    assert await log_in(console, colleague.email, PASSWORD) == 401
    entry = await admin.fetchrow(
        "SELECT action, staff_id, reason FROM audit_log WHERE target = $1 ORDER BY id DESC LIMIT 1",
        f"staff:{colleague.id}",
    )
    assert tuple(entry) == ("staff.reset-sign-in", boss.id, REASON)


async def test_the_link_of_a_reset_sets_up_password_and_authenticator_once(
    console: FastAPI, boss: Colleague, colleague: Colleague, letterbox: Letterbox
) -> None:
    await do(boss, colleague.id, "reset-sign-in")
    url = await mailed(console, letterbox, colleague.email)
    back = await come_back(console, url)
    assert (back.status_code, back.json()["role"]) == (200, "support-l2"), back.text
    assert await log_in(console, colleague.email, NEWER) == 200
    token = url.rpartition("/")[2]
    async with console_browser(console) as client:
        assert (await client.get(f"{BASE}/staff-invitations/{token}")).status_code == 404


async def test_a_second_reset_takes_the_first_ones_link_away(
    console: FastAPI, boss: Colleague, colleague: Colleague, letterbox: Letterbox
) -> None:
    await do(boss, colleague.id, "reset-sign-in")
    first = await mailed(console, letterbox, colleague.email)
    await do(boss, colleague.id, "reset-sign-in")
    token = first.rpartition("/")[2]
    shown = await boss.client.get(f"{BASE}/staff-invitations/{token}")
    assert shown.status_code == 404
    assert shown.json()["message"] == (
        "This link has expired or was already used. Ask an admin for a new one."
    )


async def test_somebody_disabled_comes_back_by_no_link(
    boss: Colleague, console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    email, token = await invited(operator_database, console.state.settings)
    key = await admin.fetchval("SELECT id FROM staff WHERE email = $1", email)
    assert (await do(boss, key, "disable")).status_code == 200
    shown = await boss.client.get(f"{BASE}/staff-invitations/{token}")
    assert shown.status_code == 404
    refused = await do(boss, key, "reset-sign-in")
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "This account is disabled. Enable it first.",
    )


@pytest.mark.parametrize("action", ["reset-sign-in", "change-role", "disable"])
async def test_nobody_does_it_to_themselves(
    boss: Colleague, admin: asyncpg.Connection, action: str
) -> None:
    before = await staff_rows(admin)
    body = {"role": "auditor"} if action == "change-role" else {}
    assert (await do(boss, boss.id, action, **body)).status_code == 409
    assert await signed_in(boss)
    assert await staff_rows(admin) == before


async def test_of_two_last_admins_who_disable_each_other_at_once_one_stays(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    others = await admin.fetch("SELECT id FROM staff WHERE role = 'admin' AND status = 'active'")
    one, other = [await join(console, operator_database) for _ in range(2)]
    change = "UPDATE staff SET status = $2 WHERE id = ANY($1)"
    await admin.execute(change, [row["id"] for row in others], "disabled")
    try:
        done = await asyncio.gather(do(one, other.id, "disable"), do(other, one.id, "disable"))
        left = await admin.fetchval(
            "SELECT count(*) FROM staff WHERE role = 'admin' AND status = 'active'"
        )
    finally:
        await admin.execute(change, [row["id"] for row in others], "active")
    assert (left, sorted(answer.status_code for answer in done)[0]) == (1, 200)


async def test_another_role_counts_from_the_next_call_on(
    boss: Colleague, colleague: Colleague
) -> None:
    assert (await colleague.client.get(f"{BASE}/staff")).status_code == 403
    done = await do(boss, colleague.id, "change-role", role="auditor")
    assert (done.status_code, done.json()["role"]) == (200, "auditor"), done.text
    assert (await colleague.client.get(f"{BASE}/staff")).status_code == 200
    me = (await colleague.client.get(f"{BASE}/session")).json()
    assert (me["role"], "create" in me["permissions"].get("impersonations", [])) == (
        "auditor",
        False,
    )


async def test_a_role_that_is_none_is_refused_at_its_field(
    boss: Colleague, colleague: Colleague
) -> None:
    refused = await do(boss, colleague.id, "change-role", role="emperor")
    assert refused.status_code == 422
    (error,) = refused.json()["errors"]
    assert (error["pointer"], error["detail"]) == ("/role", "Choose one of the roles")


async def test_the_command_line_lets_even_the_last_admin_back_in(
    console: FastAPI, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    url = await reset_staff(console.state.settings, colleague.email.upper())
    assert not await signed_in(colleague)
    assert (await come_back(console, url)).status_code == 200
    entry = await admin.fetchrow(
        "SELECT actor_name, reason FROM audit_log WHERE action = 'staff.reset-sign-in'"
        " AND target = $1",
        f"staff:{colleague.id}",
    )
    assert tuple(entry) == ("Command line", "Sign-in reset on the command line")


async def test_the_command_line_resets_nobody_unknown_or_disabled(
    console: FastAPI, boss: Colleague, colleague: Colleague
) -> None:
    with pytest.raises(NotFound, match="Nobody of staff has this e-mail"):
        await reset_staff(console.state.settings, "stranger@presence.example")
    await do(boss, colleague.id, "disable")
    with pytest.raises(Conflict, match="disabled"):
        await reset_staff(console.state.settings, colleague.email)


@pytest.mark.parametrize(
    "words", [["invite", "a@presence.example"], ["reset", "nobody"], ["forget", "a@example.com"]]
)
def test_a_command_that_cannot_be_meant_ends_with_a_sentence(words: list[str]) -> None:
    ended = CliRunner().invoke(command_line, ["staff", *words])
    assert ended.exit_code != 0
    assert "Traceback" not in ended.output
