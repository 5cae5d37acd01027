"""Which addresses may be connected to: our own copy of the IANA special-purpose registries.

The standard library of Python 3.11 calls NAT64 and 6to4 forms of private addresses global, so it
is used for parsing and arithmetic only. Invariant: an address is permitted when an operator's
network contains it, or when it is ordinary public unicast and so is every IPv4 address hidden in
it. Refusing too much costs a crawl; refusing too little costs a network.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from presence.core.sample import HERE

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# IANA IPv4 Special-Purpose Address Registry, every block that is not ordinary unicast. The two
# anycast exceptions inside 192.0.0.0/24 (PCP, TURN) serve no web pages and stay closed with it.
_IPV4: Final = tuple(
    (IPv4Network(block), name)
    for block, name in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private use"),
        ("100.64.0.0/10", "carrier-grade NAT"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "cloud platform service"),  # public by number, private by use
        ("169.254.0.0/16", "link local"),
        ("172.16.0.0/12", "private use"),
        ("192.0.0.0/24", "IETF protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.31.196.0/24", "AS112"),
        ("192.52.193.0/24", "AMT"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private use"),
        ("192.175.48.0/24", "AS112"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)

# IPv6: only 2000::/3 is ordinary unicast at all; these blocks inside it are not. The globally
# reachable exceptions inside 2001::/23 (anycast, AMT, AS112, ORCHIDv2, drone ids) are no web sites.
_IPV6_UNICAST: Final = IPv6Network("2000::/3")
_IPV6: Final = tuple(
    (IPv6Network(block), name)
    for block, name in (
        ("2001::/23", "IETF protocol assignments"),  # Teredo, ORCHID and benchmarking among them
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("2620:4f:8000::/48", "AS112"),
        ("3ffe::/16", "6bone"),
        ("3fff::/20", "documentation"),
    )
)
_NAT64: Final = IPv6Network("64:ff9b::/96")
_ISATAP: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})

_EXAMPLE_HOST: Final = IPv4Address(HERE)
OPEN_PORTS: Final = frozenset({80, 443, *range(8000, 9000)})


class AddressPolicy:
    """Decides about one address and port; `allowed` are networks the operator opened.

    Of this machine `example_port` is open too, if given: the sample company's site.
    """

    def __init__(self, allowed: Iterable[Network] = (), example_port: int | None = None) -> None:
        self._allowed = tuple(allowed)
        self._example_port = example_port
        self._refusal = lru_cache(maxsize=4_096)(self._decide)

    def refusal(self, address: str, port: int) -> str | None:
        """Why a connection is refused, in a few words, or None when it may be made.

        `address` is numeric text as a resolver or a socket gives it; anything else is refused.
        """
        return self._refusal(address, port)

    def _decide(self, address: str, port: int) -> str | None:
        try:
            parsed = ip_address(address)
        except ValueError:
            return "not an address"
        if getattr(parsed, "scope_id", None):  # guard: outbound.scoped-address
            return "link local"
        if any(parsed.version == net.version and parsed in net for net in self._allowed):
            return None if 0 < port < 65_536 else "no such port"
        # guard: outbound.example-port
        if port == self._example_port and parsed == _EXAMPLE_HOST:
            return None
        return special_purpose(parsed) or (None if port in OPEN_PORTS else f"port {port}")


def special_purpose(address: Address) -> str | None:
    """The registry block an address belongs to, or None for ordinary public unicast."""
    if isinstance(address, IPv4Address):
        return next((name for net, name in _IPV4 if address in net), None)
    # guard: outbound.nat64
    if address in _NAT64:  # the translator of an IPv6-only network: judged by what is behind it
        return special_purpose(IPv4Address(int(address) & 0xFFFF_FFFF))
    if address not in _IPV6_UNICAST:  # guard: outbound.ipv6-unicast
        return _outside_unicast(address)
    inside = next((name for net, name in _IPV6 if address in net), None)
    if inside is None and (int(address) >> 32) & 0xFFFF_FFFF in _ISATAP:  # guard: outbound.isatap
        return special_purpose(IPv4Address(int(address) & 0xFFFF_FFFF))
    return inside


def _outside_unicast(address: IPv6Address) -> str:
    if address.ipv4_mapped is not None:
        return "IPv4-mapped"
    if int(address) < 1 << 32:
        return "loopback" if int(address) == 1 else "IPv4-compatible or unspecified"
    return "reserved, local or multicast"
