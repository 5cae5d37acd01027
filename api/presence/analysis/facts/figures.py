"""Years, prices and addresses in an answer: these can be right, and they can be wrong.

Invariant: a figure contradicts only when it is said of the same thing (founding, the lowest price,
the same period, the official site); any other figure says nothing about the fact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from presence.analysis.facts.amounts import Amount, amounts
from presence.analysis.facts.naming import Sentence
from presence.analysis.facts.verdicts import FactCheck, at
from presence.analysis.facts.wording import FactPatterns

TOLERANCE: Final = 0.02  # of a price: rounding, not another price
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?(?P<host>(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24})"
    r"(?::\d+)?(?:/[^\s)\]>\"']*)?",
    re.IGNORECASE,
)
_OFFICIAL = re.compile(
    r"\b(?:official|website|web site|homepage|home page|site|offiziell\w*|webseite|"
    r"internetseite|site officiel|página oficial|sitio web|web oficial)\b",
    re.IGNORECASE,
)


def founded(value: str, wording: FactPatterns, sentences: Sequence[Sentence]) -> FactCheck | None:
    """The founding year; another year in the same wording contradicts it."""
    known = _YEAR.search(value)
    if known is None:
        return None
    for sentence in sentences:
        if known[1] in _YEAR.findall(sentence.plain):
            return at(sentence, True)
    for sentence in sentences:
        for pattern in (wording.founded, wording.since):
            match = pattern.search(sentence.plain)
            if match and _YEAR.search(match.group()):
                return at(sentence, False)
    return None


def priced(value: str, wording: FactPatterns, sentences: Sequence[Sentence]) -> FactCheck | None:
    """The price: matches if a known amount is stated, or only amounts within the known range."""
    known = amounts(value)
    if not known:
        return None
    wrong: FactCheck | None = None
    for sentence in sentences:
        if wording.aside.search(sentence.plain):
            continue
        said = [a for a in amounts(sentence.plain) if a.currency == known[0].currency]
        if not said:
            continue
        if any(_same(one, other) for one in said for other in known) or _within(said, known):
            return at(sentence, True)
        if wrong is None and _of_the_same_thing(wording, sentence.plain, said, known):
            wrong = at(sentence, False)
    return wrong


def _same(one: Amount, other: Amount) -> bool:
    return abs(one.value - other.value) <= TOLERANCE * other.value


def _within(said: Sequence[Amount], known: Sequence[Amount]) -> bool:
    """Whether all amounts lie in a known span of at least two prices."""
    low, high = min(a.value for a in known), max(a.value for a in known)
    return low < high and all(low <= a.value <= high for a in said)


def _of_the_same_thing(
    wording: FactPatterns, text: str, said: Sequence[Amount], known: Sequence[Amount]
) -> bool:
    """Whether other amounts are said the way the fact is: a lowest price, a span, per period."""
    if {amount.per for amount in said} != {known[-1].per}:
        return False
    if known[0].per:
        return True
    lowest = wording.start_at.search(text[: said[0].start])
    span = len(said) > 1 and wording.between.match(text[said[0].end : said[1].start])
    return bool(lowest or span)


def reached(value: str, sentences: Sequence[Sentence]) -> FactCheck | None:
    """The brand's address; another one called its official site contradicts it."""
    host = _host(value)
    official: FactCheck | None = None
    for sentence in sentences:
        for match in _ADDRESS.finditer(sentence.text):
            start = sentence.start + match.start()
            verdict = FactCheck(True, start, start + len(match.group()))
            said = match["host"].lower().removeprefix("www.")
            if said == host or said.endswith(f".{host}"):
                return verdict
            if official is None and _OFFICIAL.search(sentence.text):
                official = FactCheck(False, verdict.start, verdict.end)
    return official


def _host(value: str) -> str:
    parts = urlsplit(value if "//" in value else f"//{value}")
    return (parts.hostname or "").removeprefix("www.")
