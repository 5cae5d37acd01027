"""Checks the head of a request before it is handled: method, target, version, framing, host.

Invariant: what two programs could interpret differently (two lengths, two hosts, an encoded slash)
is refused here, so that a proxy, a guard and a route never see different requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from presence.core.errors import AppError, HeadRefused, MethodRefused, Misdirected

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_VERSIONS = frozenset({"1.0", "1.1"})
# Requested by IP address from inside, by whatever supervises the process.
_PROBES = frozenset({b"/healthz", b"/readyz"})
_UNSAFE_TARGET = re.compile(rb"[^\x21-\x7e]|#")
# Browsers turn a backslash in a path into a slash, but leave one in a query unchanged.
_UNSAFE_PATH = re.compile(rb"\\|%(?![0-9a-f]{2})|%(?:2f|5c|[01][0-9a-f]|7f)", re.IGNORECASE)
_HOST = re.compile(
    rb"(?P<name>\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?)(?::[0-9]{1,5})?",
    re.IGNORECASE,
)

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class RequestHead:
    """The head of one request as it was sent; header names are in lower case."""

    method: str
    target: bytes
    version: str
    headers: tuple[tuple[bytes, bytes], ...]

    def values(self, name: bytes) -> list[bytes]:
        """The value of each line of the header with this name."""
        return [value.strip() for line, value in self.headers if line == name]


def check_head(head: RequestHead, answers_to: Callable[[str], bool]) -> AppError | None:
    """Why the request is refused; None if it may pass. `answers_to` knows our host names."""
    return (
        _method(head) or _target(head.target) or _framing(head) or _host(head, answers_to)
    )  # report the first problem


def _method(head: RequestHead) -> AppError | None:
    if head.version not in _VERSIONS:
        return HeadRefused("Only HTTP/1.0 and HTTP/1.1 are spoken here.")
    if head.method not in _METHODS:
        return MethodRefused(
            "This method is not answered here.", headers={"Allow": ", ".join(sorted(_METHODS))}
        )
    return None


def _target(target: bytes) -> AppError | None:
    path, _, _ = target.partition(b"?")
    if not path.startswith(b"/"):
        return HeadRefused("The address of a request must begin with a slash.")
    if _UNSAFE_TARGET.search(target) or _UNSAFE_PATH.search(path):
        return HeadRefused("The address holds a character that no address here has.")
    plain = unquote_to_bytes(path)
    try:
        plain.decode("utf-8")
    except UnicodeDecodeError:
        return HeadRefused("The address is not UTF-8.")
    if {b".", b".."} & set(plain.split(b"/")):
        return HeadRefused("An address must not hold . or .. as a part of its path.")
    return None


def _framing(head: RequestHead) -> AppError | None:
    lengths, codings = head.values(b"content-length"), head.values(b"transfer-encoding")
    if len(lengths) > 1 or len(codings) > 1 or (lengths and codings):
        return HeadRefused("A request must say once how long its body is.")
    if lengths and not (lengths[0].isdigit() and len(lengths[0]) <= 15):
        return HeadRefused("Content-Length is not a number.")
    if codings and (codings[0].lower() != b"chunked" or head.version != "1.1"):
        return HeadRefused("Of transfer codings only chunked is understood, in HTTP/1.1.")
    return None


def _host(head: RequestHead, answers_to: Callable[[str], bool]) -> AppError | None:
    hosts = head.values(b"host")
    match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
    if match is None:
        return HeadRefused("A request must name exactly one valid host.")
    name = match["name"].decode("ascii").lower().strip("[]")
    if head.target.partition(b"?")[0] in _PROBES or answers_to(name):
        return None
    return Misdirected("This server does not answer for that host. Check the address.")
