"""Register, log in, log out, current user: the sentences and the sessions behind them."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.factories.people import PASSWORD, registration, sign_up, workspace_of

WRONG = "The email or password you entered is incorrect"
TAKEN = "This email address is already registered"
SHORT_PASSWORD = "Password must be at least 8 characters"
SHORT_FIRST = "First name must be at least 2 characters"
SHORT_LAST = "Last name must be at least 2 characters"
BAD_EMAIL = "Invalid email address"


async def test_registering_answers_the_user_and_starts_a_session(client: httpx.AsyncClient) -> None:
    user = await sign_up(client, firstName="Ada", lastName="Lovelace", email="Ada@Example.com")
    assert user["email"] == "ada@example.com"
    assert (user["firstName"], user["lastName"]) == ("Ada", "Lovelace")
    assert (user["emailVerified"], user["plan"], user["workspaces"]) == (False, None, [])
    assert "password" not in str(user).lower()
    assert (await client.get("/api/user")).json() == user


async def test_nobody_signed_in_is_a_401(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/user")
    assert response.status_code == 401
    assert response.json()["code"] == "unauthenticated"


@pytest.mark.parametrize("change", [str, str.upper, lambda email: f"  {email} "])
async def test_a_taken_email_is_a_409_whatever_its_case(
    client: httpx.AsyncClient, change: Any
) -> None:
    user = await sign_up(client)
    response = await client.post("/api/register", json=registration(email=change(user["email"])))
    assert response.status_code == 409
    assert response.json()["message"] == response.json()["error"] == TAKEN


async def test_two_registrations_at_once_make_one_account(
    app: FastAPI, admin: asyncpg.Connection
) -> None:
    body = registration()
    async with browser(app) as one, browser(app) as two:
        answers = await asyncio.gather(
            one.post("/api/register", json=body), two.post("/api/register", json=body)
        )
    assert sorted(a.status_code for a in answers) == [201, 409]
    count = await admin.fetchval("SELECT count(*) FROM users WHERE email = $1", body["email"])
    assert count == 1


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("password", "1234567", SHORT_PASSWORD),
        ("password", None, SHORT_PASSWORD),
        ("password", "x" * 129, "Password must be at most 128 characters"),
        ("email", "nobody", BAD_EMAIL),
        ("email", "a@b", BAD_EMAIL),
        ("email", "two@@example.com", BAD_EMAIL),
        ("email", f"{'x' * 250}@example.com", BAD_EMAIL),
        ("email", 7, BAD_EMAIL),
        ("firstName", "A", SHORT_FIRST),
        ("firstName", "  A  ", SHORT_FIRST),
        ("firstName", "x" * 101, "First name must be at most 100 characters"),
        ("lastName", "", SHORT_LAST),
        ("lastName", ["x"], SHORT_LAST),
        ("lastName", "A\x00da", "Text must not contain the NUL character"),
    ],
)
async def test_a_broken_rule_answers_its_sentence(
    client: httpx.AsyncClient, field: str, value: object, sentence: str
) -> None:
    response = await client.post("/api/register", json=registration(**{field: value}))
    assert response.status_code == 422
    assert response.json()["message"] == sentence
    assert response.json()["code"] == "validation-failed"


async def test_missing_fields_are_all_named(client: httpx.AsyncClient) -> None:
    errors = (await client.post("/api/register", json={})).json()["errors"]
    assert {e["pointer"]: e["detail"] for e in errors} == {
        "/email": BAD_EMAIL,
        "/password": SHORT_PASSWORD,
        "/firstName": SHORT_FIRST,
        "/lastName": SHORT_LAST,
    }


@pytest.mark.parametrize("name", ["Zoë", "李小龙", "عمر الخيام", "🦉🦉", "O'Brien-Ünal"])
async def test_names_of_every_script_come_back_unchanged(
    client: httpx.AsyncClient, name: str
) -> None:
    user = await sign_up(client, firstName=name, lastName=name)
    assert (user["firstName"], user["lastName"]) == (name, name)


async def test_logging_in_answers_the_user(app: FastAPI, client: httpx.AsyncClient) -> None:
    user = await sign_up(client)
    async with browser(app) as other:
        body = {"email": user["email"].title(), "password": PASSWORD}
        response = await other.post("/api/login", json=body)
        assert response.status_code == 200, response.text
        assert response.json() == user
        assert (await other.get("/api/user")).json() == user


async def test_wrong_password_unknown_email_and_disabled_account_answer_alike(
    app: FastAPI, client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    known, disabled = await sign_up(client), registration()
    async with browser(app) as other:
        await other.post("/api/register", json=disabled)
        await admin.execute(
            "UPDATE users SET is_active = false WHERE email = $1", disabled["email"]
        )
        assert (await other.get("/api/user")).status_code == 401
        answers = []
        for email, password in (
            (known["email"], "not the password"),
            ("nobody@example.com", PASSWORD),
            (disabled["email"], PASSWORD),
        ):
            response = await other.post("/api/login", json={"email": email, "password": password})
            body = response.json()
            body.pop("requestId")
            answers.append((response.status_code, body))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 401
    assert answers[0][1]["message"] == WRONG


async def test_the_session_cookie_is_not_readable_by_scripts(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/register", json=registration())
    cookies = response.headers.get_list("set-cookie")
    session = next(c for c in cookies if c.startswith("presence_session="))
    assert "HttpOnly" in session
    assert "SameSite=lax" in session
    assert "Path=/" in session
    assert "Domain" not in session


async def test_a_mark_that_scripts_can_read_comes_and_goes_with_the_session_and_opens_nothing(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    response = await client.post("/api/register", json=registration())
    cookies = response.headers.get_list("set-cookie")
    mark = next(c for c in cookies if c.startswith("presence_signed_in=1;"))
    assert "HttpOnly" not in mark
    assert "SameSite=lax" in mark
    async with browser(app, cookies={"presence_signed_in": "1"}) as marked:
        assert (await marked.get("/api/user")).status_code == 401
    await client.post("/api/logout")
    assert "presence_signed_in" not in client.cookies


async def test_over_https_the_cookie_is_host_bound_and_secure(
    place: Place, database: Database
) -> None:
    settings = place.settings(http={"public_url": "https://presence.test"})
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="https://presence.test") as client:
        response = await client.post("/api/register", json=registration())
        assert (await client.get("/api/user")).status_code == 200
    app.state.accounts.close()
    given = response.headers.get_list("set-cookie")
    assert len(given) >= 3
    for cookie in given:
        assert cookie.startswith("__Host-presence_")
        assert {"Secure", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "HttpOnly" in cookie or cookie.startswith("__Host-presence_signed_in=1;")


async def test_a_token_is_handed_over_in_its_cookie_and_nowhere_else(
    client: httpx.AsyncClient,
) -> None:
    person = registration()
    for path in ("/api/register", "/api/login"):
        client.cookies.clear()
        answer = await client.post(path, json=person)
        given = [client.cookies[f"presence_{kind}"] for kind in ("session", "device")]
        plain = [line for line in answer.headers.multi_items() if line[0] != "set-cookie"]
        for read in (answer.text, str(plain), (await client.get("/api/user")).text):
            assert not any(token in read for token in given), path


async def test_only_the_hash_of_a_token_is_stored(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    await sign_up(client)
    token = client.cookies["presence_session"]
    stored = [
        row["token_hash"] for row in await admin.fetch("SELECT token_hash FROM login_session")
    ]
    assert len(token) >= 43
    assert hashlib.sha256(token.encode()).digest() in stored
    assert token.encode() not in stored


async def test_logging_in_rotates_the_token_and_ends_the_old_session(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    user = await sign_up(client)
    old = client.cookies["presence_session"]
    await client.post("/api/login", json={"email": user["email"], "password": PASSWORD})
    assert client.cookies["presence_session"] != old
    async with browser(app, cookies={"presence_session": old}) as thief:
        assert (await thief.get("/api/user")).status_code == 401


async def test_a_planted_token_never_becomes_a_session(app: FastAPI) -> None:
    async with browser(app, cookies={"presence_session": "planted"}) as victim:
        await sign_up(victim)
    async with browser(app, cookies={"presence_session": "planted"}) as thief:
        assert (await thief.get("/api/user")).status_code == 401


async def test_logging_out_ends_the_session_everywhere_it_was_copied_to(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await sign_up(client)
    token = client.cookies["presence_session"]
    response = await client.post("/api/logout")
    assert (response.status_code, response.content) == (204, b"")
    assert "presence_session" not in client.cookies
    async with browser(app, cookies={"presence_session": token}) as thief:
        assert (await thief.get("/api/user")).status_code == 401


async def test_logging_out_twice_is_fine(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    assert (await client.post("/api/logout")).status_code == 204
    assert (await client.post("/api/logout")).status_code == 204


async def test_an_unchanged_user_is_a_304(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    first = await client.get("/api/user")
    again = await client.get("/api/user", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_user_carries_plan_and_workspaces(
    client: httpx.AsyncClient, database: Database
) -> None:
    user = await sign_up(client)
    await client.post("/api/business-info/update", json={"businessName": "Harrow"})
    before = (await client.get("/api/user")).json()
    workspace = before["workspaces"][0]
    assert (workspace["name"], workspace["role"]) == ("Harrow", "owner")
    assert before["currentWorkspaceId"] == workspace["id"]
    user_id = UUID(user["id"])
    binding = TenantBinding(await workspace_of(database, user_id), user_id)
    async with database.transaction(binding) as session:
        await grant(session, user_id, 2, None)
    plan = (await client.get("/api/user")).json()["plan"]
    assert plan == {
        "id": 2,
        "name": "Growth",
        "status": "active",
        "billingFrequency": "yearly",
        "active": True,
    }
