"""Finds a coined name with a single spelling mistake: "Quilow" for Quillow.

Invariant: only an invented name of some length is looked for, in a word that is in no shipped list,
is no other tracked name and is spelled like a name, and only in a text that nowhere spells it
right; so a similar name beside the right one remains another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from presence.analysis.extraction.entities import Name
from presence.analysis.extraction.folding import Folded
from presence.analysis.extraction.wordlist import is_common_word

LEAST: Final = 6  # letters of a name worth looking for
_WORD = re.compile(r"(?<![\w.@/#-])[^\W\d_]{5,24}(?![\w@/-]|\.\w)")
_MANY: Final = 4000  # words looked at; an answer is rarely longer


def misspellings(
    folded: Folded, names: Iterable[Name], taken: frozenset[str]
) -> Iterator[tuple[Name, int, int]]:
    """(name, folded start, folded end) of each mistake; `taken` are entities spelled right."""
    every = tuple(names)
    known = {name.folded for name in every}
    sought = [name for name in every if name.entity not in taken and _coined(name)]
    if not sought:
        return
    for number, found in enumerate(_WORD.finditer(folded.text)):
        if number >= _MANY:
            return
        word = found.group()
        if not folded.char(found.start()).isupper() or word in known:
            continue
        for name in sought:
            if _slipped(word, name.folded) and not is_common_word(word):
                yield name, found.start(), found.end()
                break


def _coined(name: Name) -> bool:
    """Whether a name is a single invented word."""
    one = name.pattern is None and name.folded.isalpha() and not name.inflects
    return one and len(name.folded) >= LEAST and not name.common and not name.address


def _slipped(word: str, name: str) -> bool:
    """Whether one letter is wrong, missing or doubled, or two are swapped.

    The first letter is never wrong, and one letter more or less at the end is an ending.
    """
    if word[0] != name[0] or abs(len(word) - len(name)) > 1 or word == name:
        return False
    at = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if at is None:
        return word == name + name[-1]
    if len(word) == len(name):
        swapped = word[at + 1 : at + 2] == name[at] and word[at] == name[at + 1 : at + 2]
        rest = 2 if swapped else 1
        return word[at + rest :] == name[at + rest :]
    return word[at + 1 :] == name[at:] or word[at:] == name[at + 1 :]
