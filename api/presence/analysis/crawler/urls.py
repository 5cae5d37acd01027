"""Addresses: what a person typed, what a page links to, and when two spell the same page.

Invariant: two URLs that a server must answer alike by RFC 3986 have one `canonical_key`.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from urllib.parse import urljoin, urlsplit, urlunsplit

import idna

MAX_URL = 2_048
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HOST_PORT = re.compile(r"^[^/?#:]+:\d{1,5}(?:[/?#]|$)")
_TRACKING = re.compile(
    r"^(?:utm_[a-z_]+|gclid|fbclid|msclkid|dclid|mc_cid|mc_eid|igshid|_ga|ref_src)$",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_UNSAFE = re.compile(r"[^!-~]|[\"<>\\^`{|}]")
_PLAIN_PATH = re.compile(r"^/(?!/)[A-Za-z0-9/_~-]*(?:\.[A-Za-z0-9]+)?$")
_PLAIN_URL = re.compile(
    r"^https?://[a-z0-9][a-z0-9.-]*(?::(?!80/|443/)[1-9]\d{1,4})?/[A-Za-z0-9/_~-]*"
    r"(?:\.[A-Za-z0-9]+)?$"
)
_PORTS = {"http": 80, "https": 443}


def normalize_url(text: str) -> str:
    """Absolute http(s) URL of what a person typed: `Example.com/a#b` -> `https://example.com/a`.

    Raises ValueError with one customer sentence when no website can be meant.
    """
    raw = text.strip()
    if not raw or len(raw) > MAX_URL or any(c.isspace() or ord(c) < 32 for c in raw):
        raise ValueError("Please enter a valid website address.")
    if raw.startswith("//"):
        raw = "https:" + raw
    elif not _SCHEME.match(raw) or _HOST_PORT.match(raw):
        raw = "https://" + raw
    parts = urlsplit(raw)
    if parts.scheme not in _PORTS:  # guard: crawler.scheme
        raise ValueError("Only http and https addresses can be analysed.")
    if parts.username is not None or parts.password is not None:  # guard: crawler.user-info
        raise ValueError("The address must not contain a user name or password.")
    host = _host(parts.hostname or "")
    return _assemble(parts.scheme, host, _port(parts.port, parts.scheme), parts.path, parts.query)


def resolve(base: str, reference: str) -> str | None:
    """Absolute URL of a link on page `base`, without fragment; None when it is no web page."""
    if reference.startswith(("mailto:", "tel:", "javascript:", "data:", "#")):
        return None
    try:
        parts = urlsplit(urljoin(base, reference.strip()))
        if parts.scheme not in _PORTS or not parts.hostname:
            return None
        host = _host(parts.hostname, dotted=False)
        port = _port(parts.port, parts.scheme)
    except ValueError:
        return None
    return _assemble(parts.scheme, host, port, parts.path, parts.query)


@lru_cache(maxsize=32_768)
def canonical_key(url: str) -> str:
    """The key under which a page is fetched only once, without scheme, `www.` and tracking.

    A trailing slash is ignored too, as almost every server treats both spellings alike.
    """
    parts = urlsplit(url)
    host = (parts.netloc or "").removeprefix("www.")
    query = parts.query
    if query:
        kept = [p for p in query.split("&") if not _TRACKING.match(p.partition("=")[0])]
        query = "&".join(kept)
    path = parts.path.rstrip("/") or "/"
    return f"{host}{path}?{query}" if query else f"{host}{path}"


@lru_cache(maxsize=8_192)
def origin_of(url: str) -> str:
    """Scheme and authority of a URL, no trailing slash."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


@lru_cache(maxsize=32_768)
def site_of(url: str) -> str:
    """Host and port without `www.`: pages with the same value belong to one site."""
    return urlsplit(url).netloc.removeprefix("www.")


class Resolver:
    """Resolves the links of one crawl; menus repeat on every page, so answers are kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str | None] = {}

    def resolve(self, base: str, origin: str, reference: str) -> str | None:
        """Like `resolve`; `origin` is the page's, so that rooted links share one entry."""
        if reference.startswith("http"):
            key = ("", reference)
        else:
            rooted = reference.startswith("/") and not reference.startswith("//")
            key = (origin if rooted else base, reference)
        if key not in self._known:
            if _PLAIN_PATH.match(reference):
                self._known[key] = origin + reference
            elif _PLAIN_URL.match(reference):
                self._known[key] = reference
            else:
                self._known[key] = resolve(base, reference)
        return self._known[key]


def _host(name: str, *, dotted: bool = True) -> str:
    """ASCII form of a host name (IDNA 2008 with UTS 46 mapping) or a bracketed address."""
    bare = name.rstrip(".").lower()
    if not bare:
        raise ValueError("Please enter a valid website address.")
    if ":" in bare:
        return f"[{ipaddress.IPv6Address(bare)}]"
    if re.fullmatch(r"[0-9.]+", bare):
        return str(ipaddress.IPv4Address(bare))
    try:
        ascii_name = bare if bare.isascii() else idna.encode(bare, uts46=True).decode("ascii")
    except idna.IDNAError as error:
        raise ValueError("Please enter a valid website address.") from error
    labels = ascii_name.split(".")
    good = all(re.fullmatch(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", label) for label in labels)
    if not good or (dotted and len(labels) < 2 and ascii_name != "localhost"):
        raise ValueError("Please enter a valid website address.")
    return ascii_name


def _port(port: int | None, scheme: str) -> str:
    return "" if port is None or port == _PORTS[scheme] else f":{port}"


def _assemble(scheme: str, host: str, port: str, path: str, query: str) -> str:
    clean = _dots(_escape(path)) or "/"
    return urlunsplit((scheme, host + port, clean, _escape(query), ""))


def _escape(text: str) -> str:
    """Percent-encoding in its normal form (RFC 3986, 6.2.2)."""
    if text.isalnum() and text.isascii():
        return text
    normal = _ESCAPE.sub(_unescape, text)
    return _UNSAFE.sub(lambda m: "".join(f"%{b:02X}" for b in m.group().encode()), normal)


def _unescape(match: re.Match[str]) -> str:
    char = chr(int(match.group()[1:], 16))
    return char if char in _UNRESERVED else match.group().upper()


def _dots(path: str) -> str:
    if "/." not in path:
        return path
    out: list[str] = []
    pieces = path.split("/")
    for piece in pieces:
        if piece == "..":
            if len(out) > 1:
                out.pop()
        elif piece != ".":
            out.append(piece)
    if pieces[-1] in (".", ".."):
        out.append("")
    return "/".join(out)
