"""How a clause judges the entity it names.

Invariant: a judgement is the sign of counted words of praise and blame, turned by negators and
by comparisons the entity loses; no judging word means neutral.
"""

from __future__ import annotations

import re
from typing import Final

from presence.analysis.extraction.clauses import TOKEN, Clause
from presence.analysis.extraction.coordination import own_part
from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.languages import NAME, OTHER
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.types import Sentiment

_NEGATION_REACH: Final = 4
_IDIOM: Final = 2  # a turn of phrase outweighs a single word
_SWAP: Final = str.maketrans({NAME: OTHER, OTHER: NAME})
_STOPS: Final = ".;,:?!"
_NO_BLAME = re.compile(r"\bfree (?:of|from)\b")
_DOUBLED: Final = tuple(plain(sign) for sign in ("不推荐", "不推薦", "不建议", "不可靠", "不稳定"))


def sentiment_of(clause: Clause) -> Sentiment:
    """Sentiment toward NAME from the judging words of the clauses that speak of it.

    A negator up to four words before flips a word. A comparison NAME loses turns the sum; a
    verb of winning or losing decides alone.
    """
    lexicon = clause.lexicon
    if clause.says("ahead") is not None:
        return "positive"
    if clause.says("beaten") is not None:
        return "negative"
    part = own_part(clause)
    total = _words(part) + (_signs(part.text, lexicon) if lexicon.unspaced else 0)
    total = _compared(total + _idioms(part), clause)
    return "positive" if total > 0 else "negative" if total < 0 else "neutral"


def _idioms(clause: Clause) -> int:
    """Praise or blame by a turn of phrase; of two the one that holds the other counts.

    "Never let us down" holds "let us down"; "no vale la pena" holds "vale la pena".
    """
    good, bad = clause.says("good"), clause.says("bad")
    if good is None or bad is None:
        return _IDIOM * ((good is not None) - (bad is not None))
    if good.start() <= bad.start() and bad.end() <= good.end():
        return _IDIOM
    if bad.start() <= good.start() and good.end() <= bad.end():
        return -_IDIOM
    return 0


def _compared(total: int, clause: Clause) -> int:
    """The sum turned where NAME is what another entity is held against ("better than NAME").

    A comparison without a judging word counts as won by the one named first.
    """
    if clause.says("behind") is not None:
        return -total if total else -1
    if total or OTHER not in clause.text:
        return total
    if clause.says("behind", clause.text.translate(_SWAP)) is not None:
        return 1
    return total


def _words(clause: Clause) -> int:
    total = 0
    wide = False
    since = _NEGATION_REACH + 1
    lexicon = clause.lexicon
    for word in clause.tokens if "free" not in clause.text else _freed(clause.text):
        if word in _STOPS or lexicon.turns(word):
            since = _NEGATION_REACH + 1
            wide = wide and word == ","
            continue
        value = lexicon.value(word)
        if value:
            # A blame far behind "never" or "nobody" is praise; praise there stays as it is.
            flipped = since <= _NEGATION_REACH or (wide and value < 0)
            # "Not the cheapest" is no blame.
            total += (0 if word.endswith("est") else -value) if flipped else value
        wide = wide or lexicon.wide(word)
        since = 0 if lexicon.flips(word) else since + 1
    return total


def _freed(text: str) -> list[str]:
    """Tokens with "free of" read as "without"."""
    return TOKEN.findall(_NO_BLAME.sub("without", text))


def _signs(text: str, lexicon: Lexicon) -> int:
    """Judging signs of scripts without word spaces."""
    bad = sum(text.count(sign) for sign in lexicon.signs("negative signs"))
    good = sum(text.count(sign) for sign in lexicon.signs("positive signs"))
    return good - bad - sum(text.count(sign) for sign in _DOUBLED)
