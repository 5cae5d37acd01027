"""Addresses that must never be reached, in every spelling a URL or a resolver can give them.

Derived from the IANA registries independently of the product's table: first, last and a middle
address of each block, and the forms that hide an IPv4 address inside an IPv6 one.
"""

from __future__ import annotations

from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

_V4 = (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
    "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
)  # fmt: skip
_V6 = (
    "::/128", "::1/128", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64",
    "2001::/32", "2001:2::/48", "2001:10::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48",
    "3ffe::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
)  # fmt: skip
_METADATA = (
    "169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16",
    "fd00:ec2::254", "fd20:ce::254", "255.255.255.255",
)  # fmt: skip
HIDDEN = ("127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "172.31.255.255")


def _corners(block: str, make: type[IPv4Network] | type[IPv6Network]) -> list[str]:
    """First, middle and last address."""
    network = make(block)
    middle = network.network_address + network.num_addresses // 2
    return [str(network.network_address), str(middle), str(network.broadcast_address)]


def wrapped(inner: str) -> list[str]:
    """An IPv4 address inside IPv6: mapped, compatible, NAT64, 6to4, Teredo, ISATAP."""
    number = int(IPv4Address(inner))
    obfuscated = number ^ 0xFFFF_FFFF
    forms = (
        0xFFFF << 32 | number,
        number,
        0x0064_FF9B << 96 | number,
        0x2002 << 112 | number << 80 | 1,
        0x2001_0000 << 96 | int(IPv4Address("8.8.8.8")) << 64 | obfuscated,
        0x2606_4700 << 96 | 0x0000_5EFE << 32 | number,
        0x2606_4700 << 96 | 0x0200_5EFE << 32 | number,
    )
    return [str(IPv6Address(form)) for form in forms]


PRIVATE_V4: tuple[str, ...] = tuple(a for block in _V4 for a in _corners(block, IPv4Network))
FORBIDDEN: tuple[str, ...] = tuple(
    dict.fromkeys(
        [
            *PRIVATE_V4,
            *(a for block in _V6 for a in _corners(block, IPv6Network)),
            *(form for inner in HIDDEN for form in wrapped(inner)),
            *_METADATA,
        ]
    )
)

_BLOCKS = tuple(ip_network(block) for block in (*_V4, *_V6))
_UNICAST = IPv6Network("2000::/3")
_SPECIAL = frozenset(ip_address(address) for address in _METADATA)


def is_forbidden(address: str) -> bool:
    """Whether nobody who typed an address may ever be led to this one."""
    parsed = ip_address(address)
    if parsed in _SPECIAL or any(parsed in b for b in _BLOCKS if b.version == parsed.version):
        return True
    if isinstance(parsed, IPv4Address):
        return False
    number = int(parsed)
    hides = number >> 32 == 0x0064_FF9B << 64 or number >> 32 & 0xFDFF_FFFF == 0x0000_5EFE
    if hides:
        return is_forbidden(str(IPv4Address(number & 0xFFFF_FFFF)))
    return parsed not in _UNICAST


ORDINARY: tuple[str, ...] = (
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0",
    "192.0.1.1", "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.254",
    "2606:4700::1111", "2a00:1450:4001::1", "2620:0:ccc::2", "2003::1", "64:ff9b::808:808",
)  # fmt: skip


def host_of(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address


def spellings(address: str) -> list[str]:
    """Ways to write an IPv4 address that some resolver or browser accepts."""
    number = int(IPv4Address(address))
    a, b, c, d = address.split(".")
    wide = "".join(chr(ord(ch) + 0xFEE0) if ch.isdigit() else ch for ch in address)
    return [
        str(number),
        hex(number),
        oct(number).replace("0o", "0"),
        f"0{number:o}",
        f"0X{number:X}",
        f"{a}.{(int(b) << 16) + (int(c) << 8) + int(d)}",
        f"{a}.{b}.{(int(c) << 8) + int(d)}",
        ".".join(hex(int(part)) for part in (a, b, c, d)),
        ".".join(f"0{int(part):o}" for part in (a, b, c, d)),
        ".".join(f"{int(part):04d}" for part in (a, b, c, d)),
        f"{address}.",
        f"0x{int(a):x}.{b}.{c}.{d}",
        f"{a}.{b}.{c}.0{int(d):o}",
        f"{a}..{d}",
        wide,
        address.replace(".", "。"),
        address.replace(".", "%2e"),
        "".join(f"%{ord(ch):02x}" for ch in address),
        f"user@{address}",
        f"user:pass@{address}",
        f"example.com@{address}",
        f"example.com%40{address}",
        f"example.com\\@{address}",
        f"{address}\t",
        f" {address}",
        f"{address}%00.example.com",
        f"[::ffff:{address}]",
        f"[::{address}]",
        f"[64:ff9b::{address}]",
        "[fe80::1%25eth0]",
        f"[{address}]",
    ]
