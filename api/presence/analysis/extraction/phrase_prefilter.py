"""Determines the words of which a text must contain one for a phrase to match.

A phrase is tried only where one of its required words occurs: of all the places of a pattern that
every match passes through, the one with the rarest words. Invariant: a phrase cannot match a text
without any of its required words; a phrase without such a place has none and is tried everywhere.
"""

from __future__ import annotations

import re._constants as sre  # type: ignore[import-not-found] # no stubs; the only parser of re
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

Words = frozenset[str]

_WHOLE: Final = 3  # a word of up to this many letters announces a phrase only as a whole word
_COMMON_COST: Final = 20
_SHORT: Final = 2  # words of up to this many letters are common in every language
_REPEATS: Final = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


@dataclass(frozen=True, slots=True)
class _Read:
    """The required words of a part of a pattern (None: none); whether a word starts after it."""

    words: Words | None
    edge: bool


def required_words(pattern: str, common: Words) -> Words:
    """The required words of a pattern, "*" for any ending; `common` words are avoided."""
    return _sequence(list(parser.parse(pattern)), False, common).words or frozenset()


def _cost(words: Words, common: Words) -> int:
    stems = [word.rstrip("*") for word in words]
    return sum(_COMMON_COST if len(s) <= _SHORT or s in common else 1 for s in stems)


def _sequence(items: list[Any], edge: bool, common: Words) -> _Read:
    found: list[Words] = []
    run, begins = "", edge
    for code, value in [*items, (None, None)]:
        if code is sre.LITERAL and chr(value).isalpha():
            begins = begins if run else edge
            run += chr(value)
            edge = False
            continue
        closed = code is sre.LITERAL or code is sre.AT
        if begins and (len(run) > 1 or (run and closed)):
            whole = closed and len(run) <= _WHOLE
            found.append(frozenset((run if whole else f"{run}*",)))
        run = ""
        if code is None:
            break
        read = _item(code, value, edge, common)
        edge = read.edge
        if read.words:
            found.append(read.words)
    return _Read(min(found, key=lambda words: _cost(words, common), default=None), edge)


def _item(code: Any, value: Any, edge: bool, common: Words) -> _Read:
    """One item of a pattern that is not a letter."""
    if code is sre.LITERAL:
        return _Read(None, True)
    if code is sre.AT or (code is sre.IN and _no_letter(value)):
        return _Read(None, True)
    if code in (sre.ASSERT, sre.ASSERT_NOT):
        return _Read(None, edge)
    if code is sre.SUBPATTERN:
        return _sequence(list(value[-1]), edge, common)
    if code is sre.BRANCH:
        return _either(_sequence(list(way), edge, common) for way in value[1])
    if code in _REPEATS:
        least, _, inner = value
        read = _sequence(list(inner), edge, common)
        return read if least else _Read(None, edge and read.edge)
    return _Read(None, False)


def _no_letter(options: list[Any]) -> bool:
    """Whether a class contains no letter, so that a word may begin after it."""
    apart = (sre.CATEGORY_NOT_WORD, sre.CATEGORY_SPACE, sre.CATEGORY_DIGIT)
    return all(
        value in apart if kind is sre.CATEGORY else kind is sre.LITERAL and not chr(value).isalpha()
        for kind, value in options
    )


def _either(ways: Iterable[_Read]) -> _Read:
    read = list(ways)
    words: frozenset[str] | None = frozenset()
    for way in read:
        words = None if words is None or not way.words else words | way.words
    return _Read(words, all(way.edge for way in read))
