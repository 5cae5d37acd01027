"""Staff change their own password with the current one and a code; what else was open ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.identity.service import guessing
from presence.domains.identity.service.passwords import Passwords
from tests.factories.people import make_tenant
from tests.factories.staff import (
    BASE,
    PASSWORD,
    Colleague,
    Letterbox,
    begin_acting,
    console_browser,
    join,
    later,
)

NEWER = "another word for the console"


@pytest_asyncio.fixture
async def colleague(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Colleague]:
    """Somebody signed in, whose app shows a code that was not used."""
    made = await join(console, operator_database, "support-l2")
    await later(admin, made)
    yield made
    await made.client.aclose()


async def change(who: Colleague, **given: str) -> httpx.Response:
    body = {"currentPassword": PASSWORD, "password": NEWER, "code": who.code(), **given}
    return await who.client.post(f"{BASE}/session/password", json=body)


async def log_in(console: FastAPI, email: str, password: str) -> int:
    async with console_browser(console) as client:
        body = {"email": email, "password": password}
        return (await client.post(f"{BASE}/session", json=body)).status_code


async def test_the_password_changes_with_the_current_one_and_a_code(
    console: FastAPI, colleague: Colleague
) -> None:
    done = await change(colleague)
    assert done.status_code == 204, done.text
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 200
    assert await log_in(console, colleague.email, PASSWORD) == 401
    assert await log_in(console, colleague.email, NEWER) == 200


@pytest.mark.parametrize(
    ("given", "pointer", "sentence"),
    [
        ({"currentPassword": "not this one"}, "/currentPassword", "not your current password"),
        ({"code": "000000"}, "/code", "This code is not right. Enter the one your app shows now."),
        ({"password": "too short"}, "/password", "Password must be at least 12 characters"),
        ({"password": "PresenceAdmin2026!"}, "/password", "among the most common ones"),
    ],
    ids=["another password", "another code", "short", "common"],
)
async def test_what_is_not_right_changes_nothing_and_says_why(
    console: FastAPI, colleague: Colleague, given: dict[str, str], pointer: str, sentence: str
) -> None:
    refused = await change(colleague, **given)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, pointer)
    assert sentence in refused.json()["message"]
    assert await log_in(console, colleague.email, PASSWORD) == 200


async def test_a_code_that_changed_a_password_signs_nobody_in(
    console: FastAPI, colleague: Colleague
) -> None:
    code = colleague.code()
    assert (await change(colleague, code=code)).status_code == 204
    async with console_browser(console) as client:
        body = {"email": colleague.email, "password": NEWER}
        assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
        replayed = await client.post(f"{BASE}/session/totp", json={"code": code})
    assert replayed.status_code == 422


async def test_other_sessions_end_and_sign_ins_left_half_done(
    console: FastAPI, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    credentials = {"email": colleague.email, "password": PASSWORD}
    async with console_browser(console) as other, console_browser(console) as halfway:
        assert (await other.post(f"{BASE}/session", json=credentials)).status_code == 200
        code = {"code": colleague.code()}
        assert (await other.post(f"{BASE}/session/totp", json=code)).status_code == 200
        assert (await halfway.post(f"{BASE}/session", json=credentials)).status_code == 200
        await later(admin, colleague)
        assert (await change(colleague)).status_code == 204
        assert (await other.get(f"{BASE}/session")).status_code == 401
        await later(admin, colleague)
        late = await halfway.post(f"{BASE}/session/totp", json={"code": colleague.code()})
    assert late.status_code == 401


async def test_a_support_session_at_a_customer_ends(
    colleague: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    begun = await begin_acting(colleague, await make_tenant(database))
    assert begun.status_code == 201, begun.text
    await later(admin, colleague)
    assert (await change(colleague)).status_code == 204
    ended = "SELECT ended_at IS NOT NULL FROM impersonation WHERE staff_id = $1"
    assert await admin.fetchval(ended, colleague.id)
    assert (await colleague.client.get(f"{BASE}/session")).json()["impersonating"] is None


async def test_every_browser_but_this_one_is_new_again(
    console: FastAPI, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    entries = "SELECT reason FROM audit_log WHERE staff_id = $1 ORDER BY id DESC"

    async def sign_in(password: str, device: str) -> tuple[str, str]:
        """What the log says of it, and the browser's cookie."""
        await later(admin, colleague)
        cookies = {"presence_console_device": device}
        async with console_browser(console, cookies=cookies if device else None) as client:
            body = {"email": colleague.email, "password": password}
            assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
            code = {"code": colleague.code()}
            assert (await client.post(f"{BASE}/session/totp", json=code)).status_code == 200
            given = [c.value or "" for c in client.cookies.jar if c.name.endswith("_device")]
        return await admin.fetchval(entries, colleague.id), given[-1]

    _, thief = await sign_in(PASSWORD, "")
    assert await sign_in(PASSWORD, thief) == ("Signed in", thief)
    await later(admin, colleague)
    assert (await change(colleague)).status_code == 204
    own = colleague.client.cookies["presence_console_device"]
    assert (await sign_in(NEWER, own))[0] == "Signed in"
    assert (await sign_in(NEWER, thief))[0] == "Signed in from a new browser"


async def test_what_waits_for_a_second_admin_is_withdrawn(
    boss: Colleague, colleague: Colleague, admin: asyncpg.Connection
) -> None:
    target = new_id()
    approval = await admin.fetchval(
        "INSERT INTO approval (id, action, target, subject_id, reason, requested_by)"
        " VALUES (gen_random_uuid(), 'workspaces.delete', $1, $2, 'They wanted it', $3)"
        " RETURNING id",
        f"workspaces:{target}",
        target,
        colleague.id,
    )
    assert (await change(colleague)).status_code == 204
    shown = (await boss.client.get(f"{BASE}/approvals/{approval}")).json()
    assert (shown["status"], shown["decidedBy"]) == ("withdrawn", None)
    assert shown["decisionReason"].endswith("has a new password since, and can ask again.")


async def test_a_password_that_changes_while_it_is_checked_begins_no_sign_in(
    console: FastAPI, colleague: Colleague, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = Passwords.check

    async def slow(self: Passwords, password: str, stored: str | None) -> tuple[bool, str | None]:
        monkeypatch.setattr(Passwords, "check", check)
        found = await check(self, password, stored)
        assert (await change(colleague)).status_code == 204
        return found

    monkeypatch.setattr(Passwords, "check", slow)
    assert await log_in(console, colleague.email, PASSWORD) == 401


async def test_a_password_that_changes_while_a_code_is_checked_ends_the_sign_in(
    console: FastAPI,
    colleague: Colleague,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reserve = guessing.reserve

    async def slow(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(guessing, "reserve", reserve)
        assert (await change(colleague)).status_code == 204
        await later(admin, colleague)
        return await reserve(*given, **more)

    async with console_browser(console) as client:
        body = {"email": colleague.email, "password": PASSWORD}
        assert (await client.post(f"{BASE}/session", json=body)).status_code == 200
        monkeypatch.setattr(guessing, "reserve", slow)
        late = await client.post(f"{BASE}/session/totp", json={"code": colleague.code()})
        assert late.status_code == 401
        assert (await client.get(f"{BASE}/session")).status_code == 401


async def test_it_is_in_the_log_and_told_to_the_person_by_mail(
    console: FastAPI, colleague: Colleague, letterbox: Letterbox, admin: asyncpg.Connection
) -> None:
    assert (await change(colleague)).status_code == 204
    entries = "SELECT action, target, address FROM audit_log WHERE staff_id = $1 ORDER BY id DESC"
    newest = await admin.fetchrow(entries, colleague.id)
    assert tuple(newest) == ("staff.changed-password", f"staff:{colleague.id}", "127.0.0.1")
    await console.state.staff_mails.send_due()
    (mail,) = [m for m in letterbox.to(colleague.email) if "password was changed" in m]
    assert "127.0.0.1" in mail
    assert NEWER not in mail


async def test_wrong_passwords_are_counted_with_those_of_signing_in(
    console: FastAPI, colleague: Colleague
) -> None:
    told = [(await change(colleague, currentPassword=f"no. {n}")).status_code for n in range(6)]
    assert told == [422] * 5 + [429]
    assert await log_in(console, colleague.email, PASSWORD) == 429


async def test_nobody_signed_out_changes_one(console: FastAPI, colleague: Colleague) -> None:
    assert (await colleague.client.delete(f"{BASE}/session")).status_code == 204
    assert (await change(colleague)).status_code == 401
    assert await log_in(console, colleague.email, PASSWORD) == 200
