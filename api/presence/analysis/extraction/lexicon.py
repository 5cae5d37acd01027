"""Loads the phrases and words that turn a naming into a denial, a warning, a judgement or a pick.

Invariant: NAME stands for the occurrence being read and OTHER for any other entity, so every
pattern speaks of this occurrence and no other; patterns and text are folded the same way.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.folding import without_marks
from presence.analysis.extraction.wordlists import sections

NAME: Final = "\x01"
OTHER: Final = "\x02"

_UNSPACED = re.compile(r"[\u0530-\U0010ffff]")
_TOKENS = re.compile(r"[^\W\d_]+")
NOT_BETTER: Final = re.compile(
    r"(?:\b(?:no|nothing|nobody|none|few|hardly any|never|not)\b|n't\b)[^.;]{0,40}"
    r"\b(?:beats?|better (?:\w+ ){0,3}than|rivals?|match(?:es)?|compares? (?:to|with)|"
    r"come(?:s)? close to|tops?|outperforms?|surpass(?:es)?|wrong with|fault)\b"
)
COMPARE: Final = re.compile(
    r"\b(?:than|beats?|outperforms?|surpasses|outshines|trumps|ahead of|superior to|inferior to)\b"
)


def plain(text: str) -> str:
    """Decomposed text without any marks: the form phrases and judgement words are kept in."""
    if text.isascii():
        return text
    return without_marks(unicodedata.normalize("NFKD", text))


@lru_cache(maxsize=1)
def _phrases() -> dict[str, re.Pattern[str]]:
    compiled: dict[str, re.Pattern[str]] = {}
    for heading, lines in sections("phrases.txt").items():
        joined = "|".join(f"(?:{plain(line)})" for line in lines)
        spelled = joined.replace("{name}", NAME).replace("{other}", OTHER)
        compiled[heading] = re.compile(spelled)
    return compiled


@lru_cache(maxsize=1)
def _hints() -> dict[str, frozenset[str]]:
    return {
        heading: frozenset(plain(word) for line in lines for word in line.split())
        for heading, lines in sections("hints.txt").items()
    }


@dataclass(frozen=True, slots=True)
class Clause:
    """Plain text with NAME in place, its words, and whether it holds a script without spaces."""

    text: str
    words: frozenset[str]
    unspaced: bool

    @classmethod
    def of(cls, text: str) -> Clause:
        """Split the words off a plain clause."""
        unspaced = not text.isascii() and _UNSPACED.search(text) is not None
        return cls(text, frozenset(_TOKENS.findall(text)), unspaced)

    def hints(self, heading: str) -> bool:
        """Cheap test before phrases are tried: does a key word of the family occur?"""
        return self.unspaced or not _hints()[heading].isdisjoint(self.words)

    def says(self, heading: str) -> bool:
        """Whether a phrase under a heading of `phrases.txt` matches."""
        return _phrases()[heading].search(self.text) is not None


@lru_cache(maxsize=1)
def _words() -> dict[str, frozenset[str]]:
    return {
        heading: frozenset(plain(word) for line in lines for word in line.split())
        for heading, lines in sections("judgement_words.txt").items()
    }


def words(heading: str) -> frozenset[str]:
    """Judgement words under a heading of `judgement_words.txt`."""
    return _words()[heading]
