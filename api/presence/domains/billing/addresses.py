"""Return addresses supplied by a client: only our own origin, with our parameters added.

Invariant: whatever is sent to the payment provider as a return address has one of the configured
origins, compared as parsed parts and never as text.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from presence.domains.billing.errors import foreign_address

MAX = 2_048
SESSION = "{CHECKOUT_SESSION_ID}"
_PORTS = {"http": 80, "https": 443}
_FORBIDDEN = frozenset('\\<>"{}|^` ')


def own_address(url: str, origins: Iterable[str], field: str) -> str:
    """`url` if its origin is one of `origins`. Raises ValidationFailed for `field` otherwise."""
    odd = any(c in _FORBIDDEN or ord(c) < 33 or ord(c) > 126 for c in url)
    # guard: billing.foreign-return-address
    if odd or len(url) > MAX or _origin(url) not in {_origin(o) for o in origins} - {None}:
        raise foreign_address(field)
    return url


def with_session(url: str, reference: str = SESSION) -> str:
    """`url` with `session_id=reference` added to its query, before a fragment."""
    address, mark, fragment = url.partition("#")
    joint = "&" if "?" in address else "?"
    return f"{address}{joint}session_id={reference}{mark}{fragment}"


def _origin(url: str) -> tuple[str, str, int] | None:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    # guard: billing.odd-return-address
    if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]
