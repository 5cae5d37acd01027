"""What one language contributes: cue words, phrases and judging words, read from its data file.

Invariant: words and phrases are kept in the form folded text takes (lower case, decomposed, no
marks), so a cue written with accents meets text written without them and the other way round.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.wordlists import sections

NAME: Final = "\x01"
OTHER: Final = "\x02"
LATIN: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
UNSPACED: Final = frozenset({"ja", "zh", "ko"})
GATED: Final[tuple[str, ...]] = ("ignorance", "praise", "warning", "uncertain", "pick")
PHRASES: Final[tuple[str, ...]] = (
    *GATED, "not a pick", "behind", "beaten", "ahead", "good", "bad", "asking", "listing picks",
)  # fmt: skip

# The role a word plays in a denial or warning, one letter each, the first that fits wins.
ROLES: Final = {
    "unknowing": "x", "negators": "n", "avoiding": "b", "blocks": "d", "using": "u",
    "information": "i", "knowing": "k", "naming": "m", "listed": "l", "about": "p", "for": "q",
    "joins": "c", "first person": "f", "others": "s", "available": "v", "scarce": "e",
    "determiners": "t",
}  # fmt: skip
_LITERAL = re.compile(r"[^\W\d_]{2,}")
_ESCAPE = re.compile(r"\\.|\{name\}|\{other\}|\(\?[:=!<]+|\{\d*,?\d*\}")


class Words:
    """A set of words in which a closing * stands for any ending."""

    __slots__ = ("exact", "prefixes", "shortest")

    def __init__(self, written: tuple[str, ...]) -> None:
        words = [plain(word.casefold()) for word in written]
        self.exact = frozenset(word for word in words if not word.endswith("*"))
        self.prefixes = frozenset(word[:-1] for word in words if word.endswith("*"))
        self.shortest = min((len(prefix) for prefix in self.prefixes), default=0)

    def __contains__(self, word: str) -> bool:
        if word in self.exact:
            return True
        if not self.prefixes:
            return False
        reach = range(self.shortest, len(word) + 1)
        return any(word[:length] in self.prefixes for length in reach)


@dataclass(frozen=True, slots=True)
class Language:
    """Cues of one language; a heading its file lacks is empty."""

    code: str
    lists: dict[str, Words]
    lines: dict[str, tuple[str, ...]]
    phrases: dict[str, re.Pattern[str]]
    triggers: dict[str, Words]

    def words(self, heading: str) -> Words:
        """Words under a heading."""
        return self.lists.get(heading, _NONE)

    def role(self, token: str) -> str:
        """Role letter of a word, "w" for none."""
        if token.endswith("n't"):
            return "n"
        for heading, letter in ROLES.items():
            if token in self.words(heading):
                return letter
        return "w"


_NONE = Words(())


@lru_cache(maxsize=32)
def language(code: str) -> Language:
    """Cues of a shipped language, by its ISO 639-1 code."""
    lines = sections(f"languages/{code}.txt")
    lists = {
        heading: Words(tuple(word for line in found for word in line.split()))
        for heading, found in lines.items()
        if heading not in PHRASES
    }
    phrases = {h: _compiled(lines[h]) for h in PHRASES if h in lines}
    quiet = lists["marks"].exact - lists["negators"].exact if "marks" in lists else frozenset()
    triggers = {} if code in UNSPACED else {
        heading: _triggers(lines[heading], quiet) for heading in GATED if heading in lines
    }  # fmt: skip
    return Language(code, lists, lines, phrases, triggers)


def shaped(line: str) -> str:
    """A phrase in the form folded text takes, its placeholders filled."""
    return plain(line).replace("ς", "σ").replace("{name}", NAME).replace("{other}", OTHER)


def _compiled(lines: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{shaped(line)})" for line in lines))


def _triggers(lines: tuple[str, ...], quiet: frozenset[str]) -> Words:
    """Beginnings of words without which no phrase of a family can match."""
    found: set[str] = set()
    for line in lines:
        for literal in _LITERAL.findall(_ESCAPE.sub(" ", plain(line).replace("ς", "σ"))):
            if literal not in quiet:
                found.add(literal)
    return Words(tuple(f"{word}*" for word in sorted(found)))
