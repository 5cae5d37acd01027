"""What one language contributes: cue words, phrases and judging words, read from its data file.

Invariant: words and phrases are kept in the form folded text takes (lower case, decomposed, no
marks), so a cue written with accents meets text written without them and the other way round.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from presence.analysis.extraction.announcing import announcing
from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.wordlists import sections

NAME: Final = "\x01"
OTHER: Final = "\x02"
LATIN: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
# Scripts whose vowel signs, proclitics or lack of spaces hide where a word begins.
_UNANNOUNCED: Final = frozenset({"ja", "zh", "ko", "hi", "ar", "he"})
UNSPACED: Final = frozenset({"ja", "zh", "ko"})
PHRASES: Final[tuple[str, ...]] = (
    "ignorance", "granted", "praise", "warning", "uncertain", "pick", "not a pick", "behind",
    "beaten", "ahead", "good", "bad", "leans good", "leans bad",
    "unjudging phrases", "condition", "asking",
)  # fmt: skip

# The role a word plays in a denial or warning, one letter each, the first that fits wins.
ROLES: Final = {
    "unknowing": "x", "negators": "n", "avoiding": "b", "blocks": "d", "using": "u",
    "information": "i", "knowing": "k", "naming": "m", "listed": "l", "about": "p", "for": "q",
    "joins": "c", "first person": "f", "others": "s", "available": "v", "scarce": "e",
    "determiners": "t",
}  # fmt: skip


# Letters of what is no word: the name, another entity, punctuation.
MARKS: Final = {NAME: "N", OTHER: "O", ",": ",", "?": "?", ":": ":", ";": ";", ".": ";", "!": ";"}


class Words:
    """A set of words in which a closing * stands for any ending."""

    __slots__ = ("exact", "longest", "prefixes", "shortest")

    def __init__(self, written: tuple[str, ...]) -> None:
        words = [plain(word.casefold()) for word in written]
        self.exact = frozenset(word for word in words if not word.endswith("*"))
        self.prefixes = frozenset(word[:-1] for word in words if word.endswith("*"))
        self.shortest = min(map(len, self.prefixes), default=1)
        self.longest = max(map(len, self.prefixes), default=0)

    def __contains__(self, word: str) -> bool:
        if word in self.exact:
            return True
        # A plain loop: this is asked of every new word by dozens of lists.
        for length in range(self.shortest, min(self.longest, len(word)) + 1):
            if word[:length] in self.prefixes:
                return True
        return False


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase of a family, with words ("*": any ending) one of which must be in its clause.

    Without `announced` it has to be tried on every clause.
    """

    family: str
    pattern: re.Pattern[str]
    announced: frozenset[str]


@dataclass(frozen=True, slots=True)
class Language:
    """Cues of one language; a heading its file lacks is empty."""

    code: str
    lists: dict[str, Words]
    lines: dict[str, tuple[str, ...]]
    phrases: tuple[Phrase, ...]
    roles: dict[str, str]

    def words(self, heading: str) -> Words:
        """Words under a heading."""
        return self.lists.get(heading, _NONE)

    def role(self, token: str) -> str:
        """Role letter of a word, "w" for none."""
        return "n" if token.endswith("n't") else self.roles.get(token, "w")


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
    common = lists.get("marks", _NONE).exact | lists.get("negators", _NONE).exact
    phrases = tuple(
        Phrase(
            family,
            re.compile(shaped(part)),
            frozenset() if code in _UNANNOUNCED else announcing(shaped(part), common),
        )
        for family in PHRASES
        for line in lines.get(family, ())
        for part in _alternatives(line)
    )
    roles: dict[str, str] = {}
    for heading, letter in ROLES.items():
        for word in lists.get(heading, _NONE).exact:
            roles.setdefault(word, letter)
    return Language(code, lists, lines, phrases, roles)


def shaped(line: str) -> str:
    """A phrase in the form folded text takes, its placeholders filled."""
    return plain(line).replace("ς", "σ").replace("{name}", NAME).replace("{other}", OTHER)


def _alternatives(line: str) -> list[str]:
    """A phrase split where "|" stands outside every bracket."""
    parts, depth, inside, start = [], 0, False, 0
    previous = ""
    for at, char in enumerate(line):
        escaped = previous == "\\"
        if not escaped:
            inside = char == "[" or (inside and char != "]")
            depth += (char == "(") - (char == ")") if not inside else 0
            if char == "|" and depth == 0 and not inside:
                parts.append(line[start:at])
                start = at + 1
        previous = "" if escaped else char
    return [*parts, line[start:]]
