"""Reads the tone of a whole English text where single evaluative words are too few.

"The steak came out grey after fifty minutes" is criticism without a critical word. A table learned
from the labelled development texts gives each common word a push towards praise and towards blame;
the pushes of a text are averaged and combined with its evaluative words. Invariant: it uses only
integers from a shipped table and their quotients, so every machine reads the same text alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.wordlists import data_text
from presence.analysis.types import Sentiment

TABLE: Final = "tone/en.txt"
UNIT: Final = 100  # table entries are hundredths of a natural-logarithm odds
CERTAIN: Final = 4  # a leaning beyond this needs no second opinion
PER_HINT: Final = 40  # hundredths of log odds one step of leaning is worth
_WORD = re.compile(r"[a-z]+")
_LEAST: Final = 4
_KNOWN: Final = 0.6  # share of words the table must know


@dataclass(frozen=True, slots=True)
class ToneTable:
    """How far each word moves a text from neutral to praise or blame, and the value for no word."""

    words: dict[str, tuple[int, int]]
    base: tuple[int, int]


@lru_cache(maxsize=1)
def table() -> ToneTable:
    """The shipped table: lines of "word praise blame"; the first, "=", is the base."""
    read: dict[str, tuple[int, int]] = {}
    for line in data_text(TABLE).splitlines():
        word, praise, blame = line.split()
        read[word] = (int(praise), int(blame))
    base = read.pop("=")
    return ToneTable(read, base)


def words_of(text: str) -> list[str]:
    """The words to look up in the table, in order: plain lower-case letters only."""
    return _WORD.findall(text)


def heard(leaning: int, text: str) -> Sentiment | None:
    """The sentiment of a plain text, given the leaning of its evaluative words.

    None if the table has too little evidence: few words, or another language.
    """
    found = table()
    words = words_of(text)
    known = [found.words[word] for word in words if word in found.words]
    if len(known) < _LEAST or len(known) < _KNOWN * len(words):
        return None
    count = len(known)
    praise = found.base[0] + sum(p for p, _ in known) / count + PER_HINT * leaning
    blame = found.base[1] + sum(b for _, b in known) / count - PER_HINT * leaning
    if max(praise, blame) <= 0:
        return "neutral"
    return "positive" if praise > blame else "negative"
