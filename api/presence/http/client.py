"""Who is on the other end of the connection.

Invariant: `X-Forwarded-For` counts only as far as our own proxies wrote it, so nobody chooses the
address that throttling sees.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

VERSIONED = "/api/v1/"


def client_address(request: Request, trusted_proxies: int) -> str:
    """The caller's IP address as text; empty when unknown.

    With n trusted proxies the caller is the n-th entry from the right of `X-Forwarded-For`.
    """
    if trusted_proxies > 0:
        chain = [part.strip() for part in request.headers.get("x-forwarded-for", "").split(",")]
        if len(chain) >= trusted_proxies and chain[-trusted_proxies]:
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
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return str(parsed)


def bearer_token(scope: Scope) -> str | None:
    """The token of `Authorization: Bearer …` on a call under /api/v1; None without one.

    The frozen calls know cookies only.
    """
    if not scope["path"].startswith(VERSIONED):
        return None
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None
