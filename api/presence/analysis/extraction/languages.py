"""The cues of one language: words, phrases and evaluative words, read from its data file.

Invariant: words and phrases are kept in the form of folded text (lower case, decomposed, no marks),
so a cue written with accents matches text written without them and the reverse.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cached_property, lru_cache
from typing import Final

from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.phrase_prefilter import required_words
from presence.analysis.extraction.wordlists import data_text, sections

ANNOUNCED: Final = "announced.json"  # words that announce each phrase, by language
_PARTING: Final = re.compile(r"\\.|[\[\]()|]")  # what opens, closes or parts in a pattern
NAME: Final = "\x01"
OTHER: Final = "\x02"
LATIN: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
# Scripts whose vowel signs, proclitics or lack of spaces hide where a word begins.
_UNANNOUNCED: Final = frozenset({"ja", "zh", "ko", "hi", "ar", "he"})
UNSPACED: Final = frozenset({"ja", "zh", "ko"})
PHRASES: Final[tuple[str, ...]] = (
    "ignorance", "granted", "praise", "warning", "uncertain", "pick", "not a pick", "behind",
    "beaten", "ahead", "good", "bad", "leans good", "leans bad",
    "unjudging phrases", "condition", "asking", "how to", "shunned list", "picked list",
    "told after", "pick after", "pick all",
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


class WordSet:
    """A set of words in which a final * stands for any ending."""

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


class Phrase:
    """One phrase of a family, with words ("*": any ending) one of which must be in its clause.

    Without `announced`, it has to be tried on every clause. It is compiled when it is first tried,
    because most texts need few of the phrases of a language.
    """

    __slots__ = ("_pattern", "announced", "family", "source")

    def __init__(self, family: str, source: str, announced: frozenset[str]) -> None:
        self.family = family
        self.source = source
        self.announced = announced
        self._pattern: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """The compiled phrase."""
        if self._pattern is None:
            self._pattern = re.compile(self.source)
        return self._pattern


class Language:
    """The cues of one language; a heading missing from its file is empty. Everything is lazy."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.lines = sections(f"languages/{code}.txt")
        self._words: dict[str, WordSet] = {}

    def words(self, heading: str) -> WordSet:
        """The words under a heading."""
        if heading not in self._words:
            lines = self.lines.get(heading, ())
            self._words[heading] = WordSet(tuple(word for line in lines for word in line.split()))
        return self._words[heading]

    def role(self, token: str) -> str:
        """The role letter of a word, "w" for none."""
        return "n" if token.endswith("n't") else self._roles.get(token, "w")

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """The phrases in the order of their families."""
        written = self.written
        announced = _announced(self, written)
        return tuple(
            Phrase(family, source, words)
            for (family, source), words in zip(written, announced, strict=True)
        )

    @property
    def written(self) -> list[tuple[str, str]]:
        """(family, pattern) of each phrase."""
        return [
            (family, shaped(part))
            for family in PHRASES
            for line in self.lines.get(family, ())
            for part in _alternatives(line)
        ]

    @cached_property
    def _roles(self) -> dict[str, str]:
        roles: dict[str, str] = {}
        for heading, letter in ROLES.items():
            for word in self.words(heading).exact:
                roles.setdefault(word, letter)
        return roles


@lru_cache(maxsize=32)
def language(code: str) -> Language:
    """The cues of a shipped language, by its ISO 639-1 code."""
    return Language(code)


def announced_afresh(spoken: Language) -> list[frozenset[str]]:
    """The required words of each phrase, computed from the patterns (a second for English)."""
    if spoken.code in _UNANNOUNCED:
        return [frozenset() for _ in spoken.written]
    common = spoken.words("marks").exact | spoken.words("negators").exact
    return [required_words(source, common) for _, source in spoken.written]


def digest_of(spoken: Language) -> str:
    """A digest of the data that the required words of a language were computed from."""
    common = sorted(spoken.words("marks").exact | spoken.words("negators").exact)
    text = "\n".join((*common, *(source for _, source in spoken.written)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _announced(spoken: Language, written: list[tuple[str, str]]) -> list[frozenset[str]]:
    """The shipped required words; computed anew if the file of the language has changed."""
    if spoken.code in _UNANNOUNCED:
        return [frozenset() for _ in written]
    kept = _shipped().get(spoken.code)
    if kept is None or kept[0] != digest_of(spoken):
        return announced_afresh(spoken)
    return [frozenset(line.split()) for line in kept[1:]]


@lru_cache(maxsize=1)
def _shipped() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(data_text(ANNOUNCED))
    return found


def shaped(line: str) -> str:
    """A phrase in the form of folded text, with its placeholders filled in."""
    return plain(line).replace("ς", "σ").replace("{name}", NAME).replace("{other}", OTHER)


def _alternatives(line: str) -> list[str]:
    """A phrase split at each "|" outside brackets."""
    parts, depth, inside, start = [], 0, False, 0
    # Only marks that open, close or part are looked at: lists are long, and read at every start.
    for found in _PARTING.finditer(line):
        char = found.group()
        if char[0] == "\\":
            continue
        inside = char == "[" or (inside and char != "]")
        depth += (char == "(") - (char == ")") if not inside else 0
        if char == "|" and depth == 0 and not inside:
            parts.append(line[start : found.start()])
            start = found.end()
    return [*parts, line[start:]]
