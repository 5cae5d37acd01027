"""Staff sign in with password and authenticator app, and with nothing less."""

from __future__ import annotations

import time

import asyncpg
import httpx
import pyotp
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import Place
from tests.factories.staff import (
    BASE,
    PASSWORD,
    Colleague,
    console_app,
    console_browser,
    invited,
    join,
    later,
)


async def test_an_invitation_sets_up_the_account_once(
    console: FastAPI, operator_database: Database
) -> None:
    email, token = await invited(operator_database, console.state.settings, "support-l2")
    async with console_browser(console) as client:
        shown = (await client.get(f"{BASE}/staff-invitations/{token}")).json()
        assert (shown["email"], shown["role"]) == (email, "support-l2")
        assert shown["qrSvg"].startswith("<svg")
        code = pyotp.TOTP(shown["secret"]).now()
        body = {"password": PASSWORD, "code": code}
        me = await client.post(f"{BASE}/staff-invitations/{token}", json=body)
        assert me.status_code == 200, me.text
        assert me.json()["permissions"]["users"][:2] == ["list", "show"]
        assert (await client.get(f"{BASE}/session")).json()["email"] == email
        again = await client.post(f"{BASE}/staff-invitations/{token}", json=body)
    assert again.status_code == 404


async def test_over_https_the_cookies_are_host_bound_and_the_session_is_for_this_site_alone(
    place: Place, operator_database: Database
) -> None:
    settings = place.settings(console={"public_url": "https://console.test"})
    async with console_app(settings) as app:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(
            transport=transport, base_url="https://console.test"
        ) as client:
            _, token = await invited(operator_database, settings)
            path = f"{BASE}/staff-invitations/{token}"
            secret = (await client.get(path)).json()["secret"]
            body = {"password": PASSWORD, "code": pyotp.TOTP(secret).now()}
            answer = await client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            given = answer.headers.get_list("set-cookie")
    assert len(given) >= 2
    for cookie in given:
        assert cookie.startswith("__Host-presence_console")
        assert {"Secure", "HttpOnly", "Path=/"} <= set(cookie.split("; "))
        assert "SameSite=strict" in cookie or cookie.startswith("__Host-presence_console_device=")


async def test_the_password_alone_opens_nothing(
    console: FastAPI, operator_database: Database
) -> None:
    colleague = await join(console, operator_database)
    async with console_browser(console) as client:
        credentials = {"email": colleague.email, "password": PASSWORD}
        first = await client.post(f"{BASE}/session", json=credentials)
        assert first.json() == {"next": "totp"}
        assert (await client.get(f"{BASE}/session")).status_code == 401
        wrong = await client.post(f"{BASE}/session/totp", json={"code": "000000"})
        assert wrong.status_code == 422
        later = pyotp.TOTP(colleague.secret).at(int(time.time()) + 30)
        entered = await client.post(f"{BASE}/session/totp", json={"code": later})
        assert entered.status_code == 200, entered.text
        assert (await client.get(f"{BASE}/session")).status_code == 200
    async with console_browser(console) as other:
        await other.post(f"{BASE}/session", json=credentials)
        replayed = await other.post(f"{BASE}/session/totp", json={"code": later})
    assert replayed.status_code == 422


async def test_a_session_is_over_after_eight_hours(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database)
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 200
    passed = "UPDATE staff_session SET expires_at = expires_at - interval '8 hours'"
    assert await admin.execute(f"{passed} WHERE staff_id = $1", colleague.id) == "UPDATE 1"
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 401


async def test_a_sign_in_left_half_done_is_over_after_five_minutes(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database)
    async with console_browser(console) as client:
        credentials = {"email": colleague.email, "password": PASSWORD}
        assert (await client.post(f"{BASE}/session", json=credentials)).status_code == 200
        passed = "UPDATE staff_session SET expires_at = expires_at - interval '5 minutes'"
        assert await admin.execute(f"{passed} WHERE step = 'password'") != "UPDATE 0"
        late = await client.post(f"{BASE}/session/totp", json={"code": colleague.fresh_code()})
        assert late.status_code == 401


async def test_the_password_alone_is_no_session_whatever_its_token_is_called(
    console: FastAPI, halfway: str
) -> None:
    async with console_browser(console, cookies={"presence_console": halfway}) as client:
        assert (await client.get(f"{BASE}/session")).status_code == 401


async def test_a_finished_first_step_is_not_finished_again(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database)
    async with console_browser(console) as client:
        credentials = {"email": colleague.email, "password": PASSWORD}
        await client.post(f"{BASE}/session", json=credentials)
        half = client.cookies["presence_console_half"]
        code = {"code": colleague.fresh_code()}
        assert (await client.post(f"{BASE}/session/totp", json=code)).status_code == 200
    await later(admin, colleague)
    async with console_browser(console, cookies={"presence_console_half": half}) as client:
        again = await client.post(f"{BASE}/session/totp", json={"code": colleague.code()})
    assert again.status_code == 401


async def test_an_account_that_is_not_active_has_no_session(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database)
    await admin.execute("UPDATE staff SET status = 'disabled' WHERE id = $1", colleague.id)
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 401


@pytest.mark.parametrize(
    "over",
    ["invitation_expires_at = now() - interval '1 second'", "status = 'disabled'"],
    ids=["too old", "disabled"],
)
async def test_an_invitation_that_is_over_is_neither_shown_nor_taken(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection, over: str
) -> None:
    email, token = await invited(operator_database, console.state.settings)
    path = f"{BASE}/staff-invitations/{token}"
    async with console_browser(console) as client:
        secret = (await client.get(path)).json()["secret"]
        await admin.execute(f"UPDATE staff SET {over} WHERE email = $1", email)  # noqa: S608 - above
        assert (await client.get(path)).status_code == 404
        body = {"password": PASSWORD, "code": pyotp.TOTP(secret).now()}
        assert (await client.post(path, json=body)).status_code == 404
        assert (await client.get(f"{BASE}/session")).status_code == 401


async def test_an_invitation_takes_a_long_password_and_a_code(
    console: FastAPI, operator_database: Database
) -> None:
    _, token = await invited(operator_database, console.state.settings)
    path = f"{BASE}/staff-invitations/{token}"
    async with console_browser(console) as client:
        code = pyotp.TOTP((await client.get(path)).json()["secret"]).now()
        for body in (
            {"password": PASSWORD[:11], "code": code},
            {"password": PASSWORD, "code": "000000"},
        ):
            assert (await client.post(path, json=body)).status_code == 422
        assert (await client.get(f"{BASE}/session")).status_code == 401
        assert (await client.post(path, json={"password": PASSWORD, "code": code})).is_success


@pytest.mark.parametrize("common", ["123456qwerty", "PresenceAdmin2026!"])
async def test_an_invitation_takes_no_common_password(
    console: FastAPI, operator_database: Database, common: str
) -> None:
    _, token = await invited(operator_database, console.state.settings)
    path = f"{BASE}/staff-invitations/{token}"
    async with console_browser(console) as client:
        code = pyotp.TOTP((await client.get(path)).json()["secret"]).now()
        refused = await client.post(path, json={"password": common, "code": code})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/password")
        assert "among the most common" in refused.json()["message"]
        assert (await client.get(f"{BASE}/session")).status_code == 401
        assert (await client.post(path, json={"password": PASSWORD, "code": code})).is_success


async def test_wrong_passwords_are_counted(console: FastAPI, operator_database: Database) -> None:
    colleague = await join(console, operator_database)
    async with console_browser(console) as client:
        body = {"email": colleague.email, "password": "no"}
        codes = [(await client.post(f"{BASE}/session", json=body)).status_code for _ in range(6)]
    assert codes == [401] * 5 + [429]


async def test_signing_out_ends_the_session_and_is_in_the_log(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> None:
    colleague = await join(console, operator_database)
    assert (await colleague.client.delete(f"{BASE}/session")).status_code == 204
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 401
    rows = await admin.fetch(
        "SELECT action FROM audit_log WHERE staff_id = $1 ORDER BY id", colleague.id
    )
    assert [row["action"] for row in rows] == ["staff.signed-in", "staff.signed-out"]


async def test_a_copy_of_a_session_that_was_signed_out_opens_nothing(
    console: FastAPI, operator_database: Database
) -> None:
    colleague = await join(console, operator_database)
    copied = {"presence_console": colleague.client.cookies["presence_console"]}
    async with console_browser(console, cookies=copied) as other:
        assert (await other.get(f"{BASE}/session")).status_code == 200
        assert (await colleague.client.delete(f"{BASE}/session")).status_code == 204
        assert (await other.get(f"{BASE}/session")).status_code == 401


async def test_a_disabled_colleague_is_signed_out_at_once(
    console: FastAPI, operator_database: Database, boss: Colleague
) -> None:
    colleague = await join(console, operator_database, "support-l1")
    body = {"reason": "Left the company"}
    done = await boss.client.post(f"{BASE}/staff/{colleague.id}/disable", json=body)
    assert done.json()["status"] == "disabled", done.text
    assert (await colleague.client.get(f"{BASE}/session")).status_code == 401


async def test_nothing_secret_of_staff_is_listed(boss: Colleague) -> None:
    listed = await boss.client.get(f"{BASE}/staff")
    assert listed.status_code == 200
    assert not any(word in listed.text for word in ("password", "totp", "invitationHash"))
