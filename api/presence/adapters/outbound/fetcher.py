"""The product's only way to open an address somebody else chose.

Invariant: a fetch ends within its deadline, keeps at most `max_bytes` of decoded body, never
raises, and every hop of it connected to an address the policy permits.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable
from types import TracebackType
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

from presence.adapters.outbound.addresses import AddressPolicy
from presence.adapters.outbound.connection_limits import ProvingConnector, ServerLimits
from presence.adapters.outbound.decoding import ACCEPTED, BadEncoding, Body
from presence.adapters.outbound.exchange import Exchange, Headers
from presence.adapters.outbound.failures import (
    headers_too_large,
    problem_of,
    refused_address,
    too_large,
)
from presence.adapters.outbound.resolver import (
    GuardedResolver,
    Lookup,
    SystemLookup,
    guarded_socket,
)
from presence.adapters.outbound.targets import FetchRefused, join, literal_address, read_target
from presence.analysis.crawler.agents import USER_AGENT
from presence.analysis.ports import Clock
from presence.analysis.types import Fetched
from presence.core import metrics
from presence.core.sample import port_of
from presence.core.settings import OutboundSettings

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HTML_FIRST = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_MOST_HEADERS = 200
_DNS_CACHE_S = 60
_KEEP_ALIVE_S = 15
_CONNECTIONS = 64


class OutboundFetcher:
    """`analysis.ports.Fetcher` on a pool of kept-alive connections; an async context manager.

    `lookup` replaces the system's resolver and `tls` the default verified context, for tests.
    With `turns` a server is connected to when it is its turn.
    """

    def __init__(
        self,
        settings: OutboundSettings,
        clock: Clock,
        *,
        lookup: Lookup | None = None,
        tls: ssl.SSLContext | None = None,
        turns: ServerLimits | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._policy = AddressPolicy(settings.allowed_networks, port_of(settings.example_site))
        self._system = SystemLookup() if lookup is None else None
        self._lookup: Lookup = lookup or self._system or SystemLookup()
        self._tls = tls
        self._turns = turns
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> OutboundFetcher:
        self._session = self._open_session()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None
        if self._system is not None:
            self._system.close()

    async def fetch(
        self,
        url: str,
        *,
        user_agent: str | None = None,
        max_bytes: int | None = None,
        deadline_s: float | None = None,
        accept: str | None = None,
    ) -> Fetched:
        """GET `url` and what it redirects to; limits given here can only be stricter.

        A body that passes `max_bytes` is problem `too-large` and keeps its first `max_bytes`.
        """
        settings = self._settings
        deadline = _stricter(deadline_s, settings.deadline_s)
        limit = int(_stricter(max_bytes, settings.max_bytes))
        exchange = Exchange(url, user_agent or USER_AGENT, self._clock)
        headers = {
            "User-Agent": user_agent or USER_AGENT,
            "Accept": accept or _HTML_FIRST,
            "Accept-Encoding": ACCEPTED,
        }
        try:
            async with asyncio.timeout(deadline):
                await self._follow(exchange, headers, limit)
        except FetchRefused as refused:
            exchange.problem = refused.problem
        except (aiohttp.ClientError, OSError, ValueError, BadEncoding) as error:
            exchange.problem = problem_of(error, _host(exchange.current), deadline)
        return _counted(exchange.result())

    async def _follow(self, exchange: Exchange, headers: dict[str, str], limit: int) -> None:
        """Send requests until the response is not a redirect. Raises Refused."""
        text, visited = exchange.current, set[str]()
        while True:
            target = read_target(text)
            address = str(target)
            exchange.ask(address)
            await self._check_literal(target)  # guard: outbound.redirect-literal
            if address in visited:  # guard: outbound.redirect-loop
                raise FetchRefused("redirect-loop", "The address redirects in a circle.")
            visited.add(address)
            location = await self._request(exchange, target, headers, limit)
            if location is None:
                return
            if len(exchange.hops) >= self._settings.max_redirects:
                most = self._settings.max_redirects
                raise FetchRefused(
                    "too-many-redirects", f"The address redirects over {most} times."
                )
            text = join(target, location)
            exchange.redirected(text)

    async def _request(
        self, exchange: Exchange, target: URL, headers: dict[str, str], limit: int
    ) -> str | None:
        """One request. The Location of a redirect, or None when the body was read."""
        if self._session is None:
            raise RuntimeError("OutboundFetcher is used outside its `async with` block")
        async with self._session.get(target, headers=headers, allow_redirects=False) as response:
            raw = response.raw_headers
            # guard: outbound.header-bytes
            if sum(len(k) + len(v) + 4 for k, v in raw) > self._settings.max_header_bytes:
                raise FetchRefused.because(headers_too_large(_host(str(target))))
            exchange.answered(response.status, _text_headers(raw))
            location = response.headers.get("Location")
            if response.status in _REDIRECTS and location:
                return location
            await _read(exchange, response, limit)
            return None

    async def _check_literal(self, target: URL) -> None:
        address = literal_address(target)
        if address is not None:
            reason = self._policy.refusal(address, target.port or 0)
            if reason is not None:  # guard: outbound.literal
                raise FetchRefused.because(refused_address(address, reason))
            if self._turns is not None:  # guard: outbound.turn-of-literal
                await self._turns.admit(address, (address,), target.port or 0)

    def _open_session(self) -> aiohttp.ClientSession:
        longest = self._settings.max_header_bytes // 2
        return aiohttp.ClientSession(
            connector=ProvingConnector(
                self._turns.prove if self._turns else None,
                resolver=GuardedResolver(self._policy, self._lookup, self._turns),
                socket_factory=guarded_socket(self._policy),
                ssl=self._tls or True,
                ttl_dns_cache=_DNS_CACHE_S,
                keepalive_timeout=_KEEP_ALIVE_S,
                limit=_CONNECTIONS,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(
                total=None, sock_connect=self._settings.connect_timeout_s
            ),
            auto_decompress=False,
            trust_env=False,
            max_line_size=longest,
            max_field_size=longest,
            max_headers=_MOST_HEADERS,
            skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding"),
        )


async def _read(exchange: Exchange, response: aiohttp.ClientResponse, limit: int) -> None:
    """Collect the body; one byte over `limit`, decoded or on the wire, ends the reading."""
    body = exchange.body = Body(response.headers.getall("Content-Encoding", ()), limit)
    async for chunk in response.content.iter_any():
        body.feed(chunk)
        if body.overflow:  # guard: outbound.body-bytes
            raise FetchRefused.because(too_large(limit))
    body.finish()


def _text_headers(raw: Iterable[tuple[bytes, bytes]]) -> Headers:
    return tuple((k.decode("latin-1").lower(), v.decode("utf-8", "replace")) for k, v in raw)


def _counted(fetched: Fetched) -> Fetched:
    problem = fetched.problem.code if fetched.problem is not None else None
    metrics.crawl_pages.labels(problem or f"{(fetched.status or 0) // 100}xx").inc()
    metrics.crawl_bytes.inc(fetched.wire_bytes)
    if problem == "address-refused":
        metrics.crawl_ssrf_blocked.inc()
    return fetched


def _stricter(asked: float | None, own: float) -> float:
    return own if asked is None else min(asked, own)


def _host(url: str) -> str:
    """The host to name in a sentence; the text itself when it has none."""
    try:
        return urlsplit(url).hostname or url[:100]
    except ValueError:
        return url[:100]
