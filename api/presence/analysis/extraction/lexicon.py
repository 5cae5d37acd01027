"""Determines which languages an answer is written in, and combines their cues.

Invariant: the choice depends on the text alone. A text without any characteristic word is read with
every language of its script, so even an answer of two words has cues.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeVar

from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.languages import (
    LATIN,
    MARKS,
    PHRASES,
    UNSPACED,
    Language,
    language,
)
from presence.analysis.extraction.polarity import value_of

T = TypeVar("T")

_PART = re.compile(r"[-']")
_FAMILY: Final = {family: number for number, family in enumerate(PHRASES)}
_KEPT: Final = 8192
_READ: Final = 20_000  # characters looked at to tell the language
_WORDS = re.compile(r"[a-z]+")
_SHARE: Final = 0.5
_PROOF: Final = 3
_SCRIPTS: Final = (
    (re.compile("[\u0400-\u04ff]"), ("ru",)),
    (re.compile("[\u0370-\u03ff]"), ("el",)),
    (re.compile("[\u0600-\u06ff]"), ("ar",)),
    (re.compile("[\u0590-\u05ff]"), ("he",)),
    (re.compile("[\u0900-\u097f]"), ("hi",)),
    (re.compile("[\u1100-\u11ff\uac00-\ud7ff]"), ("ko",)),
    (re.compile("[\u3040-\u30ff]"), ("ja",)),
)
_UKRAINIAN: Final = re.compile("[іїєґ]")
_HAN: Final = re.compile("[\u3400-\u9fff]")
_KANA: Final = re.compile("[\u3040-\u30ff]")


def languages_of(text: str) -> tuple[str, ...]:
    """Codes of the languages that a folded text is read with, Latin ones last, most likely first.

    A Latin language is included if it shares at least half as many function words with the text as
    the best one. Where two languages read a word differently, the first one wins.
    """
    head = text[:_READ]
    codes: list[str] = []
    if not head.isascii():
        head = plain(head)
        codes = [code for script, found in _SCRIPTS if script.search(head) for code in found]
        if "ru" in codes:
            codes.insert(0 if _UKRAINIAN.search(head) else 1, "uk")
        if _HAN.search(head) and not _KANA.search(head):
            codes.append("zh")
    words = set(_WORDS.findall(head))
    shared = {code: len(words & _marks(code)) for code in LATIN}
    best = max(shared.values())
    if best == 0 and codes:
        return tuple(codes)
    # One shared word proves little: then every Latin language is read.
    least = best - 1 if best < _PROOF else best * _SHARE
    likely = sorted(LATIN, key=lambda code: -shared[code])
    return (*codes, *(code for code in likely if shared[code] >= least))


@lru_cache(maxsize=16)
def _marks(code: str) -> frozenset[str]:
    return language(code).words("marks").exact


class _Kept(dict[str, T]):
    """A cache of results per word, cleared as a whole when it becomes too large."""

    def __init__(self, find: Callable[[str], T]) -> None:
        self._find = find

    def __missing__(self, word: str) -> T:
        if len(self) >= _KEPT:
            self.clear()
        found = self[word] = self._find(word)
        return found


class Lexicon:
    """The cues of the languages of one answer. Build with `lexicon(codes)`."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        self.codes = codes
        self.languages: tuple[Language, ...] = tuple(language(code) for code in codes)
        self.unspaced = not UNSPACED.isdisjoint(codes)
        self.orders = frozenset(
            order for found in self.languages for order in found.lines.get("order", ())
        )
        # By family, so that those worth trying on a clause stand together in the order of numbers.
        self.phrases = tuple(
            sorted(
                (phrase for found in self.languages for phrase in found.phrases),
                key=lambda phrase: _FAMILY[phrase.family],
            )
        )
        sizes = Counter(phrase.family for phrase in self.phrases)
        self._ends = tuple(accumulate(sizes[family] for family in PHRASES))
        self._asking = tuple(
            (tuple(word.rstrip("*") for word in phrase.announced), phrase)
            for phrase in self.phrases
            if phrase.family == "asking"
        )
        self._always = frozenset(
            number for number, phrase in enumerate(self.phrases) if not phrase.announced
        )
        self._announced: dict[str, list[int]] = {}
        for number, phrase in enumerate(self.phrases):
            for word in phrase.announced:
                self._announced.setdefault(word, []).append(number)
        self.roles = _Kept(self._find_role)
        self._possible = _Kept(self._find_possible)
        self._value = lru_cache(maxsize=8192)(self._find_value)
        self.flips = lru_cache(maxsize=8192)(self._find_flips)
        self.wide = lru_cache(maxsize=8192)(self._find_wide)
        self.turns = lru_cache(maxsize=8192)(self._find_turns)
        self.signs = lru_cache(maxsize=4)(self._find_signs)

    def shows_language(self, code: str) -> bool:
        """Whether the text itself indicates a language, rather than only permitting it."""
        return code in self.codes and not set(LATIN) <= set(self.codes)

    def asks(self, text: str) -> bool:
        """Whether a clause only says what was asked or searched for."""
        for words, phrase in self._asking:
            if (not words or any(map(text.__contains__, words))) and phrase.pattern.search(text):
                return True
        return False

    def candidates(self, tokens: Iterable[str]) -> Sequence[int]:
        """Numbers of the phrases worth trying on a clause with these words, in order."""
        numbers = set(self._always)
        for found in map(self._possible.__getitem__, tokens):
            if found:
                numbers.update(found)
        return sorted(numbers)

    def of_family(self, family: str, numbers: Sequence[int]) -> Iterator[re.Pattern[str]]:
        """The patterns of the phrases of one family among these, in order."""
        index = _FAMILY[family]
        low = bisect_left(numbers, self._ends[index - 1]) if index else 0
        for at in range(low, bisect_left(numbers, self._ends[index], low)):
            yield self.phrases[numbers[at]].pattern

    def value(self, token: str) -> int:
        """Positive for a word of praise, negative for one of blame (see `polarity`), else 0."""
        return self._value(token)

    def has(self, heading: str, token: str) -> bool:
        """Whether a word is listed under a heading in any of the languages."""
        return any(token in found.words(heading) for found in self.languages)

    def _find_flips(self, token: str) -> bool:
        """Whether a word inverts the evaluation after it: "not", "never", "lacks"."""
        return token.endswith("n't") or self.has("flips", token)

    def _find_wide(self, token: str) -> bool:
        """Whether a word negates the whole clause: "never", "nobody"."""
        return self.has("wide flips", token)

    def _find_turns(self, token: str) -> bool:
        """Whether a word begins a contrasting clause: "but"."""
        return self.has("turns", token)

    def _find_signs(self, heading: str) -> tuple[str, ...]:
        """Evaluative characters of scripts without spaces between words."""
        return tuple(
            plain(sign).replace("_", " ")
            for found in self.languages
            for line in found.lines.get(heading, ())
            for sign in line.split()
        )

    def _find_role(self, token: str) -> str:
        """The role letter of a word or mark (see `languages.ROLES`), "w" for none."""
        mark = MARKS.get(token)
        if mark is not None:
            return mark
        roles = [found.role(token) for found in self.languages]
        return next((role for role in roles if role != "w"), "w")

    def _find_possible(self, token: str) -> tuple[int, ...]:
        """The phrases that a word makes possible: whole, by its beginning, or by part of a
        compound.
        """
        found: set[int] = set()
        for word in {token, *_PART.split(token)}:
            found.update(self._announced.get(word, ()))
            for length in range(2, len(word) + 1):
                found.update(self._announced.get(f"{word[:length]}*", ()))
        return tuple(found)

    def _find_value(self, token: str) -> int:
        return value_of(token, self.languages)


@lru_cache(maxsize=128)
def lexicon(codes: tuple[str, ...]) -> Lexicon:
    """The cues of a combination of languages."""
    return Lexicon(codes)


def lexicon_of(text: str) -> Lexicon:
    """The cues for reading one folded text."""
    return lexicon(languages_of(text))
