"""The sentiment of a text about the entity it names.

Invariant: sentiment is the sign of weighted words and idioms, each inverted or not by what governs
it (a negator, "too", a verb of relief, a lost comparison); without such a word it is neutral.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from presence.analysis.extraction.clauses import TOKEN, Clause
from presence.analysis.extraction.coordination import own_part
from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.languages import NAME, OTHER
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.polarity import FULL, WEAK
from presence.analysis.types import Sentiment

_NEGATION_REACH: Final = 4
_RELIEF_REACH: Final = 3
_IDIOM_REACH: Final = 3
DECIDED: Final = 4 * FULL
_IDIOM: Final = 2 * FULL  # an idiom outweighs a single word
_FAMILIES: Final = (("unjudging phrases", 0), ("good", _IDIOM), ("bad", -_IDIOM),
                   ("leans good", FULL), ("leans bad", -FULL))  # fmt: skip
_OPENING: Final = 4  # words at the beginning of an answer in which it says yes or no
_SWAP: Final = str.maketrans({NAME: OTHER, OTHER: NAME})
_STOPS: Final = ".;,:?!"
_NO_BLAME = re.compile(r"\bfree (?:of|from)\b")
_DOUBLED: Final = tuple(plain(sign) for sign in ("不推荐", "不推薦", "不建议", "不可靠", "不稳定"))


class Leaning(NamedTuple):
    """How far a text leans towards praise (positive) or criticism (negative).

    `weighed` is set if praise and criticism were both found and cancel each other out.
    """

    total: int
    weighed: bool = False


def leaning_of(clause: Clause) -> Leaning:
    """The leaning of the text about NAME.

    A comparison that NAME loses inverts the sum; a verb of winning or losing decides alone.
    """
    if clause.says("ahead") is not None:
        return Leaning(DECIDED)
    if clause.says("beaten") is not None:
        return Leaning(-DECIDED)
    part = own_part(clause)
    asked, rest = _question(part)
    if asked is not None and rest is not None:
        return Leaning(_compared(_answered(asked, rest), clause))
    found = _weigh(part)
    total = _compared(found.total, clause)
    return Leaning(total, weighed=total == 0 and found.weighed)


def sentiment_of(leaning: Leaning) -> Sentiment:
    """Positive, negative or neutral; a single weak hint ("popular") is not enough."""
    total = leaning.total
    return "positive" if total > WEAK else "negative" if total < -WEAK else "neutral"


def _question(part: Clause) -> tuple[Clause | None, Clause | None]:
    """A question about NAME and its answer; (None, None) if nothing is asked."""
    mark = part.text.find("?", part.text.find(NAME))
    if mark < 0:
        return None, None
    start = max(part.text.rfind(stop, 0, part.text.find(NAME)) for stop in ".!?") + 1
    asked = Clause(part.text[start:mark], part.lexicon)
    return asked, Clause(part.text[mark + 1 :].strip(), part.lexicon)


def _answered(asked: Clause, answer: Clause) -> int:
    """Only the answer to a question counts:

    "Is NAME any good? Not really."
    """
    lexicon, total = asked.lexicon, _weight(answer)
    opening = [token for token in answer.tokens if token not in _STOPS][:_OPENING]
    says_no = bool(opening) and lexicon.has("negators", opening[0])
    says_no = says_no or "no" in opening
    if not says_no and not any(lexicon.has("yes", token) for token in opening):
        return total
    put = _weight(asked)
    return total + 2 * (-put if says_no else put)


def _weight(clause: Clause) -> int:
    return _weigh(clause).total


def _weigh(clause: Clause) -> Leaning:
    """The sum over idioms and the words outside them."""
    lexicon = clause.lexicon
    text = _unconditional(clause)
    tally = _Tally(lexicon)
    tally.over(text, _phrases(clause, text))
    total = tally.total + (_signs(text, lexicon) if lexicon.unspaced else 0)
    return Leaning(total, weighed=total == 0 and tally.moved)


def _unconditional(clause: Clause) -> str:
    """The text without an opening condition about the reader:

    "If you hate clutter, NAME is ...".
    """
    for pattern in clause.phrases("condition"):
        found = pattern.match(clause.text)
        if found is not None and NAME not in found.group():
            return clause.text[found.end() :]
    return clause.text


@dataclass(frozen=True, slots=True)
class _Phrase:
    start: int
    end: int
    value: int


def _phrases(clause: Clause, text: str) -> list[_Phrase]:
    """Idioms in order; of two that overlap, the longer counts.

    "Never let us down" contains "let us down"; "quality control" contains "quality".
    """
    found: list[_Phrase] = []
    for family, value in _FAMILIES:
        for pattern in clause.phrases(family):
            found += [_Phrase(*match.span(), value) for match in pattern.finditer(text)]
    if len(found) > 1:
        found.sort(key=lambda p: (p.start - p.end, p.start))
        kept: list[_Phrase] = []
        for phrase in found:
            if all(phrase.end <= k.start or k.end <= phrase.start for k in kept):
                kept.append(phrase)
        found = sorted(kept, key=lambda p: p.start)
    return found


def _compared(total: int, clause: Clause) -> int:
    """The sum, inverted if another entity is compared favourably with NAME ("better than NAME").

    A comparison without an evaluating word counts as won by the entity named first.
    """
    if clause.says("behind") is not None:
        return DECIDED if total < 0 else -DECIDED
    if total or OTHER not in clause.text:
        return total
    if clause.says("behind", clause.text.translate(_SWAP)) is not None:
        return FULL
    return total


class _Tally:
    """Adds up the words of one text from left to right."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.total = 0
        self.moved = False
        self.negated = _NEGATION_REACH + 1  # words since the last negator
        self.relieved = _RELIEF_REACH + 1  # words since a verb that cancels criticism
        self.wide = False
        self.before = ""

    def over(self, text: str, phrases: list[_Phrase]) -> None:
        """Weigh a text together with its idioms."""
        at = 0
        for phrase in phrases:
            self._words(text[at : phrase.start])
            turned = self.negated < _IDIOM_REACH and phrase.value
            self._add(-phrase.value if turned else phrase.value)
            self.negated = _NEGATION_REACH + 1
            at = phrase.end
        self._words(text[at:])

    def _add(self, value: int) -> None:
        self.total += value
        self.moved = self.moved or abs(value) >= FULL

    def _words(self, text: str) -> None:
        if "free" in text:
            text = _NO_BLAME.sub("without", text)
        for word in TOKEN.findall(text):
            self._word(word)
            self.before = word

    def _word(self, word: str) -> None:
        lexicon = self.lexicon
        if word in _STOPS or lexicon.turns(word):
            self.negated, self.relieved = _NEGATION_REACH + 1, _RELIEF_REACH + 1
            self.wide = self.wide and word == ","
            return
        value = lexicon.value(word)
        if value:
            self._add(self._turned(word, value))
        self.wide = self.wide or lexicon.wide(word)
        self.negated = 0 if lexicon.flips(word) else self.negated + 1
        self.relieved = 0 if lexicon.has("relieves", word) else self.relieved + 1

    def _turned(self, word: str, value: int) -> int:
        """A word's value after applying what governs it."""
        flipped = self.negated <= _NEGATION_REACH or (self.wide and value < 0)
        if flipped:
            # "Not the cheapest" is no blame; a blame far behind "never" is praise.
            return 0 if word.endswith("est") else -value
        if value < 0 and self.relieved <= _RELIEF_REACH:
            return FULL
        if value > 0 and self.lexicon.has("excess", self.before):
            return -FULL
        return value


def _signs(text: str, lexicon: Lexicon) -> int:
    """Evaluating characters of scripts without spaces between words."""
    bad = sum(text.count(sign) for sign in lexicon.signs("negative signs"))
    good = sum(text.count(sign) for sign in lexicon.signs("positive signs"))
    return FULL * (good - bad - sum(text.count(sign) for sign in _DOUBLED))
