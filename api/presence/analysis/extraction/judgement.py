"""What an answer says of one occurrence, put together: stance, sentiment, recommendation.

Invariant: equal clauses are judged equally, so repeated sentences are read once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from presence.analysis.extraction.clauses import Clause
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.sentiment import leaning_of, sentiment_of
from presence.analysis.extraction.stance import picked, stance_of
from presence.analysis.extraction.tone import CERTAIN, heard
from presence.analysis.types import Sentiment, Stance


@dataclass(frozen=True, slots=True)
class Judgement:
    """Stance of an occurrence; sentiment and pick only where it is affirmative."""

    stance: Stance
    sentiment: Sentiment | None
    recommended: bool


@lru_cache(maxsize=4096)
def judgement_of(own: str, further: str, lexicon: Lexicon) -> Judgement:
    """Reading of NAME in its own clause and the clauses that go on about it.

    A warning is negative; praise by a fixed phrase and a pick are positive.
    """
    clause = Clause(own, lexicon)
    judged = stance_of(clause)
    if judged.stance != "affirmative":
        return Judgement(judged.stance, None, recommended=False)
    if judged.warned:
        return Judgement("affirmative", "negative", recommended=False)
    recommended = picked(clause) and (judged.praised or clause.says("bad") is None)
    if judged.praised or recommended:
        return Judgement("affirmative", "positive", recommended)
    whole = clause if further == own else Clause(further, lexicon)
    return Judgement("affirmative", _mood(whole), recommended=False)


def _mood(whole: Clause) -> Sentiment:
    """By the judging words where they are clear, else by the whole wording."""
    leaning = leaning_of(whole)
    certain = leaning.weighed or abs(leaning.total) > CERTAIN
    if not certain and whole.lexicon.codes[0] == "en":
        toned = heard(leaning.total, whole.text)
        if toned is not None:
            return toned
    return sentiment_of(leaning)
