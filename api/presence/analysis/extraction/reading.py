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
    Clause,
    plain,
    words,
)
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.structure import Structure
from presence.analysis.types import Sentiment, Stance

_TOKEN = re.compile(rf"[{NAME}{OTHER}]|[^\W\d_]+(?:['-][^\W\d_]+)*|[.;,:]")
_SPACE = re.compile(rf"[\s{BARRIER}{LINK}\"*]+")
_POSSESSIVE = re.compile(rf"([{NAME}{OTHER}])'s?\b")
_NEGATION_REACH = 4


def clauses_of(
    item: Occurrence, others: Sequence[Occurrence], folded: Folded, structure: Structure
) -> tuple[Clause, Clause]:
    """The occurrence's own clause, and the same with the clauses that go on about it.

    "Not the cheapest, but very reliable" goes on: the second reaches up to the next clause that
    names another entity. In the first every other occurrence is OTHER; in the second the same
    entity's are NAME too.
    """
    low, high = structure.clause_at(item.start, item.end)
    first = bisect_left(others, low, key=lambda o: o.start)
    own = _clause(item, others[first:], folded, (low, high), onward=False)
    end = _onward(item, others, structure, high)
    if end <= high:
        return own, own
    return own, _clause(item, others[first:], folded, (low, end), onward=True)


def _clause(
    item: Occurrence,
    others: Sequence[Occurrence],
    folded: Folded,
    span: tuple[int, int],
    *,
    onward: bool,
) -> Clause:
    position, high = span
    pieces: list[str] = []
    for other in others:
        if other.start >= high:
            break
        if other.start < position or other.end > high:
            continue
        pieces.append(folded.text[position : other.start])
        same = other.name.entity == item.name.entity
        pieces.append(NAME if other is item or (same and onward) else OTHER)
        position = other.end
    pieces.append(folded.text[position:high])
    text = _SPACE.sub(" ", plain("".join(pieces)))
    if "'" in text:
        text = _POSSESSIVE.sub(r"\1", text)
    return Clause.of(text.strip())


def _onward(item: Occurrence, others: Sequence[Occurrence], structure: Structure, high: int) -> int:
    """End of the run of clauses behind the occurrence's own that name nobody else."""
    _, end = structure.sentence_at(item.start)
    following = bisect_left(others, high, key=lambda o: o.start)
    for other in others[following:]:
        if other.start >= end:
            break
        if other.name.entity != item.name.entity:
            start, _ = structure.clause_at(other.start, other.end)
            return max(high, min(start, end))
    return end


def stance_of(clause: Clause) -> tuple[Stance, bool]:
    """(stance, warned) of the NAME in a clause. A warning names the brand, negatively."""
    if not clause.hints("denial"):
        return "affirmative", False
    if clause.says("not ignorance"):
        return "affirmative", False
    if clause.says("warning"):
        return "affirmative", True
    if clause.says("uncertain"):
        return "uncertain", False
    return ("negated" if clause.says("ignorance") else "affirmative"), False


def picked(clause: Clause) -> bool:
    """Whether the NAME is presented as a pick in its clause."""
    if not clause.hints("pick") or not clause.says("pick"):
        return False
    return clause.says("not ignorance") or not (clause.says("warning")
                                                 or clause.says("not a pick"))  # fmt: skip


def sentiment_of(further: Clause) -> Sentiment:
    """Sentiment toward NAME from the judging words of its clause.

    A negator up to four words before flips a word; what stands before "than" or "beats" judges
    the first entity and, flipped, the second; "no mill beats NAME" is praise.
    """
    clause = further.text.replace(" free of ", " without ").replace(" free from ", " without ")
    comparing = further.hints("compare")
    if comparing and (unbeaten := NOT_BETTER.search(clause)) and NAME in clause[unbeaten.end() :]:
        return "positive"
    total = _sign_score(clause)
    tokens = _TOKEN.findall(clause)
    compared = COMPARE.search(clause) if comparing else None
    behind = compared is not None and NAME in clause[compared.end() :]
    since = _NEGATION_REACH + 1
    positive, negative, negators = words("positive"), words("negative"), words("negators")
    turns = words("turns")
    for word in tokens:
        if word in ".;,:" or word in turns:
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
