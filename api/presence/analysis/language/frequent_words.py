"""Which words of a language are frequent: a capitalised word that is not is likely a name.

Invariant: a language without a list has no frequent words, so nothing is called rare in it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from presence.analysis.language.words import base_language

_LEAST_PART: Final = 4  # letters of a part of a compound
_LINKS: Final = ("", "s", "es", "n", "en", "er", "e")
COMPOUNDING: Final = frozenset({"de", "nl", "sv"})


@lru_cache(maxsize=24)
def frequent_words(language: str) -> frozenset[str]:
    """The 20,000 most frequent words of a language, lower case; empty where none is shipped."""
    file = files("presence.analysis.language") / "frequent" / f"{base_language(language)}.txt"
    return frozenset(file.read_text(encoding="utf-8").split()) if file.is_file() else frozenset()


@lru_cache(maxsize=8192)
def is_frequent(word: str, language: str) -> bool:
    """Whether a word, its singular or both parts of its compound are frequent."""
    known, low = frequent_words(language), word.lower()
    if low in known or (low.endswith("s") and low[:-1] in known):
        return True
    return base_language(language) in COMPOUNDING and _is_compound(low, known)


def _is_compound(word: str, known: frozenset[str]) -> bool:
    for cut in range(_LEAST_PART, len(word) - _LEAST_PART + 1):
        head, tail = word[:cut], word[cut:]
        if tail in known and any(
            link == head[len(head) - len(link) :] and head[: len(head) - len(link)] in known
            for link in _LINKS
        ):
            return True
    return False
