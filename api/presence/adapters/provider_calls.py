"""Calls to a sign-in provider: to the issuer the operator set, and to where its words lead.

Invariant: only the issuer's own origin is reached as it is. Any other address was named by what the
provider published and goes the guarded way, like one that a customer typed, public hosts through
the proxy where the environment names one; no redirect is followed.
"""

from __future__ import annotations

import asyncio
import ssl

import httpx2

from presence.adapters.outbound import AddressPolicy, Lookup
from presence.adapters.outbound.guarded import open_guarded
from presence.adapters.outbound.resolver import SystemLookup
from presence.core.settings import OutboundSettings

_MOST_BYTES = 512_000
_PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int | None]


class NoAnswer(Exception):
    """Nothing came of a call; the message says why in a few words, without the address."""


class ProviderCalls:
    """The connections of one provider. `lookup` and `tls` replace the system's own, for tests."""

    def __init__(
        self,
        issuer: str,
        timeout_s: float,
        outbound: OutboundSettings,
        *,
        lookup: Lookup | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._issuer = origin_of(issuer)
        self._timeout_s = timeout_s
        # An address that nobody answers at leaves time for the next one.
        self._timeouts = httpx2.Timeout(timeout_s, connect=timeout_s / 2)
        self._system = SystemLookup()
        policy = AddressPolicy(outbound.allowed_networks)
        self._own = httpx2.AsyncClient(follow_redirects=False)
        self._guarded = open_guarded(policy, lookup or self._system, tls, by_proxy=True)

    async def ask(
        self, method: str, url: str, form: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Status and body of what is answered. Raises NoAnswer."""
        origin = origin_of(url)
        if origin is None:
            raise NoAnswer("not an address")
        # guard: google.named-address -> self._own
        client = self._own if origin == self._issuer else self._guarded
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._read(client, method, url, form)
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, ValueError) as error:
            raise NoAnswer(type(error).__name__) from error

    async def aclose(self) -> None:
        """Close the connections."""
        await self._own.aclose()
        await self._guarded.aclose()
        self._system.close()

    async def _read(
        self, client: httpx2.AsyncClient, method: str, url: str, form: dict[str, str] | None
    ) -> tuple[int, bytes]:
        async with client.stream(method, url, data=form, timeout=self._timeouts) as response:
            body = b""
            async for part in response.aiter_bytes():
                body += part
                if len(body) > _MOST_BYTES:
                    raise NoAnswer("too much")
            return response.status_code, body


def origin_of(url: str) -> Origin | None:
    """Scheme, host and port of a web address; None for anything else."""
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError):
        return None
    if parsed.scheme not in _PORTS or not parsed.host:
        return None
    return parsed.scheme, parsed.host, parsed.port or _PORTS[parsed.scheme]
