"""Determines who is on the other end of the connection.

Invariant: `X-Forwarded-For` counts only as far as our own proxies wrote it, so nobody can choose
the address that throttling sees.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

VERSIONED = "/api/v1/"


def client_address(request: Request, trusted_proxies: int) -> str:
    """The caller's IP address as text; empty when unknown.

    With n trusted proxies the caller is the n-th entry from the right of `X-Forwarded-For`, over
    all its lines: a proxy may append to the last one or add one of its own.
    """
    if trusted_proxies > 0:
        # guard: client.every-line -> [request.headers.get("x-forwarded-for", "")]
        lines = request.headers.getlist("x-forwarded-for")
        chain = [part.strip() for part in ",".join(lines).split(",")]
        if len(chain) >= trusted_proxies and chain[-trusted_proxies]:
            # guard: client.own-proxies -> chain[0][:64]
            return chain[-trusted_proxies][:64]
    return request.client.host if request.client else ""


def throttle_key(address: str) -> str:
    """What counts as one address: the address itself, or the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        # guard: client.ipv6-network -> str(parsed)
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return str(parsed)


def network_key(key: str) -> str:
    """The network of an address from `throttle_key`: /24 for IPv4, /56 for IPv6.

    The key itself if it is not an address.
    """
    try:
        parsed = ip_address(key.partition("/")[0])
    except ValueError:
        return key
    bits = 56 if isinstance(parsed, IPv6Address) else 24
    return str(ip_network((parsed, bits), strict=False))


def network_of(key: str) -> str:
    """The network of an address from `throttle_key`: /24, for IPv6 /48; the text itself if neither.

    Providers assign a /48 or /56 to one customer, and a /24 is rarely more than one place.
    """
    try:
        parsed = ip_address(key.partition("/")[0])
    except ValueError:
        return key
    bits = 48 if isinstance(parsed, IPv6Address) else 24
    return str(ip_network(f"{parsed}/{bits}", strict=False))


def bearer_token(scope: Scope) -> str | None:
    """The token of `Authorization: Bearer …` on a call under /api/v1; None without one.

    The frozen calls support cookies only.
    """
    if not scope["path"].startswith(VERSIONED):
        return None
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
