"""Tells whether a name is also an ordinary word, from the list shipped beside this file.

Invariant: the answer depends on the name and the list alone, so the "is also a word" flag shown
to the user can be re-derived by anybody.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from presence.analysis.extraction.folding import fold_name, without_marks
from presence.analysis.extraction.wordlists import word_list

# Words that prose always capitalises: a capital proves nothing about them.
ALWAYS_CAPITAL: Final = frozenset(word_list("always capital"))
LEGAL_SUFFIXES: Final = frozenset(word_list("legal suffixes"))
_ENDINGS: Final = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""),
                   ("ed", "e"), ("ly", ""), ("er", ""), ("ers", ""))  # fmt: skip


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """The shipped list, folded."""
    text = files("presence.analysis.extraction").joinpath("common_words.txt").read_text("utf-8")
    return frozenset(text.split())


def _is_word(token: str) -> bool:
    words = common_words()
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
def is_common_word(name: str) -> bool:
    """Whether a name (one or several words) consists only of ordinary words.

    Names of a single letter or digit, and names equal to a legal suffix, count as ordinary:
    they too need evidence of being a name.
    """
    tokens = without_marks(fold_name(name)).replace("-", " ").split()
    letters = [token for token in tokens if any(char.isalnum() for char in token)]
    if len(letters) != len(tokens) or not tokens:
        return False
    if len(tokens) == 1 and (len(tokens[0]) == 1 or tokens[0] in LEGAL_SUFFIXES):
        return tokens[0].isascii()
    return all(_is_word(token) for token in tokens)
