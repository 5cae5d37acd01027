"""The product's four ways out to an address that somebody else named, each asked the same question.

The fetcher reads sites and follows redirects; the poster sends webhooks and messages to Slack; the
guarded transport lies under the SDKs of engines with an address of one's own; and the calls to a
sign-in provider go where its discovery says. Invariant: a client
here is the product's own object with its own resolver; only the trusted certificate is ours.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx2

from presence.adapters.outbound import AddressPolicy, OutboundFetcher, OutboundPoster
from presence.adapters.outbound.guarded import open_guarded
from presence.adapters.outbound.resolver import SystemLookup
from presence.adapters.provider_calls import NoAnswer, ProviderCalls
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings

REDIRECTED, REFUSED = "redirected", "refused"
STRICT = OutboundSettings(connect_timeout_s=2, deadline_s=10)
_TIMEOUT_S = 10
# The code of why nothing came of an address; None for an answer, REDIRECTED for one not followed.
Ask = Callable[[str], Awaitable[str | None]]
Client = Callable[[ssl.SSLContext], AbstractAsyncContextManager[Ask]]


@asynccontextmanager
async def _fetcher(tls: ssl.SSLContext) -> AsyncIterator[Ask]:
    async with OutboundFetcher(STRICT, SystemClock(), tls=tls) as fetcher:

        async def ask(url: str) -> str | None:
            got = await fetcher.fetch(url)
            return got.problem.code if got.problem else None

        yield ask


@asynccontextmanager
async def _poster(tls: ssl.SSLContext) -> AsyncIterator[Ask]:
    async with OutboundPoster(STRICT, SystemClock(), tls=tls) as poster:

        async def ask(url: str) -> str | None:
            posted = await poster.post(url, b"{}", {"Content-Type": "application/json"})
            return REFUSED if posted.status is None else _answered(posted.status)

        yield ask


@asynccontextmanager
async def _transport(tls: ssl.SSLContext) -> AsyncIterator[Ask]:
    lookup = SystemLookup()
    async with open_guarded(AddressPolicy(STRICT.allowed_networks), lookup, tls) as client:

        async def ask(url: str) -> str | None:
            try:
                answer = await client.post(url, content=b"{}", timeout=_TIMEOUT_S)
            except (httpx2.HTTPError, httpx2.InvalidURL):
                return REFUSED
            return _answered(answer.status_code)

        yield ask
    lookup.close()


@asynccontextmanager
async def _provider(tls: ssl.SSLContext) -> AsyncIterator[Ask]:
    calls = ProviderCalls("https://accounts.invalid", _TIMEOUT_S, STRICT, tls=tls)

    async def ask(url: str) -> str | None:
        try:
            status, _ = await calls.ask("POST", url, {"code": "1"})
        except NoAnswer:
            return REFUSED
        return _answered(status)

    yield ask
    await calls.aclose()


def _answered(status: int) -> str | None:
    return REDIRECTED if 300 <= status < 400 else None


FETCHER = "fetcher"
CLIENTS: dict[str, Client] = {
    FETCHER: _fetcher,
    "poster": _poster,
    "transport": _transport,
    "provider": _provider,
}
