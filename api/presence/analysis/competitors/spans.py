"""Spans of names in an answer, and the form in which names are compared."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass

_WORDS = re.compile(r"[^\W_]+")
# "Huis & Haven" and "Huis en Haven" are one name.
_AND = frozenset({"and", "und", "et", "y", "e", "en", "og", "och", "i", "ve"})


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Code points [start, end) of an answer."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a code point."""
        return self.start < other.end and other.start < self.end


def squeezed(name: str) -> str:
    """Letters and digits of a name, case folded, without accents and "and".

    "Loud + Proud" and "Loud and Proud" are loudproud.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    words = _WORDS.findall("".join(c for c in plain if not unicodedata.combining(c)))
    return "".join(words[:1] + [word for word in words[1:] if word not in _AND])


def is_known(text: str, known: Collection[str]) -> bool:
    """Whether a phrase is, or contains, the brand or a tracked name."""
    bare = squeezed(text)
    return any(name == bare or (len(name) > 3 and name in bare) for name in known)


def known_names(names: Iterable[str]) -> frozenset[str]:
    """Names in the form in which they are compared."""
    return frozenset(bare for name in names if (bare := squeezed(name)))
