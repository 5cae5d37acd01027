"""Reads what an answer says about one occurrence: stance, sentiment, recommendation.

Invariant: a reading looks at the occurrence's own clause first, so one text may deny one brand
and name another, or deny a brand in one sentence and name it in the next.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from presence.analysis.extraction.folding import BARRIER, LINK, Folded
from presence.analysis.extraction.lexicon import (
    COMPARE,
    NAME,
    NOT_BETTER,
    OTHER,
    hinted,
    plain,
    says,
    words,
)
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.structure import Structure
from presence.analysis.types import Sentiment, Stance

_TOKEN = re.compile(rf"[{NAME}{OTHER}]|[^\W\d_]+(?:['-][^\W\d_]+)*|[.;,:]")
_SPACE = re.compile(rf"[\s{BARRIER}{LINK}\"*]+")
_POSSESSIVE = re.compile(rf"([{NAME}{OTHER}])'s?\b")
_NEGATION_REACH = 4


def clause_of(
    item: Occurrence,
    others: Sequence[Occurrence],
    folded: Folded,
    structure: Structure,
    *,
    whole: bool,
) -> str:
    """The occurrence's clause (or whole sentence) as plain text, NAME and OTHER in place."""
    low, high = (
        structure.sentence_at(item.start) if whole else structure.clause_at(item.start, item.end)
    )
    pieces: list[str] = []
    position = low
    first = bisect_left(others, low, key=lambda o: o.start)
    for other in others[first:]:
        if other.start >= high:
            break
        if other.start < position or other.end > high:
            continue
        pieces.append(folded.text[position : other.start])
        same = other.name.entity == item.name.entity
        pieces.append(NAME if other is item else (NAME if same and whole else OTHER))
        position = other.end
    pieces.append(folded.text[position:high])
    text = _SPACE.sub(" ", plain("".join(pieces)))
    return _POSSESSIVE.sub(r"\1", text).strip()


def stance_of(clause: str) -> tuple[Stance, bool]:
    """(stance, warned) of the NAME in a clause. A warning names the brand, negatively."""
    if not hinted("denial", clause):
        return "affirmative", False
    if says("not ignorance", clause):
        return "affirmative", False
    if says("warning", clause):
        return "affirmative", True
    if says("uncertain", clause):
        return "uncertain", False
    return ("negated" if says("ignorance", clause) else "affirmative"), False


def picked(clause: str) -> bool:
    """Whether the NAME is presented as a pick in its clause."""
    if not hinted("pick", clause) or not says("pick", clause):
        return False
    return says("not ignorance", clause) or not (says("warning", clause)
                                                 or says("not a pick", clause))  # fmt: skip


def sentiment_of(clause: str) -> Sentiment:
    """Sentiment toward NAME from the judging words of its clause.

    A negator up to four words before flips a word; what stands before "than" or "beats" judges
    the first entity and, flipped, the second; "no mill beats NAME" is praise.
    """
    comparing = hinted("compare", clause)
    if comparing and (unbeaten := NOT_BETTER.search(clause)) and NAME in clause[unbeaten.end() :]:
        return "positive"
    total = _sign_score(clause)
    tokens = _TOKEN.findall(clause)
    compared = COMPARE.search(clause) if comparing else None
    behind = compared is not None and NAME in clause[compared.end() :]
    since = _NEGATION_REACH + 1
    positive, negative, negators = words("positive"), words("negative"), words("negators")
    for word in tokens:
        if word in ".;,:":
            since = _NEGATION_REACH + 1
            continue
        value = (word in positive) - (word in negative)
        if value:
            total += -value if since <= _NEGATION_REACH else value
        if word in negators or word.endswith("n't"):
            since = 0
        else:
            since += 1
    if compared is not None:
        total = _compared(total, compared.group(), behind)
    return "positive" if total > 0 else "negative" if total < 0 else "neutral"


def _compared(total: int, word: str, behind: bool) -> int:
    """Score for NAME in a comparison: the side behind the comparing word gets the opposite."""
    if word == "inferior to":
        total = min(total, -1)
    elif word not in ("than",):
        total = max(total, 1)
    return -total if behind else total


def _sign_score(clause: str) -> int:
    """Judging signs of scripts without word spaces."""
    if clause.isascii():
        return 0
    bad = sum(clause.count(sign) for sign in words("negative signs"))
    good = sum(clause.count(sign) for sign in words("positive signs"))
    doubled = clause.count(plain("不推荐")) + clause.count(plain("不可靠"))
    return good - bad - doubled
