"""The connections to one Stripe account.

Invariant: opened by the first call and shared by all callers; `aclose` closes them.
"""

from __future__ import annotations

from typing import Any

import aiohttp
import stripe

from presence.core.settings import StripeSettings

API_VERSION = "2026-10-28.endive"


class _Straight:
    """A pool that follows no redirect: the key goes where it is meant to go."""

    def __init__(self, pool: aiohttp.ClientSession) -> None:
        self._pool = pool

    async def request(self, method: str, url: str, **options: Any) -> aiohttp.ClientResponse:
        """As the pool's own, which would follow."""
        # guard: stripe.redirect -> await self._pool.request(method, url, **options)
        return await self._pool.request(method, url, allow_redirects=False, **options)


class HttpClient:
    """The library's client at the pinned version, with a pool of ours."""

    def __init__(self, settings: StripeSettings, transport: stripe.HTTPClient | None) -> None:
        self._settings, self._transport = settings, transport
        self._http: aiohttp.ClientSession | None = None
        self._client: stripe.StripeClient | None = None

    @property
    def client(self) -> stripe.StripeClient:
        """Connected, or about to be."""
        if self._client is None:
            self._client = self._connect()
        return self._client

    async def aclose(self) -> None:
        """Close the connections; the next question opens new ones."""
        http, self._http, self._client = self._http, None, None
        if http is not None:
            await http.close()

    def _connect(self) -> stripe.StripeClient:
        settings = self._settings
        base = settings.base_url.rstrip("/")
        return stripe.StripeClient(
            settings.secret_key.get_secret_value(),
            stripe_version=API_VERSION,
            base_addresses={"api": base} if base else {},
            max_network_retries=settings.retries,
            http_client=self._transport or self._pool(),
        )

    def _pool(self) -> stripe.HTTPClient:
        settings = self._settings
        timeout = aiohttp.ClientTimeout(
            total=settings.timeout_s / (settings.retries + 1),
            sock_connect=settings.connect_timeout_s,
        )
        # Our own session: the library's could not be closed before it was used.
        self._http = aiohttp.ClientSession()
        straight: Any = _Straight(self._http)
        return stripe.AIOHTTPClient(timeout=timeout, session=straight)
