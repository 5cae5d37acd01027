"""Texts of log lines: bytes read as Latin-1 made readable, escapes undone, requests split.

Invariant: forged UTF-8 becomes replacement characters, never an error and never other text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

METHODS: Final = frozenset(("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"))
_ESCAPE: Final = re.compile(r'\\(?:x([0-9A-Fa-f]{2})|(["\\bnrtv]))')
_LETTERS: Final = {"b": "\b", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_METHOD: Final = re.compile(r"[A-Za-z][A-Za-z_-]{0,31}")
_ABSOLUTE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HOST: Final = re.compile(r"[\w.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\]")


def utf8_text(text: str) -> str:
    """Bytes that were read one to a character, as the UTF-8 they are meant to be."""
    if text.isascii():
        return text
    return text.encode("latin-1", "replace").decode("utf-8", "replace")


def escaped_text(text: str) -> str:
    r"""`\"`, `\\` and `\xHH` of Apache and nginx undone, still one byte to a character."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _LETTERS.get(found[2], found[2]),
        text,
    )


def split_target(asked: str) -> tuple[str, str, str]:
    """Method, target and site of a request line; what is no request line is all target."""
    method, _, rest = asked.partition(" ")
    target, _, protocol = rest.rpartition(" ")
    if protocol[:5] != "HTTP/":
        target = rest  # HTTP/0.9, or cut
    if not target or (method not in METHODS and not _METHOD.fullmatch(method)):
        return "", utf8_text(asked), ""
    if target[0] == "/":
        return method, utf8_text(target), ""
    return method, *split_address(utf8_text(target))


def split_address(address: str) -> tuple[str, str]:
    """Target and site of an address that may be whole, as proxies and balancers write it."""
    if not _ABSOLUTE.match(address):
        return address, ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address, ""
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path or '/'}{query}", host_of(parts.netloc)


@lru_cache(maxsize=4096)
def host_of(text: str) -> str:
    """A site's name: lower case, without user, port or final dot; "" where it is no name."""
    name = text.rpartition("@")[2].strip().lower()
    if not name.startswith("["):
        name = name.partition(":")[0]
    elif "]" in name:
        name = name[: name.index("]") + 1]
    name = name.rstrip(".")
    return name if _HOST.fullmatch(name) else ""
