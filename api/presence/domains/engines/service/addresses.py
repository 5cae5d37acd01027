"""Whether the address a workspace gave for its own server may be called.

Invariant: the rules are those of the outbound guard: no private address unless the operator opened
its network. The text entered is checked without any look-up; names are resolved by the worker,
before each run, and every resulting address must be permitted.
"""

from __future__ import annotations

import asyncio
import socket

from yarl import URL

from presence.adapters.outbound import AddressPolicy
from presence.adapters.outbound.targets import FetchRefused, literal_address, read_target
from presence.core.settings import Settings

NOT_AN_ADDRESS = "This is not a valid server address."
NOT_PUBLIC = (
    "This server address is not public, so it cannot be asked from here. Give one that is "
    "reachable from the internet."
)
NOT_FOUND = "The server's name could not be found."


def refusal_as_typed(settings: Settings, base_url: str) -> str | None:
    """A sentence if the address can be refused by its form, else None."""
    try:
        target = read_target(base_url)
    except FetchRefused:
        return NOT_AN_ADDRESS
    literal, name = literal_address(target), (target.raw_host or "").rstrip(".").casefold()
    if literal is None:
        neighbour = "." not in name or name.endswith((".localhost", ".local", ".internal"))
        return NOT_PUBLIC if neighbour and not settings.outbound.allowed_networks else None
    return _refused(settings, target, [literal])


async def refusal_as_found(settings: Settings, base_url: str) -> str | None:
    """A sentence if any address that the name resolves to is refused, else None."""
    refusal = refusal_as_typed(settings, base_url)
    if refusal is not None:
        return refusal
    target = read_target(base_url)
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(target.raw_host or "", target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return NOT_FOUND
    return _refused(settings, target, [str(entry[4][0]) for entry in found])


def _refused(settings: Settings, target: URL, addresses: list[str]) -> str | None:
    policy = AddressPolicy(settings.outbound.allowed_networks)
    port = target.port or 0
    return NOT_PUBLIC if any(policy.refusal(address, port) for address in addresses) else None
