"""Determines the kind of a source, from owned and competitor to editorial and reference.

Invariant: ownership decides first, then the shipped table of domains, then the shape of host and
path; everything else is editorial.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from presence.analysis.extraction.wordlists import sections
from presence.analysis.types import SourceClass

_KINDS: Final[tuple[SourceClass, ...]] = ("community", "reference", "institutional", "editorial")


@lru_cache(maxsize=1)
def _tables() -> dict[str, frozenset[str]]:
    return {
        heading: frozenset(word for line in lines for word in line.split())
        for heading, lines in sections("sources.txt").items()
    }


def class_of(host: str, path: str) -> SourceClass:
    """The class of a source without an owner in the entity set, by lower-case host and path."""
    return _by_table(host, path) or _by_shape(host, path.lower()) or "editorial"


def _by_table(host: str, path: str) -> SourceClass | None:
    """The most specific entry that matches: host with first path segment, then hosts."""
    segment = path.lstrip("/").partition("/")[0]
    labels = host.split(".")
    for start in range(len(labels) - 1):
        parent = ".".join(labels[start:])
        for entry in (f"{parent}/{segment}" if segment else "", parent):
            for kind in _KINDS:
                if entry and entry in _tables()[kind]:
                    return kind
    return None


def _by_shape(host: str, path: str) -> SourceClass | None:
    tables = _tables()
    labels = host.split(".")
    if any(host.endswith("." + suffix) for suffix in tables["institutional suffixes"]):
        return "institutional"
    academic = len(labels) > 2 and labels[-2] == "ac"
    country = (
        len(labels) > 1 and len(labels[-1]) == 2 and labels[-2] in tables["institutional labels"]
    )
    if academic or country or labels[-1] in tables["institutional labels"] - {"go", "gc", "admin"}:
        return "institutional"
    if labels[0] in tables["community labels"] or _within(path, tables["community paths"]):
        return "community"
    if labels[0] in tables["reference labels"] or _within(path, tables["reference paths"]):
        return "reference"
    return None


def _within(path: str, parts: frozenset[str]) -> bool:
    return any(part in f"{path}/" for part in parts)
