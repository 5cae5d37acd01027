"""Resolves names to verified addresses, and guards the socket itself once more.

Invariant: a name is resolved once per connection; if any of its addresses is refused, the whole
name is, and sockets exist only for addresses that the policy permits.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiohttp.abc import AbstractResolver, ResolveResult

from presence.adapters.outbound.addresses import AddressPolicy
from presence.adapters.outbound.connection_limits import ServerLimits

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
MOST_ADDRESSES = 8
_THREADS = 16


class AddressRefused(OSError):
    """A connection the policy forbids; the message says why in a few words."""


class NameNotFound(OSError):
    """The name has no address."""


class SystemLookup:
    """The machine's resolver, on threads of its own: slow names cannot stall anything else."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="presence-dns")

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """Every address of `host`, in the order to try. Raises OSError if there is none."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._look_up, host, port)
        return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))

    def close(self) -> None:
        """Drop pending look-ups."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    @staticmethod
    def _look_up(host: str, port: int) -> list[Any]:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


class GuardedResolver(AbstractResolver):
    """The resolver that the HTTP client uses."""

    def __init__(
        self, policy: AddressPolicy, lookup: Lookup, turns: ServerLimits | None = None
    ) -> None:
        self._policy = policy
        self._lookup = lookup
        self._turns = turns

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """All addresses of `host`, each permitted and with a free turn.

        Raises AddressRefused, NameNotFound or ServerBusy.
        """
        try:
            addresses = await self._lookup(host, port)
        except (OSError, UnicodeError) as error:
            raise NameNotFound(host) from error
        if not addresses:
            raise NameNotFound(host)
        # guard: outbound.every-address -> for address in addresses[:1]:
        for address in addresses:
            reason = self._policy.refusal(address, port)
            if reason is not None:  # guard: outbound.resolved
                raise AddressRefused(reason)
        chosen = addresses[:MOST_ADDRESSES]
        if self._turns is not None:  # guard: outbound.turn-of-server
            chosen = await self._turns.admit(host, chosen, port)
        return [_result(host, address, port) for address in chosen]

    async def close(self) -> None:
        """There is nothing to release."""


def guarded_socket(policy: AddressPolicy) -> Callable[[Any], socket.socket]:
    """A socket factory that makes the final decision, for names and literal addresses alike."""

    def create(info: Any) -> socket.socket:
        family, kind, protocol, _, peer = info
        reason = policy.refusal(str(peer[0]), int(peer[1]))
        if reason is not None:  # guard: outbound.socket
            raise AddressRefused(reason)
        return socket.socket(family, kind, protocol)

    return create


def _result(host: str, address: str, port: int) -> ResolveResult:
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=socket.AF_INET6 if ":" in address else socket.AF_INET,
        proto=socket.IPPROTO_TCP,
        flags=socket.AI_NUMERICHOST,
    )
