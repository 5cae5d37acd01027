"""A sign-in provider is reached where the operator set it; where its words lead only if public."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest
from pydantic import SecretStr

from presence.adapters.google import Google, GoogleTrouble
from presence.adapters.outbound import Lookup
from presence.adapters.provider_calls import NoAnswer, ProviderCalls
from presence.core.settings import GoogleSettings, OutboundSettings
from tests.adapters.certificates import certificate
from tests.adapters.servers import FakeDns, RawServer, raw_server, response, tunnel

DISCOVERY = "/.well-known/openid-configuration"
STRICT = OutboundSettings()
SECRET = "very-secret"
HOST = "oauth.example.com"
OpenBehind = Callable[[Lookup], AbstractAsyncContextManager[tuple[ProviderCalls, RawServer]]]


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


@pytest.fixture
def behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenBehind:
    """Connections to a provider behind a proxy, and the proxy; it leads to HOST alone."""

    @asynccontextmanager
    async def opened(lookup: Lookup) -> AsyncIterator[tuple[ProviderCalls, RawServer]]:
        context, trusted = certificate(tmp_path, HOST)
        server = await asyncio.start_server(RawServer().serve, "127.0.0.1", 0, ssl=context)
        async with tunnel(server.sockets[0].getsockname()[1]) as proxy:
            monkeypatch.setenv("HTTPS_PROXY", proxy.url(""))
            tls = ssl.create_default_context(cafile=str(trusted))
            calls = ProviderCalls("https://accounts.invalid", 5, STRICT, lookup=lookup, tls=tls)
            yield calls, proxy
            await calls.aclose()
        server.close()

    return opened


@asynccontextmanager
async def google_at(server: RawServer, **named: str) -> AsyncIterator[Google]:
    """The adapter, of a provider whose discovery names these endpoints."""
    endpoints = dict.fromkeys(("authorization_endpoint", "token_endpoint", "jwks_uri"), "")
    told = {name: server.url(f"/{name}") for name in endpoints}
    body = json.dumps({"issuer": server.url(""), **told, **named}).encode()
    server.answers[DISCOVERY] = response(body)
    settings = GoogleSettings(
        client_id="presence", client_secret=SecretStr(SECRET), issuer=server.url("")
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


@pytest.mark.parametrize("known", [{}, {HOST: [["93.184.216.34"]]}], ids=["unknown", "public"])
async def test_behind_a_proxy_a_public_host_is_reached_through_it(
    behind: OpenBehind, known: dict[str, list[list[str]]]
) -> None:
    async with behind(FakeDns(known)) as (calls, proxy):
        assert await calls.ask("POST", f"https://{HOST}/token") == (200, b"<p>ok</p>")
        assert proxy.requests[0].startswith(f"CONNECT {HOST}:443 ".encode())


@pytest.mark.parametrize("known", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"]])
async def test_a_name_that_is_private_here_is_not_asked_of_the_proxy(
    behind: OpenBehind, known: list[str]
) -> None:
    async with behind(FakeDns({HOST: [known]})) as (calls, proxy):
        with pytest.raises(NoAnswer):
            await calls.ask("POST", f"https://{HOST}/token", {"client_secret": SECRET})
        assert proxy.connections == 0


@pytest.mark.parametrize(
    "place",
    [
        "10.0.0.1", "127.0.0.1", "169.254.169.254", "[::1]", "[fd00::1]", "localhost", "vault",
        "2130706433", "0x7f.1", "metadata.google.internal", "db.svc.cluster.local.", "a.localhost",
        f"{HOST}:22", f"{HOST}:0",
    ],
)  # fmt: skip
async def test_nothing_but_a_public_host_is_asked_of_the_proxy(
    behind: OpenBehind, place: str
) -> None:
    async with behind(FakeDns({})) as (calls, proxy):
        with pytest.raises(NoAnswer):
            await calls.ask("POST", f"https://{place}/", {"client_secret": SECRET})
        assert proxy.connections == 0


async def test_a_host_that_is_to_bypass_the_proxy_does(
    behind: OpenBehind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "example.com")
    names = FakeDns({})
    async with behind(names) as (calls, proxy):
        with pytest.raises(NoAnswer):
            await calls.ask("GET", f"https://{HOST}/keys")
        assert (proxy.connections, names.asked) == (0, [HOST])


async def test_the_certificate_behind_a_proxy_must_be_the_hosts(behind: OpenBehind) -> None:
    async with behind(FakeDns({})) as (calls, proxy):
        with pytest.raises(NoAnswer):
            await calls.ask("GET", "https://keys.example.com/")
        assert proxy.connections == 1


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


@pytest.mark.parametrize("issuer", ["", "https://accounts.google.com", "{own}.evil.example"])
async def test_a_provider_that_calls_itself_another_is_not_believed(issuer: str) -> None:
    async with raw_server() as server:
        named = issuer.format(own=server.url(""))
        async with google_at(server, issuer=named) as google:
            with pytest.raises(GoogleTrouble, match="names another issuer"):
                await google.address("state", "nonce", "verifier")


async def test_an_issuer_nobody_vouches_for_is_told_nothing(tmp_path: Path) -> None:
    issuer = RawServer()
    context, _ = certificate(tmp_path, "localhost")
    listener = await asyncio.start_server(issuer.serve, "127.0.0.1", 0, ssl=context)
    address = f"https://localhost:{listener.sockets[0].getsockname()[1]}"
    calls = ProviderCalls(address, 5, STRICT)
    with pytest.raises(NoAnswer, match="ConnectError"):
        await calls.ask("POST", f"{address}/token", {"client_secret": SECRET})
    await calls.aclose()
    listener.close()
    assert issuer.requests == []
