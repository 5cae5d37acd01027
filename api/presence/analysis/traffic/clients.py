"""The client's address as logs write it: with a port, in brackets, mapped into IPv6, in a chain.

Invariant: what is returned is an address in its shortest form, a plausible host name, or nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

_HOST_NAME: Final = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,252}[A-Za-z0-9_.])?")
_WITH_PORT: Final = re.compile(r"\[([^\]]+)\](?::\d{1,5})?|([^:\s]+):\d{1,5}")
# A server's own networks: an address in them is a proxy in front of it, never a visitor of the web.
_OWN: Final = tuple(
    ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16"),
        *("100.64.0.0/10", "::1/128", "fc00::/7", "fe80::/10"),
    )
)


_OCTETS: Final = frozenset(str(octet) for octet in range(256))


def address_of(text: str) -> str | None:
    """The client's address in its shortest form, or the host name that stands for it; else None."""
    parts = text.split(".")
    if len(parts) == 4 and _OCTETS.issuperset(parts):
        return text
    return _unusual(text)


@lru_cache(maxsize=8192)
def _unusual(text: str) -> str | None:
    plain = _plain(text)
    address = parsed(plain)
    if address is not None:
        return str(address)
    numbers = plain.replace(".", "").isdigit()
    return plain.lower() if not numbers and _HOST_NAME.fullmatch(plain) else None


def parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The address a text is, an IPv4 address mapped into IPv6 as itself; None for anything else."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def client_of(peer: str, forwarded: str) -> str | None:
    """The client behind a connection and the X-Forwarded-For that came with it.

    Whoever connects can write the header's beginning, so a header from the open web is not
    believed. From a proxy of our own network, the last address in it from outside that network is
    the one the proxy saw.
    """
    address = address_of(peer)
    if forwarded in ("", "-") or (address is not None and not _is_own(address)):
        return address
    return _outermost(forwarded) or address


def forwarded_client(chain: str) -> str | None:
    """The client of a log that has the forwarded chain in the address's place.

    What follows the last address, as the user's name, is passed over.
    """
    *hops, last = chain.split(", ")
    hops.append(last.partition(" ")[0])
    return _outermost(",".join(hops)) or address_of(hops[0].strip())


def _outermost(chain: str) -> str | None:
    """The last address of a forwarded chain from outside our own network, "," between them."""
    for hop in reversed(chain.split(",")):
        seen = address_of(hop.strip())
        if seen is not None and parsed(seen) is not None and not _is_own(seen):
            return seen
    return None


@lru_cache(maxsize=4096)
def _is_own(address: str) -> bool:
    known = parsed(address)
    return known is not None and any(known in network for network in _OWN)


def _plain(text: str) -> str:
    found = _WITH_PORT.fullmatch(text)
    return (found[1] or found[2]) if found else text
