"""Parses an address the way the HTTP client will, and refuses every misleading spelling.

Invariant: the object returned is the one the client connects with, so there is no second parser to
disagree with, and its host is a plain DNS name, a canonical dotted quad or an IPv6 literal.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote, urljoin

from yarl import URL

from presence.analysis.types import FetchProblem
from presence.analysis.types.web import FetchProblemCode

MAX_URL = 8_192
_PLAIN = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")
_NAME = re.compile(r"(?=.{1,253}\.?$)[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?\.?")
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_NUMBER = re.compile(r"\d+|0[xX][0-9A-Fa-f]*")


class FetchRefused(Exception):
    """Ends a fetch; carries the problem to report."""

    def __init__(self, code: FetchProblemCode, message: str) -> None:
        super().__init__(message)
        self.problem = FetchProblem(code, message)

    @classmethod
    def because(cls, problem: FetchProblem) -> FetchRefused:
        """Wrap a problem in this exception."""
        return cls(problem.code, problem.message)


def read_target(text: str) -> URL:
    """The address as the client will use it, without its fragment. Raises FetchRefused."""
    if not text or len(text) > MAX_URL or _FORBIDDEN.search(text):  # guard: outbound.url-characters
        raise FetchRefused("invalid-url", "This is not a valid website address.")
    try:
        url = URL(text, encoded=_PLAIN.fullmatch(text) is not None)
        host, port = url.raw_host or "", url.port
    except ValueError as error:
        raise FetchRefused("invalid-url", "This is not a valid website address.") from error
    if url.scheme not in ("http", "https"):  # guard: outbound.scheme
        raise FetchRefused("unsupported-scheme", "Only http and https addresses can be opened.")
    # guard: outbound.user-info
    if url.raw_user is not None or url.raw_password is not None or "@" in url.raw_authority:
        raise FetchRefused("invalid-url", "The address must not contain a user name or password.")
    if port is None or not 0 < port < 65_536:  # guard: outbound.port
        raise FetchRefused("invalid-url", "The address has no valid port.")
    _check_host(host)
    return url.with_fragment(None) if url.raw_fragment else url


def join(base: URL, location: str) -> str:
    """The target of a Location header, as text for `read_target`; stray bytes are escaped."""
    raw = location.strip().encode("utf-8", "surrogateescape")
    return urljoin(str(base), quote(raw, safe="-._~:/?#[]@!$&'()*+,;=%\\"))


def literal_address(url: URL) -> str | None:
    """The IP address a URL states literally, or None if its host is a name."""
    host = url.raw_host or ""
    return host if ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]) else None


def _check_host(host: str) -> None:
    """Refuse octal, hexadecimal, short and dotless numbers, which resolvers would accept."""
    try:
        if ":" in host:
            good = "%" not in host and bool(IPv6Address(host))
        elif _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
            good = str(IPv4Address(host)) == host
        else:
            good = _NAME.fullmatch(host) is not None and ".." not in host
    except AddressValueError:
        good = False
    if not good:
        raise FetchRefused("invalid-url", "This is not a valid website address.")
