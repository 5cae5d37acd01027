"""The proxy that the environment names, for public hosts whose name somebody else gave.

Invariant: it is asked for nothing but an https host with a name of the public web, so whoever
answers in its network must still prove that name; what is private by number, by name or by how it
resolves here is never its to reach.
"""

from __future__ import annotations

import ssl
from typing import Final
from urllib.request import getproxies, proxy_bypass

import httpx2

from presence.adapters.outbound.addresses import OPEN_PORTS

# Endings that no public name has: RFC 6761, 6762 and 8375, ICANN's list, and what networks use.
_PRIVATE: Final = frozenset(
    {"alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local",
     "localhost", "mail", "onion", "private", "svc", "test"}
)  # fmt: skip


def open_proxied(
    limits: httpx2.Limits, tls: ssl.SSLContext | None = None
) -> httpx2.AsyncHTTPTransport | None:
    """Connections through the proxy for https; None where the environment names none."""
    named = getproxies()
    address = named.get("https") or named.get("all")
    if not address:
        return None
    proxy = address if "://" in address else f"http://{address}"
    return httpx2.AsyncHTTPTransport(verify=tls or True, limits=limits, proxy=proxy)


def is_for_proxy(url: httpx2.URL, port: int) -> bool:
    """Whether the proxy may be asked for an address, judging by the address alone."""
    labels = url.host.lower().rstrip(".").split(".")
    return (
        url.scheme == "https"
        and port in OPEN_PORTS
        and len(labels) > 1
        and all(labels)
        and labels[-1][0].isalpha()
        and labels[-1] not in _PRIVATE
        and not proxy_bypass(url.host)
    )
