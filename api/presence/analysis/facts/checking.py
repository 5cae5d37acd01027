"""Tells whether a person's entry can be a fact of its kind.

Invariant: what passes here can be held against an answer; the sentence says what to write instead.
"""

from __future__ import annotations

import re

from presence.analysis.facts.amounts import amounts
from presence.analysis.facts.finding import host_of
from presence.analysis.facts.kinds import MAX_VALUE, FactKind

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20\d\d)(?!\d)")
_HOST = re.compile(
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_]{2,24}|(?:\d{1,3}\.){3}\d{1,3}|localhost"
)


def unusable(kind: FactKind, value: str) -> str:
    """One sentence about what is wrong with a value, or ""."""
    if not value:
        return "Write the fact, or take it out of the list."
    if len(value) > MAX_VALUE:
        return f"A fact has at most {MAX_VALUE} characters."
    if kind == "founded" and not _YEAR.search(value):
        return "Write the year with four digits, for example 1998."
    if kind == "priceRange" and not amounts(value):
        return "Write prices with their currency, for example £640–£1,980."
    if kind == "url" and not _HOST.fullmatch(_host(value)):
        return "Write a web address, for example example.com."
    return ""


def _host(value: str) -> str:
    try:
        return host_of(value)
    except ValueError:
        return ""
