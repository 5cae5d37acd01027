"""A sign-in provider is reached where the operator set it; where its words lead only if public."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network

import pytest
from pydantic import SecretStr

from presence.adapters.google import Google, GoogleTrouble
from presence.adapters.outbound import Lookup
from presence.adapters.provider_calls import NoAnswer, ProviderCalls
from presence.core.settings import GoogleSettings, OutboundSettings
from tests.adapters.servers import FakeDns, RawServer, raw_server, response

DISCOVERY = "/.well-known/openid-configuration"
STRICT = OutboundSettings()
SECRET = "very-secret"


@asynccontextmanager
async def calls_to(
    issuer: RawServer, outbound: OutboundSettings = STRICT, lookup: Lookup | None = None
) -> AsyncIterator[ProviderCalls]:
    """Connections to a provider at this server."""
    calls = ProviderCalls(issuer.url(""), 5, outbound, lookup=lookup)
    try:
        yield calls
    finally:
        await calls.aclose()


@asynccontextmanager
async def google_at(issuer: RawServer, **named: str) -> AsyncIterator[Google]:
    """The adapter, of a provider whose discovery names these endpoints."""
    endpoints = dict.fromkeys(("authorization_endpoint", "token_endpoint", "jwks_uri"), "")
    told = {name: issuer.url(f"/{name}") for name in endpoints} | named
    body = json.dumps({"issuer": issuer.url(""), **told}).encode()
    issuer.answers[DISCOVERY] = response(body)
    settings = GoogleSettings(
        client_id="presence", client_secret=SecretStr(SECRET), issuer=issuer.url("")
    )
    google = Google(settings, "http://presence.example/back", STRICT)
    try:
        yield google
    finally:
        await google.aclose()


async def test_the_issuers_own_origin_may_be_inside_the_network() -> None:
    async with raw_server() as issuer, calls_to(issuer) as calls:
        assert await calls.ask("GET", issuer.url("/keys")) == (200, b"<p>ok</p>")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "rebind.example"])
async def test_another_port_or_name_inside_the_network_is_not_connected_to(host: str) -> None:
    names = FakeDns(
        {h: [["127.0.0.1"]] for h in ("127.0.0.1", "localhost", "2130706433", "rebind.example")}
    )
    async with raw_server() as issuer, raw_server() as inside:
        async with calls_to(issuer, lookup=names) as calls:
            with pytest.raises(NoAnswer):
                await calls.ask("POST", inside.url("/", host), {"client_secret": SECRET})
        assert inside.connections == 0


async def test_a_network_the_operator_opened_is_reached() -> None:
    opened = OutboundSettings(allowed_networks=(ip_network("127.0.0.0/8"),))
    async with raw_server() as issuer, raw_server() as beside, calls_to(issuer, opened) as calls:
        assert (await calls.ask("GET", beside.url("/")))[0] == 200


async def test_a_redirect_of_the_issuer_is_not_followed() -> None:
    async with raw_server() as issuer, raw_server() as inside, calls_to(issuer) as calls:
        leading = issuer.redirect("/token", inside.url("/"))
        assert (await calls.ask("POST", leading, {"client_secret": SECRET}))[0] == 302
        assert inside.connections == 0


@pytest.mark.parametrize("url", ["", "file:///etc/passwd", "http://", "http://[", "http://a b/"])
async def test_what_is_no_web_address_is_no_answer(url: str) -> None:
    async with raw_server() as issuer, calls_to(issuer) as calls:
        with pytest.raises(NoAnswer):
            await calls.ask("GET", url)


async def test_an_answer_without_an_end_is_given_up() -> None:
    async with raw_server() as issuer, calls_to(issuer) as calls:
        issuer.answers["/much"] = response(b"x" * 600_000)
        with pytest.raises(NoAnswer, match="too much"):
            await calls.ask("GET", issuer.url("/much"))


async def test_a_token_endpoint_inside_the_network_gets_no_secret() -> None:
    async with raw_server() as issuer, raw_server() as inside:
        async with google_at(issuer, token_endpoint=inside.url("/")) as google:
            with pytest.raises(GoogleTrouble):
                await google.account("code", "nonce", "verifier")
        assert inside.connections == 0


@pytest.mark.parametrize("named", ["", "http:///keys", "ftp://example.com/", "//example.com/"])
async def test_an_endpoint_that_is_no_address_is_said_so(named: str) -> None:
    async with raw_server() as issuer, google_at(issuer, jwks_uri=named) as google:
        with pytest.raises(GoogleTrouble, match="no usable jwks_uri"):
            await google.address("state", "nonce", "verifier")
