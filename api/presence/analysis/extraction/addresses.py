"""Finds names inside visible addresses: "app.acme.io" and "hello@acme.co" refer to Acme.

Invariant: only the registrable label decides, and it must be the whole name, so "notacme.com" and
"acmedaily.com" name nobody. The target of a link, and a label that repeats it, are sources rather
than words of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from presence.analysis.extraction.entities import Name
from presence.analysis.extraction.folding import BARRIER, LINK, Folded, without_marks
from presence.analysis.extraction.wordlists import word_list

_LEAST: Final = 4  # letters of a label that may be somebody's name alone
_HINT = re.compile(rf"[{BARRIER}{LINK}]|[a-z0-9]\.[a-z]")
_BARE = re.compile(
    rf"[{BARRIER}{LINK}]|(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{{2,}}(?![\w-])"
)
_HOST = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://)?(?:[^\s/@]*@)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/:?#.,;!]|$)"
)
_SECOND_LEVEL: Final = frozenset({"ac", "co", "com", "edu", "gov", "ne", "net", "or", "org"})
# Endings of files, not of hosts: "Acme.js", "acme.html".
_FILES: Final = frozenset(word_list("file endings"))
_NOT_LABEL = re.compile(r"[\W_]+")
_AND = re.compile(r"\s*&\s*")


def named_addresses(folded: Folded, names: Iterable[Name]) -> Iterator[tuple[Name, int, int]]:
    """(name, folded start, folded end) of each address that belongs to an entity."""
    if _HINT.search(folded.text) is None:
        return
    owners: dict[str, Name] = {}
    for name in names:
        if not name.common and not name.inflects:
            for label in _labels_of(name):
                owners.setdefault(label, name)
    if not owners:
        return
    for found in _BARE.finditer(folded.text):
        start, end = folded.span(found.start(), found.end())
        host = _HOST.match(folded.source[start:end].lower())
        owner = owners.get(registrable_label(host.group(1))) if host is not None else None
        if owner is not None and not _labels_a_link(folded.source, start, end):
            written = folded.source[start:end].lower()
            yield replace(owner, written=written), found.start(), found.end()


def registrable_label(host: str) -> str:
    """The registered label, without hyphens: "acme" in "app.acme.co.uk"."""
    *labels, ending = host.split(".")
    if ending in _FILES:
        return ""
    if len(labels) > 1 and labels[-1] in _SECOND_LEVEL:
        labels.pop()
    return labels[-1].replace("-", "") if labels else ""


def _labels_of(name: Name) -> set[str]:
    written = without_marks(name.folded)
    found = {_NOT_LABEL.sub("", written), _NOT_LABEL.sub("", _AND.sub("and", written))}
    return {label for label in found if len(label) >= _LEAST and label.isascii()}


def _labels_a_link(source: str, start: int, end: int) -> bool:
    """Whether an address is the visible label of a link or a target in angle brackets."""
    return source[:start].endswith("[") and source.startswith("](", end)
