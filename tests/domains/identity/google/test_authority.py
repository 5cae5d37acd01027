"""Which Google account may open, find and be connected to which account here."""

from __future__ import annotations

import hmac
import itertools
import json
import time
from base64 import urlsafe_b64encode
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi import FastAPI

from presence_standins.google import Account, Provider
from presence_standins.google.provider import Fault
from tests.conftest import browser
from tests.domains.identity.conftest import Person
from tests.factories.google import agree, come_back, is_signed_in, sign_in
from tests.factories.people import PASSWORD, registration, sign_up
from tests.factories.post import Post

CONNECT_FIRST = "/auth?error=google_connect_first"
_subjects = itertools.count(400_000_000_000)


def somebody(email: str | None = None, hosted: str | None = None) -> Account:
    """A Google account nobody here knows; `hosted=""` is a private one."""
    return Account(str(next(_subjects)), email or registration()["email"], hosted=hosted)


@pytest.mark.parametrize("hosted", ["", "another.example", "com", "sub.example.com"])
async def test_an_address_google_does_not_give_out_links_nothing(
    app: FastAPI, confirmed: Person, provider: Provider, hosted: str
) -> None:
    who = somebody(confirmed.email, hosted)
    async with browser(app) as other:
        assert await sign_in(other, provider, who) == CONNECT_FIRST
        assert not await is_signed_in(other)
    assert (await confirmed.account())["googleEmail"] is None


async def test_an_unconfirmed_account_is_not_linked_by_such_an_address_either(
    app: FastAPI, ada: Person, provider: Provider
) -> None:
    async with browser(app) as other:
        assert await sign_in(other, provider, somebody(ada.email, "")) == CONNECT_FIRST
        body = {"password": PASSWORD}
        assert (await other.post("/api/v1/auth/google/link", json=body)).status_code == 401
    assert (await ada.account())["emailVerified"] is False


async def test_such_an_account_is_connected_by_somebody_who_signed_in(
    app: FastAPI, confirmed: Person, provider: Provider
) -> None:
    who = somebody(confirmed.email, "")
    begun = await confirmed.client.post("/api/v1/me/google", json={"password": PASSWORD})
    await come_back(confirmed.client, agree(provider, begun.json()["address"], who))
    async with browser(app) as other:
        assert await sign_in(other, provider, who) == "/auth"
        assert await is_signed_in(other)


async def test_a_gmail_address_is_linked(app: FastAPI, post: Post, provider: Provider) -> None:
    email = f"ada{next(_subjects)}@gmail.com"
    async with browser(app, address="192.0.2.1") as client:
        await sign_up(client, email=email)
        token = await post.token(email, "Confirm your email address")
        await client.post("/api/v1/auth/verify", json={"token": token})
    async with browser(app) as other:
        assert await sign_in(other, provider, somebody(email)) == "/auth"
        assert (await other.get("/api/user")).json()["email"] == email


async def test_the_domain_of_the_company_is_compared_without_case(
    app: FastAPI, confirmed: Person, provider: Provider
) -> None:
    domain = confirmed.email.rpartition("@")[2].upper()
    async with browser(app) as other:
        assert await sign_in(other, provider, somebody(confirmed.email, domain)) == "/auth"


async def test_a_new_account_under_such_an_address_has_yet_to_confirm_it(
    app: FastAPI, post: Post, provider: Provider
) -> None:
    who = somebody(hosted="")
    async with browser(app) as client:
        assert await sign_in(client, provider, who) == "/auth"
        assert (await client.get("/api/user")).json()["emailVerified"] is False
        token = await post.token(who.email, "Confirm your email address")
        assert (await client.post("/api/v1/auth/verify", json={"token": token})).is_success
        assert (await client.get("/api/user")).json()["emailVerified"] is True


async def test_another_person_cannot_finish_a_connection(
    app: FastAPI, confirmed: Person, provider: Provider
) -> None:
    """Otherwise somebody's Google account ends in the account of whoever opens the link."""
    who = somebody()
    begun = await confirmed.client.post("/api/v1/me/google", json={"password": PASSWORD})
    path = agree(provider, begun.json()["address"], who)
    async with browser(app, address="192.0.2.2") as other:
        await sign_up(other)
        other.cookies.set("presence_google", confirmed.client.cookies["presence_google"])
        assert await come_back(other, path) == "/auth?error=google_expired"
        assert (await other.get("/api/v1/me")).json()["googleEmail"] is None
    assert (await confirmed.account())["googleEmail"] is None


async def test_another_login_of_the_person_cannot_finish_it_either(
    app: FastAPI, confirmed: Person, provider: Provider
) -> None:
    begun = await confirmed.client.post("/api/v1/me/google", json={"password": PASSWORD})
    path = agree(provider, begun.json()["address"], somebody())
    flow = confirmed.client.cookies["presence_google"]
    await confirmed.client.post("/api/login", json={"email": confirmed.email, "password": PASSWORD})
    confirmed.client.cookies.set("presence_google", flow)
    assert await come_back(confirmed.client, path) == "/auth?error=google_expired"


async def test_whoever_signed_out_meanwhile_connects_nothing(
    app: FastAPI, confirmed: Person, provider: Provider
) -> None:
    begun = await confirmed.client.post("/api/v1/me/google", json={"password": PASSWORD})
    path = agree(provider, begun.json()["address"], somebody())
    flow = confirmed.client.cookies["presence_google"]
    await confirmed.client.post("/api/logout")
    confirmed.client.cookies.set("presence_google", flow)
    assert await come_back(confirmed.client, path) == "/auth?error=google_expired"


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "of another request"},
        {"azp": "another-client"},
        {"iat": int(time.time()) + 86_400},
        {"nbf": int(time.time()) + 86_400},
        {"aud": ["presence", "another-client"]},
    ],
    ids=["nonce", "azp", "iat", "nbf", "aud"],
)
async def test_a_token_of_another_request_client_or_day_opens_nothing(
    app: FastAPI, provider: Provider, claims: dict[str, Any]
) -> None:
    def alter(_provider: Provider, _header: dict[str, Any], said: dict[str, Any]) -> None:
        said.update(claims)

    provider.fault = alter
    try:
        async with browser(app) as client:
            assert await sign_in(client, provider, somebody()) == "/auth?error=google_failed"
            assert not await is_signed_in(client)
    finally:
        provider.fault = None


def _names_its_own_key(_: Provider, header: dict[str, Any], said: dict[str, Any]) -> str:
    stranger = Provider()
    (key,) = stranger.jwks["keys"]
    place = "https://evil.example/keys"
    return stranger.sign(said, {**header, "jwk": key, "jku": place, "x5u": place})


def _signs_out(_provider: Provider, header: dict[str, Any], said: dict[str, Any]) -> None:
    header["typ"] = "logout+jwt"
    said["events"] = {"http://schemas.openid.net/event/backchannel-logout": {}}
    del said["nonce"]


@pytest.mark.parametrize("fault", [_names_its_own_key, _signs_out])
async def test_a_token_that_brings_its_key_or_is_of_another_kind_opens_nothing(
    app: FastAPI, provider: Provider, fault: Fault
) -> None:
    provider.fault = fault
    try:
        async with browser(app) as client:
            assert await sign_in(client, provider, somebody()) == "/auth?error=google_failed"
            assert not await is_signed_in(client)
    finally:
        provider.fault = None


def _by_algorithm(name: str) -> Fault:
    def sign(provider: Provider, header: dict[str, Any], said: dict[str, Any]) -> str:
        return jwt.encode(said, provider.key, algorithm=name, headers=header)

    return sign


def _by_the_published_key(provider: Provider, header: dict[str, Any], said: dict[str, Any]) -> str:
    """Whatever takes the key for a shared secret takes this: everybody knows it."""
    parts = ({**header, "alg": "HS256", "typ": "JWT"}, said)
    text = ".".join(urlsafe_b64encode(json.dumps(p).encode()).decode().rstrip("=") for p in parts)
    form = (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    mark = hmac.digest(provider.key.public_key().public_bytes(*form), text.encode(), "sha256")
    return f"{text}.{urlsafe_b64encode(mark).decode().rstrip('=')}"


@pytest.mark.parametrize(
    "fault",
    [*(_by_algorithm(name) for name in ("RS384", "RS512", "PS256")), _by_the_published_key],
    ids=["RS384", "RS512", "PS256", "HS256"],
)
async def test_a_token_signed_by_an_algorithm_that_is_not_listed_opens_nothing(
    app: FastAPI, provider: Provider, fault: Fault
) -> None:
    provider.fault = fault
    try:
        async with browser(app) as client:
            assert await sign_in(client, provider, somebody()) == "/auth?error=google_failed"
            assert not await is_signed_in(client)
    finally:
        provider.fault = None


async def test_the_answer_to_another_request_opens_nothing(
    app: FastAPI, provider: Provider
) -> None:
    async with browser(app) as client, browser(app) as attacker:
        theirs = str((await attacker.get("/auth/google")).headers["location"])
        await client.get("/auth/google")
        path = agree(provider, theirs, somebody())
        assert await come_back(client, path) == "/auth?error=google_expired"
        assert not await is_signed_in(client)
