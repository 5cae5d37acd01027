"""Signing in with Google against a provider that speaks the real protocol."""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.domains.identity.service import google
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence_standins.google import Account, Provider
from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.domains.identity.test_second_factor import give, next_code, switched_on
from tests.factories.google import agree, come_back, is_signed_in, leave, sign_in
from tests.factories.people import PASSWORD, registration
from tests.factories.post import Post

_subjects = itertools.count(200_000_000_000)


def somebody(email: str | None = None, **changes: object) -> Account:
    """A Google account nobody here knows."""
    made = Account(str(next(_subjects)), email or registration()["email"])
    return replace(made, **changes)  # type: ignore[arg-type]  # fields by name


@pytest_asyncio.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without a session."""
    async with browser(app) as opened:
        yield opened


async def test_a_new_person_gets_an_account_with_a_confirmed_address(
    client: httpx.AsyncClient, provider: Provider
) -> None:
    who = somebody(given_name="Grace")
    assert await sign_in(client, provider, who, "/dashboard/trends") == (
        "/auth?next=%2Fdashboard%2Ftrends"
    )
    user = (await client.get("/api/user")).json()
    assert (user["email"], user["firstName"], user["emailVerified"]) == (who.email, "Grace", True)


async def test_the_subject_is_the_key_and_not_the_address(
    app: FastAPI, client: httpx.AsyncClient, provider: Provider
) -> None:
    who = somebody()
    await sign_in(client, provider, who)
    first = (await client.get("/api/user")).json()
    async with browser(app) as later:
        await sign_in(later, provider, replace(who, email=registration()["email"]))
        again = (await later.get("/api/user")).json()
    assert (again["id"], again["email"]) == (first["id"], who.email)


async def test_a_confirmed_account_with_the_same_address_is_linked(
    app: FastAPI, confirmed: Person, provider: Provider, post: Post
) -> None:
    async with browser(app) as other:
        assert await sign_in(other, provider, somebody(confirmed.email)) == "/auth"
        assert (await other.get("/api/user")).json()["email"] == confirmed.email
    assert (await confirmed.log_in()).status_code == 200
    await post.deliver()
    assert "A Google account was connected" in post.subjects(confirmed.email)


@pytest.mark.parametrize("connected", [False, True], ids=["first time", "connected before"])
async def test_google_does_not_stand_in_for_the_second_factor(
    app: FastAPI, confirmed: Person, provider: Provider, connected: bool
) -> None:
    who = somebody(confirmed.email)
    if connected:
        async with browser(app) as earlier:
            await sign_in(earlier, provider, who)
    totp, _ = await switched_on(confirmed)
    async with browser(app) as other:
        assert await sign_in(other, provider, who) == "/auth?action=second-factor"
        assert not await is_signed_in(other)
        assert (await give(other, next_code(totp))).status_code == 200
        assert await is_signed_in(other)


async def test_an_unconfirmed_account_asks_for_its_password_once(
    app: FastAPI, ada: Person, provider: Provider
) -> None:
    who = somebody(ada.email)
    async with browser(app) as other:
        assert await sign_in(other, provider, who) == "/auth?action=link"
        assert not await is_signed_in(other)
        wrong = await other.post("/api/v1/auth/google/link", json={"password": "not it at all"})
        assert wrong.status_code == 422
        right = await other.post("/api/v1/auth/google/link", json={"password": PASSWORD})
        assert right.json()["emailVerified"] is True
    async with browser(app) as later:
        assert await sign_in(later, provider, who) == "/auth"
        assert await is_signed_in(later)


async def test_where_a_password_links_google_no_code_stands_in_for_it(
    app: FastAPI, ada: Person, provider: Provider
) -> None:
    totp, _ = await switched_on(ada)
    async with browser(app) as other:
        assert await sign_in(other, provider, somebody(ada.email)) == "/auth?action=link"
        assert (await give(other, next_code(totp))).status_code == 401
        assert not await is_signed_in(other)


async def test_an_unconfirmed_google_address_is_refused(
    client: httpx.AsyncClient, provider: Provider
) -> None:
    ended = await sign_in(client, provider, somebody(email_verified=False))
    assert ended == "/auth?error=google_email_unverified"
    assert not await is_signed_in(client)


async def test_google_asks_each_time_which_account_it_shall_be(client: httpx.AsyncClient) -> None:
    """Otherwise a page of somebody else's signs a visitor in by leading them here."""
    asked = parse_qs(urlsplit(await leave(client)).query)
    assert asked["prompt"] == ["select_account"]


async def test_who_came_by_google_and_who_was_refused_is_noted(
    client: httpx.AsyncClient, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    who = somebody()
    caplog.set_level(logging.INFO, "presence")
    await sign_in(client, provider, replace(who, email_verified=False))
    await sign_in(client, provider, who)
    user = (await client.get("/api/user")).json()
    assert [r.getMessage() for r in caplog.records if r.name.startswith("presence.")] == [
        "Refused by Google's way with google_email_unverified from 127.0.0.1",
        f"Signed in: {user['id']} by Google from 127.0.0.1",
    ]
    assert who.email not in caplog.text


async def test_cancelling_changes_nothing(client: httpx.AsyncClient, provider: Provider) -> None:
    ended = await come_back(client, agree(provider, await leave(client), None))
    assert ended == "/auth?error=google_denied"
    assert not await is_signed_in(client)


async def test_a_disabled_account_stays_closed(
    client: httpx.AsyncClient, app: FastAPI, provider: Provider, admin: asyncpg.Connection
) -> None:
    who = somebody()
    await sign_in(client, provider, who)
    await admin.execute("UPDATE users SET is_active = false WHERE email = $1", who.email)
    async with browser(app) as other:
        assert await sign_in(other, provider, who) == "/auth?error=account_disabled"


async def test_a_provider_that_is_down_is_said_so(
    client: httpx.AsyncClient, provider: Provider
) -> None:
    address = await leave(client)
    provider.down = True
    ended = await come_back(client, agree(provider, address, somebody()))
    provider.down = False
    assert ended == "/auth?error=google_failed"


async def test_a_new_signing_key_is_picked_up(
    app: FastAPI, client: httpx.AsyncClient, provider: Provider, settings: Settings
) -> None:
    provider.rotate()
    adapters = replace(build_adapters(settings), database=app.state.database)
    fresh = create_customer_app(settings, adapters)
    async with browser(fresh) as other:
        await sign_in(other, provider, somebody())
        assert await is_signed_in(other)
    fresh.state.accounts.close()


@pytest.mark.parametrize(
    "target", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]
)
async def test_the_way_back_never_leaves_the_product(
    client: httpx.AsyncClient, provider: Provider, target: str
) -> None:
    assert await sign_in(client, provider, somebody(), target) == "/auth"


async def test_a_signed_in_person_connects_and_removes_google(
    confirmed: Person, app: FastAPI, provider: Provider
) -> None:
    who = somebody()
    begun = await confirmed.client.post("/api/v1/me/google", json={"password": PASSWORD})
    ended = await come_back(confirmed.client, agree(provider, begun.json()["address"], who))
    assert ended == "/dashboard/settings/security?google=connected"
    assert (await confirmed.account())["googleEmail"] == who.email
    async with browser(app) as other:
        await sign_in(other, provider, who)
        assert (await other.get("/api/user")).json()["email"] == confirmed.email
    removed = await confirmed.client.request(
        "DELETE", "/api/v1/me/google", json={"password": PASSWORD}
    )
    assert removed.status_code == 204
    assert (await confirmed.account())["googleEmail"] is None


async def test_connecting_takes_the_password_and_a_confirmed_address(ada: Person) -> None:
    wrong = await ada.client.post("/api/v1/me/google", json={"password": "not the password"})
    assert wrong.status_code == 422
    unconfirmed = await ada.client.post("/api/v1/me/google", json={"password": PASSWORD})
    assert unconfirmed.status_code == 409


async def test_removing_google_takes_the_password(confirmed: Person, provider: Provider) -> None:
    who = somebody()
    begun = await confirmed.client.post("/api/v1/me/google", json={"password": PASSWORD})
    await come_back(confirmed.client, agree(provider, begun.json()["address"], who))
    for proof in ({}, {"password": "not the password"}):
        refused = await confirmed.client.request("DELETE", "/api/v1/me/google", json=proof)
        assert refused.status_code == 422
    assert (await confirmed.account())["googleEmail"] == who.email


async def test_the_only_way_in_cannot_be_removed(
    client: httpx.AsyncClient, provider: Provider
) -> None:
    await sign_in(client, provider, somebody())
    refused = await client.request("DELETE", "/api/v1/me/google", json={})
    assert refused.status_code == 409
    first = {"password": "a first password of mine"}
    assert (await client.post("/api/v1/me/password", json=first)).status_code == 204
    gone = await client.request("DELETE", "/api/v1/me/google", json=first)
    assert gone.status_code == 204


async def test_without_a_password_an_old_login_must_be_renewed(
    client: httpx.AsyncClient, provider: Provider, admin: asyncpg.Connection
) -> None:
    await sign_in(client, provider, somebody())
    await admin.execute("UPDATE login_session SET created_at = now() - interval '11 minutes'")
    refused = await client.post("/api/v1/me/password", json={"password": "a first password"})
    assert (refused.status_code, refused.json()["code"]) == (403, "sign-in-again")


async def test_who_comes_back_after_ten_minutes_begins_anew(
    client: httpx.AsyncClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(google, "FLOW_LIFETIME", timedelta(seconds=-1))
    assert await sign_in(client, provider, somebody()) == "/auth?error=google_expired"
    assert not await is_signed_in(client)
