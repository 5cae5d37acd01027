"""Connections of an SDK or a plain client to servers whose address somebody else named.

Invariant: every address the name leads to, at the moment of connecting, is permitted by the policy
of the guarded fetcher, and the connection goes to exactly the address that was checked: a name
that is public when it is entered and private when it is asked leads nowhere. No redirect is
followed.
"""

from __future__ import annotations

import ssl
from typing import Final

import httpx2

from presence.adapters.outbound.addresses import AddressPolicy
from presence.adapters.outbound.resolver import Lookup

_CONNECTIONS: Final = 200
_PORTS: Final = {"http": 80, "https": 443}


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Resolves, checks and pins the address of each request, then hands it on.

    `inner` must not keep connections alive: they are known by address, and two names may share one.
    """

    def __init__(
        self, inner: httpx2.AsyncBaseTransport, policy: AddressPolicy, lookup: Lookup
    ) -> None:
        self._inner = inner
        self._policy = policy
        self._lookup = lookup

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises httpx2.ConnectError for an address that is not permitted or not found."""
        host = request.url.host
        port = request.url.port or _PORTS.get(request.url.scheme, 0)
        request.url = request.url.copy_with(host=await self._permitted(host, port))
        # The Host header is already set; the certificate must still be the name's.
        request.extensions = {**request.extensions, "sni_hostname": host}
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Close what is behind."""
        await self._inner.aclose()

    async def _permitted(self, host: str, port: int) -> str:
        try:
            addresses = await self._lookup(host, port)
        except (OSError, UnicodeError) as error:
            raise httpx2.ConnectError("The name was not found.") from error
        if not addresses or any(self._policy.refusal(address, port) for address in addresses):
            raise httpx2.ConnectError("The address is not permitted.")
        return addresses[0]


def open_guarded(
    policy: AddressPolicy, lookup: Lookup, tls: ssl.SSLContext | None = None
) -> httpx2.AsyncClient:
    """A client for addresses that others named; a connection for each request.

    `tls` replaces the default verified context, for tests.
    """
    once = httpx2.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=0)
    inner = httpx2.AsyncHTTPTransport(verify=tls or True, limits=once, trust_env=False)
    return httpx2.AsyncClient(
        transport=GuardedTransport(inner, policy, lookup), follow_redirects=False, trust_env=False
    )
