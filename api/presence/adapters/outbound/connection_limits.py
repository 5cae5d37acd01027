"""Whether a server may be connected to now, whatever names lead to it.

Invariant: every address is checked before the first connection to it, whether it comes from a name
or is literal; what was connected to with a certificate for the name is reported by its address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import aiohttp
from aiohttp.client_reqrep import ClientRequest
from aiohttp.connector import Connection
from aiohttp.tracing import Trace


class ServerBusy(OSError):
    """The server has been visited for other names too often; nothing was connected to."""


class ServerLimits(Protocol):
    """Knows which servers may be connected to."""

    async def admit(self, host: str, addresses: Sequence[str], port: int) -> Sequence[str]:
        """Those of the addresses that may be connected to for `host`. Raises ServerBusy."""
        ...

    async def prove(self, host: str, address: str) -> None:
        """The server at `address` showed a valid certificate for `host`."""
        ...


class ProvingConnector(aiohttp.TCPConnector):
    """Says of each connection with TLS, whose certificate was checked, where it led."""

    def __init__(self, prove: Callable[[str, str], Awaitable[None]] | None, **options: Any) -> None:
        super().__init__(**options)
        self._prove = prove

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Trace],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - the base class's
    ) -> Connection:
        """A connection as the base class makes or keeps it."""
        connection = await super().connect(req, traces, timeout)
        transport, host = connection.transport, req.url.raw_host
        if self._prove is not None and req.is_ssl() and transport is not None and host:
            peer = transport.get_extra_info("peername")
            await self._prove(host, str(peer[0]))
        return connection
