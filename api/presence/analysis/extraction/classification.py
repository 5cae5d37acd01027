"""Combines what an answer says at one occurrence: stance, sentiment and recommendation.

Invariant: equal clauses are classified equally, so a repeated sentence is read only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from presence.analysis.extraction.clauses import Clause
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.listing import ListLabel
from presence.analysis.extraction.polarity import WEAK
from presence.analysis.extraction.sentiment import leaning_of, sentiment_of
from presence.analysis.extraction.stance import advised_after, described_after, picked, stance_of
from presence.analysis.extraction.tone import CERTAIN, heard
from presence.analysis.types import Sentiment, Stance


@dataclass(frozen=True, slots=True)
class Classification:
    """The stance of an occurrence; sentiment and pick are set only if it is affirmative."""

    stance: Stance
    sentiment: Sentiment | None
    recommended: bool
    partly: bool = False


@lru_cache(maxsize=4096)
def classify_mention(
    own: str, further: str, lexicon: Lexicon, list_label: ListLabel = "", following: str = ""
) -> Classification:
    """Classify NAME by its own clause and by the clauses that continue about it.

    A warning is negative; praise by a fixed phrase and a pick are positive. `list_label` is what
    the heading or label above NAME implies (see `listing`).
    """
    clause = Clause(own, lexicon)
    advised = advised_after(following, lexicon)
    found = stance_of(clause)
    if found.stance != "affirmative" and not described_after(own, further, clause):
        return Classification(found.stance, None, recommended=False)
    if found.stance != "affirmative" or found.partly:
        rest = Clause(further.removeprefix(own), lexicon)
        mood: Sentiment = "positive" if advised else _mood(rest)
        return Classification("affirmative", mood, advised, partly=True)
    if found.warned or (list_label == "shunned" and not found.praised):
        return Classification("affirmative", "negative", recommended=False)
    if list_label == "step" and not found.praised and not advised:
        return Classification("affirmative", "neutral", recommended=False)
    if list_label == "picked":
        blamed = not found.praised and leaning_of(clause).total < -WEAK
        return Classification("affirmative", "negative" if blamed else "positive", not blamed)
    recommended = picked(clause) and (found.praised or clause.says("bad") is None)
    recommended = recommended or advised
    if found.praised or recommended:
        return Classification("affirmative", "positive", recommended)
    whole = clause if further == own else Clause(further, lexicon)
    return Classification("affirmative", _mood(whole), recommended=False)


def _mood(whole: Clause) -> Sentiment:
    """Sentiment by the evaluative words if they are clear, otherwise by the whole wording.

    A text that ends with its question about NAME offers or asks something and evaluates nothing.
    """
    if whole.text.endswith("?"):
        return "neutral"
    leaning = leaning_of(whole)
    certain = leaning.weighed or abs(leaning.total) > CERTAIN
    if not certain and whole.lexicon.codes[0] == "en":
        toned = heard(leaning.total, whole.text)
        if toned is not None:
            return toned
    return sentiment_of(leaning)
