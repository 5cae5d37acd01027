"""Determines in which languages a name is also an ordinary word, from the shipped lists.

Invariant: the result depends only on the name and the lists, so anybody can derive the "is also a
word" flag that users see.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.folding import fold_name, without_marks
from presence.analysis.extraction.wordlists import data_text, word_list

# Words that prose always capitalises: a capital proves nothing about them.
ALWAYS_CAPITAL: Final = frozenset(word_list("always capital"))
LEGAL_SUFFIXES: Final = frozenset(word_list("legal suffixes"))
ORDINARY: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "ru", "uk", "el", "ar",
                   "he", "hi", "ja", "zh", "ko")  # fmt: skip
_LATIN: Final = ("de", "fr", "es", "it", "pt", "nl", "pl", "tr")
# English endings; lists of other languages hold the forms a brand is likely to take.
_ENDINGS: Final = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""),
                   ("ed", "e"), ("ly", ""), ("er", ""), ("ers", ""))  # fmt: skip
_PARTS = re.compile(r"[\s\-]+")


@lru_cache(maxsize=len(ORDINARY))
def ordinary_words(language: str) -> frozenset[str]:
    """The shipped list of a language, folded and without marks."""
    words = data_text(f"ordinary/{language}.txt").split()
    return frozenset(
        word.lower() if word.isascii() else without_marks(fold_name(word)) for word in words
    )


def _english(token: str) -> bool:
    words = ordinary_words("en")
    if token in words:
        return True
    for ending, replacement in _ENDINGS:
        stem = token.removesuffix(ending)
        if stem == token or len(stem) < 3:
            continue
        if stem + replacement in words or (stem[-1] == stem[-2] and stem[:-1] in words):
            return True
    return False


@lru_cache(maxsize=4096)
def ordinary_in(name: str) -> frozenset[str]:
    """Languages in which every word of a name is ordinary; empty for a made-up name."""
    tokens = [token for token in _PARTS.split(without_marks(fold_name(name))) if token]
    lettered = all(any(char.isalnum() for char in token) for token in tokens)
    if not tokens or not lettered:
        return frozenset()
    # Lists of other scripts hold no Latin word, and reading them takes time.
    codes = _LATIN if all(map(str.isascii, tokens)) else ORDINARY[1:]
    found = {code for code in codes if all(t in ordinary_words(code) for t in tokens)}
    if all(_english(token) for token in tokens):
        found.add("en")
    return frozenset(found)


@lru_cache(maxsize=4096)
def is_common_word(name: str) -> bool:
    """Whether a name (one or several words) consists only of ordinary words of one language.

    Names of a single letter or digit, and names equal to a legal suffix, count as ordinary: they
    too need evidence of being a name.
    """
    tokens = [token for token in _PARTS.split(without_marks(fold_name(name))) if token]
    if len(tokens) == 1 and (len(tokens[0]) == 1 or tokens[0] in LEGAL_SUFFIXES):
        return tokens[0].isascii() and tokens[0].isalnum()
    return bool(ordinary_in(name))
