"""Connections of an SDK or a plain client to servers whose address somebody else named.

Invariant: every address the name leads to, at the moment of connecting, is permitted by the policy
of the guarded fetcher, and the connection goes to exactly an address that was checked: a name
that is public when it is entered and private when it is asked leads nowhere. No redirect is
followed. Only where it is said so does a proxy reach what is public, or unknown here. Answers are
asked for and read without encoding and up to a size: nothing is unpacked that could be a bomb.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from ipaddress import ip_address
from typing import Final

import httpx2

from presence.adapters.outbound.addresses import AddressPolicy, special_purpose
from presence.adapters.outbound.proxied import is_for_proxy, open_proxied
from presence.adapters.outbound.resolver import MOST_ADDRESSES, Lookup

_CONNECTIONS: Final = 200
_PORTS: Final = {"http": 80, "https": 443}
MOST_ANSWER: Final = 16 * 1024 * 1024  # of which an engine's longest answer is a hundredth
_LOOK_S: Final = 2.0  # behind a proxy there may be nobody who resolves names


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Resolves, checks and pins the address of each request, then hands it on.

    `inner` must not keep connections alive: they are known by address, and two names may share one.
    `proxied` reaches public hosts in its place.
    """

    def __init__(
        self,
        inner: httpx2.AsyncBaseTransport,
        policy: AddressPolicy,
        lookup: Lookup,
        proxied: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._inner = inner
        self._policy = policy
        self._lookup = lookup
        self._proxied = proxied

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises httpx2.ConnectError for an address that is not permitted or not found.

        RemoteProtocolError for an encoded answer; reading more than MOST_ANSWER is a ReadError.
        """
        request.headers["Accept-Encoding"] = "identity"
        answer = await self._answer(request)
        if _is_encoded(answer):  # guard: outbound.engine-encoding
            await answer.aclose()
            raise httpx2.RemoteProtocolError("The answer is encoded, which was not asked for.")
        answer.stream = _Counted(answer.stream)
        return answer

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host
        port = _port_of(request.url)
        if self._proxied is not None and is_for_proxy(request.url, port):
            addresses = await self._known(host, port)
            if not any(special_purpose(ip_address(address)) for address in addresses):
                return await self._proxied.handle_async_request(request)
        else:
            addresses = await self._permitted(host, port)
        # The Host header is already set; the certificate must still be the name's.
        request.extensions = {**request.extensions, "sni_hostname": host}
        return await self._first_of(addresses, request)

    async def aclose(self) -> None:
        """Close what is behind."""
        await self._inner.aclose()
        if self._proxied is not None:
            await self._proxied.aclose()

    async def _first_of(self, addresses: Sequence[str], request: httpx2.Request) -> httpx2.Response:
        """What the first address answers that can be connected to; nothing was sent before."""
        *others, last = addresses[:MOST_ADDRESSES]
        for address in others:
            request.url = request.url.copy_with(host=address)
            try:
                return await self._inner.handle_async_request(request)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                continue
        request.url = request.url.copy_with(host=last)
        return await self._inner.handle_async_request(request)

    async def _known(self, host: str, port: int) -> Sequence[str]:
        """Addresses of a name, each permitted; none when nobody here knows it."""
        try:
            addresses = await asyncio.wait_for(self._lookup(host, port), _LOOK_S)
        except (OSError, UnicodeError):
            return ()
        return self._checked(addresses, port)

    async def _permitted(self, host: str, port: int) -> Sequence[str]:
        try:
            addresses = await self._lookup(host, port)
        except (OSError, UnicodeError) as error:
            raise httpx2.ConnectError("The name was not found.") from error
        if not addresses:
            raise httpx2.ConnectError("The name was not found.")
        return self._checked(addresses, port)

    def _checked(self, addresses: Sequence[str], port: int) -> Sequence[str]:
        # guard: outbound.engine-address
        if any(self._policy.refusal(address, port) for address in addresses):
            raise httpx2.ConnectError("The address is not permitted.")
        return addresses


class _Counted(httpx2.AsyncByteStream):
    """The bytes of an answer, up to MOST_ANSWER."""

    def __init__(self, inner: object) -> None:
        if not isinstance(inner, httpx2.AsyncByteStream):
            raise TypeError("An answer of an asynchronous transport is read asynchronously.")
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Raises httpx2.ReadError when more comes."""
        came = 0
        async for part in self._inner:
            came += len(part)
            if came > MOST_ANSWER:  # guard: outbound.engine-size
                raise httpx2.ReadError("The answer is too large.")
            yield part

    async def aclose(self) -> None:
        """Leave the connection."""
        await self._inner.aclose()


def _is_encoded(answer: httpx2.Response) -> bool:
    named = answer.headers.get("Content-Encoding", "").lower().replace(" ", "")
    return any(coding not in ("", "identity") for coding in named.split(","))


def _port_of(url: httpx2.URL) -> int:
    return _PORTS.get(url.scheme, 0) if url.port is None else url.port


def open_guarded(
    policy: AddressPolicy,
    lookup: Lookup,
    tls: ssl.SSLContext | None = None,
    *,
    by_proxy: bool = False,
) -> httpx2.AsyncClient:
    """A client for addresses that others named; a connection for each request.

    `tls` replaces the default verified context, for tests. With `by_proxy` public https hosts are
    reached through the proxy of the environment, if it names one.
    """
    once = httpx2.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=0)
    inner = httpx2.AsyncHTTPTransport(verify=tls or True, limits=once, trust_env=False)
    proxied = open_proxied(once, tls) if by_proxy else None
    return httpx2.AsyncClient(
        transport=GuardedTransport(inner, policy, lookup, proxied),
        follow_redirects=False,
        trust_env=False,
    )
