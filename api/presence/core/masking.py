"""How an address that opens something by itself is shown to somebody who only reads.

Invariant: of the path and the query, where such an address carries its secret, no more than the
last four characters are left, and none of a short one.
"""

from __future__ import annotations

from urllib.parse import urlsplit

_SHOWN, _SHOWN_FROM = 4, 16


def masked_address(address: str) -> str:
    """`https://host/…` and the last characters; enough to tell two addresses apart."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "…"
    host = parts.netloc.rpartition("@")[2]
    rest = f"{parts.path}?{parts.query}" if parts.query else parts.path
    if rest in ("", "/"):
        return f"{parts.scheme}://{host}{rest}"
    end = rest[-_SHOWN:] if len(rest) >= _SHOWN_FROM else ""
    return f"{parts.scheme}://{host}/…{end}"


def left_out(address: str) -> None:
    """Leave the address out where nobody needs to tell two addresses apart."""
