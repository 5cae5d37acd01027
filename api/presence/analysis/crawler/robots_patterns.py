"""Paths and patterns of robots.txt: one spelling (RFC 9309 2.2.2), and what matches what.

Invariant: matching takes time linear in pattern and path, whatever the pattern.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_PLAIN_TEXT = re.compile(r"^[A-Za-z0-9/._~?&=-]*$")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
# An escape, or a character that a URL cannot hold as it is or that a pattern gives a meaning to.
_ODD = re.compile(r"%[0-9a-fA-F]{2}|[^!#%&'()+,\-./0-9:;=?@A-Z\[\]_a-z~]")


def path_of(url: str) -> str:
    """The path and query of a URL in normalised spelling, as rules are compared with them."""
    if url.startswith("/"):
        return _spelled(url.partition("#")[0], literal="*$")
    parts = urlsplit(url)
    path = parts.path or "/"
    asks = "?" in url.partition("#")[0]  # an empty query is one: `Disallow: /search?` means it
    return _spelled(f"{path}?{parts.query}" if asks else path, literal="*$")


def pattern_of(value: str) -> str:
    """A rule's pattern in the spelling of paths; `$` is special at its end only.

    RFC 9309 2.2.3: `%2A` and `%24` stand for the characters themselves. A value that begins with
    neither "/" nor "*" matches no path, as in Google's parser.
    """
    ends = value.endswith("$")
    return _spelled(value[:-1] if ends else value, literal="$") + ("$" if ends else "")


def _spelled(text: str, literal: str) -> str:
    """One spelling for percent-encoding (RFC 9309 2.2.2): unreserved octets decoded, others coded.

    Characters of `literal` are written as escapes, so that they cannot be taken for wildcards.
    """
    if _PLAIN_TEXT.match(text):
        return text
    return _ODD.sub(lambda match: _octets(match.group(), literal), text)


def _octets(found: str, literal: str) -> str:
    if found.startswith("%") and len(found) == 3:
        character = chr(int(found[1:], 16))
        return character if _UNRESERVED.match(character) else found.upper()
    if found in "*$" and found not in literal:
        return found
    return "".join(f"%{octet:02X}" for octet in found.encode("utf-8", "replace"))


def is_plain(pattern: str, allow: bool) -> bool:
    """Whether a rule matches just the paths that begin with its pattern."""
    wild = "*" in pattern or pattern.endswith("$")
    return not wild and not (allow and "/index.htm" in pattern)


def match_length(pattern: str, allow: bool, path: str) -> int:
    """Octets of a rule's pattern when it matches a path, else 0.

    `Allow: /dir/index.html` also allows `/dir/`, as Google's parser does.
    """
    if matches(pattern, path):
        return len(pattern)
    slash = pattern.rfind("/")
    if allow and slash >= 0 and pattern.startswith("/index.htm", slash):
        folder = pattern[: slash + 1] + "$"
        return len(folder) if matches(folder, path) else 0
    return 0


def matches(pattern: str, path: str) -> bool:
    """Whether a robots pattern with `*` and a final `$` matches from the start of the path.

    Pieces are found leftmost first, so the time is linear whatever the pattern.
    """
    anchored = pattern.endswith("$")
    pieces = (pattern[:-1] if anchored else pattern).split("*")
    if not path.startswith(pieces[0]):
        return False
    if len(pieces) == 1:
        return not anchored or len(path) == len(pieces[0])
    at = len(pieces[0])
    for piece in pieces[1:-1]:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    last = pieces[-1]
    if anchored:
        return path.endswith(last) and len(path) - len(last) >= at
    return path.find(last, at) >= 0
