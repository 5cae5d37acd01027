"""A sign-in provider of their own lets staff into the console: those invited, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.domains.operators.service import provider as oidc
from presence.entrypoints.commands.staff import reset_staff
from presence_standins.google import Account, Provider, google_provider
from tests.conftest import Place
from tests.factories.google import agree, path_of
from tests.factories.staff import (
    BASE,
    ORIGIN,
    PASSWORD,
    Colleague,
    console_app,
    console_browser,
    invited,
    join,
    later,
)

LEAVE = f"{BASE}/session/oidc"
WAITING = (
    "SELECT EXISTS (SELECT FROM pg_locks"
    " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
)


@pytest_asyncio.fixture(scope="module")
async def provider() -> AsyncIterator[Provider]:
    """The stand-in: OpenID Connect over HTTP."""
    async with google_provider() as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def guarded(place: Place, provider: Provider) -> AsyncIterator[FastAPI]:
    """A console whose staff sign in there."""
    oidc = {
        "issuer": provider.url,
        "client_id": provider.client_id,
        "client_secret": provider.client_secret,
    }
    settings = place.settings(console={"public_url": ORIGIN, "oidc": oidc})
    async with console_app(settings) as application:
        yield application


@pytest_asyncio.fixture
async def visitor(guarded: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that nobody is signed in with."""
    async with console_browser(guarded) as client:
        yield client


async def expected(app: FastAPI, role: str = "support-l2", **changes: object) -> Account:
    """Somebody who was invited, as their provider knows them."""
    email, _ = await invited(app.state.database, app.state.settings, role)  # type: ignore[arg-type]  # one of the roles
    account = Account(new_id().hex, email, methods=("pwd", "mfa"))
    return replace(account, **changes)  # type: ignore[arg-type]  # fields by name


async def go(client: httpx.AsyncClient, provider: Provider, account: Account | None) -> str:
    """Leave, agree, come back; where the browser ends up."""
    left = await client.get(LEAVE)
    assert left.status_code == 302, left.text
    back = await client.get(agree(provider, left.headers["location"], account))
    assert back.status_code == 302, back.text
    return str(back.headers["location"])


async def test_somebody_invited_comes_in_by_the_provider_and_is_known_from_then_on(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider, admin: asyncpg.Connection
) -> None:
    account = await expected(guarded)
    assert await go(visitor, provider, account) == "/"
    me = (await visitor.get(f"{BASE}/session")).json()
    assert (me["email"], me["role"]) == (account.email, "support-l2")
    actions = await admin.fetch("SELECT action FROM audit_log WHERE staff_id = $1", me["id"])
    assert [row["action"] for row in actions] == ["staff.signed-in"]
    async with console_browser(guarded) as later:
        renamed = replace(account, email="somebody-else@presence.example")
        assert await go(later, provider, renamed) == "/"
        assert (await later.get(f"{BASE}/session")).json()["id"] == me["id"]


@pytest.mark.parametrize("kind", ["stranger", "unconfirmed", "disabled", "canceled", "another"])
async def test_nobody_else_comes_in_and_is_told_why(
    guarded: FastAPI,
    visitor: httpx.AsyncClient,
    provider: Provider,
    admin: asyncpg.Connection,
    kind: str,
) -> None:
    account: Account | None = await expected(guarded)
    reason = "not-invited"
    assert account is not None
    if kind == "stranger":
        account = replace(account, email=f"{new_id().hex}@elsewhere.example")
    elif kind == "unconfirmed":
        account, reason = replace(account, email_verified=False), "unconfirmed"
    elif kind == "disabled":
        await admin.execute("UPDATE staff SET status = 'disabled' WHERE email = $1", account.email)
    elif kind == "canceled":
        account, reason = None, "denied"
    else:
        await go(visitor, provider, account)
        visitor.cookies.clear()
        account = replace(account, subject=new_id().hex)
    assert await go(visitor, provider, account) == f"/#/login?error={reason}"
    assert (await visitor.get(f"{BASE}/session")).status_code == 401


async def test_a_flow_is_finished_by_the_browser_that_began_it(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider
) -> None:
    account = await expected(guarded)
    left = await visitor.get(LEAVE)
    way_back = agree(provider, left.headers["location"], account)
    async with console_browser(guarded) as stranger:
        refused = await stranger.get(way_back)
        assert refused.headers["location"] == "/#/login?error=expired"
        assert (await stranger.get(f"{BASE}/session")).status_code == 401
    assert path_of(way_back).startswith(f"{LEAVE}/callback")


async def set_up(app: FastAPI) -> tuple[Colleague, Account]:
    """Somebody who has an authenticator app here, as a provider that is silent knows them."""
    colleague = await join(app, app.state.database, "support-l2")
    await colleague.client.aclose()
    return colleague, Account(new_id().hex, colleague.email, methods=("pwd",))


async def test_who_was_asked_for_one_factor_gives_a_code_of_their_app(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider
) -> None:
    colleague, account = await set_up(guarded)
    assert await go(visitor, provider, account) == "/#/login?step=code"
    assert (await visitor.get(f"{BASE}/session")).status_code == 401
    wrong = await visitor.post(f"{BASE}/session/totp", json={"code": "000000"})
    assert wrong.status_code == 422
    code = {"code": colleague.fresh_code()}
    assert (await visitor.post(f"{BASE}/session/totp", json=code)).status_code == 200
    assert (await visitor.get(f"{BASE}/session")).json()["email"] == colleague.email


async def test_an_account_there_is_somebodys_with_their_first_code_and_not_before(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider, admin: asyncpg.Connection
) -> None:
    colleague, account = await set_up(guarded)
    taken = replace(account, subject=new_id().hex)
    async with console_browser(guarded) as stranger:
        assert await go(stranger, provider, taken) == "/#/login?step=code"
        assert await go(visitor, provider, account) == "/#/login?step=code"
        code = {"code": colleague.fresh_code()}
        assert (await visitor.post(f"{BASE}/session/totp", json=code)).status_code == 200
        await later(admin, colleague)
        code = {"code": colleague.code()}
        assert (await stranger.post(f"{BASE}/session/totp", json=code)).status_code == 401
        assert await go(stranger, provider, taken) == "/#/login?error=not-invited"
    renamed = replace(account, email="somebody-else@presence.example", methods=("pwd", "mfa"))
    async with console_browser(guarded) as again:
        assert await go(again, provider, renamed) == "/"


async def test_a_reset_lets_another_account_there_be_linked(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider, place: Place
) -> None:
    wrong = await expected(guarded)
    assert await go(visitor, provider, wrong) == "/"
    await reset_staff(place.settings(), wrong.email)
    right = replace(wrong, subject=new_id().hex)
    assert await go(visitor, provider, right) == "/"
    assert await go(visitor, provider, wrong) == "/#/login?error=not-invited"


async def test_who_is_disabled_while_the_provider_answers_does_not_come_in(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider, admin: asyncpg.Connection
) -> None:
    account = await expected(guarded)
    async with admin.transaction():
        await admin.execute("UPDATE staff SET status = 'disabled' WHERE email = $1", account.email)
        coming = asyncio.ensure_future(go(visitor, provider, account))
        while not (coming.done() or await admin.fetchval(WAITING)):  # noqa: ASYNC110 - the lock
            await asyncio.sleep(0.01)
    assert await coming == "/#/login?error=not-invited"


async def test_the_log_says_that_a_sign_in_with_a_code_came_from_the_provider(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider, admin: asyncpg.Connection
) -> None:
    colleague, account = await set_up(guarded)
    assert await go(visitor, provider, account) == "/#/login?step=code"
    code = {"code": colleague.fresh_code()}
    assert (await visitor.post(f"{BASE}/session/totp", json=code)).status_code == 200
    entries = "SELECT reason FROM audit_log WHERE staff_id = $1 ORDER BY id DESC"
    reason = await admin.fetchval(entries, colleague.id)
    assert reason == "Signed in with the provider from a new browser"


@pytest.mark.parametrize("methods", [(), ("pwd",), ("otp",)])
async def test_without_a_second_factor_anywhere_nobody_comes_in(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider, methods: tuple[str, ...]
) -> None:
    account = await expected(guarded, methods=methods)
    assert await go(visitor, provider, account) == "/#/login?error=no-factor"
    assert (await visitor.get(f"{BASE}/session")).status_code == 401
    assert (await visitor.post(f"{BASE}/session/totp", json={"code": "000000"})).status_code == 401


async def test_a_deployment_may_leave_the_second_factor_to_its_provider(
    place: Place, provider: Provider
) -> None:
    oidc = {
        "issuer": provider.url,
        "client_id": provider.client_id,
        "client_secret": provider.client_secret,
        "second_factor": "provider",
    }
    settings = place.settings(console={"public_url": ORIGIN, "oidc": oidc})
    async with console_app(settings) as app, console_browser(app) as client:
        assert await go(client, provider, await expected(app, methods=())) == "/"
        assert (await client.get(f"{BASE}/session")).status_code == 200


async def test_with_a_provider_a_password_opens_nothing(
    guarded: FastAPI, visitor: httpx.AsyncClient
) -> None:
    ways = (await visitor.get(f"{BASE}/session/ways")).json()
    assert ways == {"provider": True, "password": False}
    body = {"email": "dana@presence.example", "password": PASSWORD}
    refused = await visitor.post(f"{BASE}/session", json=body)
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "Sign in with your organization's account.",
    )


async def test_with_a_provider_the_password_is_changed_there(
    guarded: FastAPI, visitor: httpx.AsyncClient, provider: Provider
) -> None:
    assert await go(visitor, provider, await expected(guarded)) == "/"
    body = {"currentPassword": PASSWORD, "password": PASSWORD[::-1], "code": "000000"}
    refused = await visitor.post(f"{BASE}/session/password", json=body)
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "You sign in with your organization's account. Change your password there.",
    )


async def test_without_a_provider_there_is_no_such_way_in(console: FastAPI) -> None:
    async with console_browser(console) as client:
        ways = (await client.get(f"{BASE}/session/ways")).json()
        assert ways == {"provider": False, "password": True}
        assert (await client.get(LEAVE)).status_code == 404


async def test_who_comes_back_after_ten_minutes_begins_anew(
    guarded: FastAPI,
    visitor: httpx.AsyncClient,
    provider: Provider,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    account = await expected(guarded)
    monkeypatch.setattr(oidc, "FLOW_LIFETIME", timedelta(seconds=-1))
    assert await go(visitor, provider, account) == "/#/login?error=expired"
    assert (await visitor.get(f"{BASE}/session")).status_code == 401
