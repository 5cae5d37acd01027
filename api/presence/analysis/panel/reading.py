"""Derives intent and topic of a question that a customer wrote.

Invariant: total; a question that shows neither is a discovery question without a topic. Only the
order of the intent cues matters: "how do X compare" is a comparison, not a how-to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from presence.analysis.language import base_language, terms
from presence.analysis.types import Intent

_CUES: dict[str, tuple[tuple[Intent, str], ...]] = {
    "en": (
        ("comparison", r"\bcompar\w*|\bversus\b|\bvs\b|\bdiffer\w*|\bbetter\b|\bor\b.*\?$|"
         r"\breviews?\b|\bpros and cons\b|\brank\w*"),
        ("problem", r"\balternatives?\b|\bproblems?\b|\bnot (?:happy|working|good)\b|\bstruggl\w*|"
         r"\bswitch\w*|\breplace\w*|\btired of\b|\bfix\w*|\bstop\b|\bhard to\b|\bissues?\b"),
        ("how-to", r"^how\b|\bhow (?:do|can|should|to|much|many)\b|\bwhat should i\b|\bsteps?\b|"
         r"\bcosts?\b"),
    ),
    "de": (
        ("comparison", r"\bvergleich\w*|\bunterscheid\w*|\bunterschied\w*|\bbesser\b|\bgegenüber\b|"
         r"\bvs\b|\bbewert\w*|\boder\b.*\?$"),
        ("problem", r"\balternativ\w*|\bproblem\w*|\bunzufrieden\b|\bwechseln\b|\bersetzen\b|"
         r"\bfunktioniert nicht\b|\bvermeid\w*"),
        ("how-to", r"^wie\b|\bwie (?:kann|viel|finde|wähle|mache|geht)\b|\bworauf\b|\bkosten\b"),
    ),
    "fr": (
        ("comparison", r"\bcompar\w*|\bdifféren\w*|\bmeilleur\w* que\b|\bversus\b|\bvs\b|\bavis\b|"
         r"\bou\b.*\?$"),
        ("problem", r"\balternative\w*|\bproblème\w*|\bremplacer\b|\bchanger\b|\bpas content\w*|"
         r"\bne (?:marche|fonctionne)\b"),
        ("how-to", r"^comment\b|\bcomment (?:faire|choisir)\b|\bque faut-il\b|\bcombien\b|"
         r"\bcoût\w*|\bcoûte\w*"),
    ),
    "es": (
        ("comparison", r"\bcompar\w*|\bdiferenc\w*|\bmejor que\b|\bversus\b|\bvs\b|\breseñas\b|"
         r"\bo\b.*\?$"),
        ("problem", r"\balternativ\w*|\bproblema\w*|\breemplazar\b|\bcambiar\b|\bno funciona\b|"
         r"\bno estoy content\w*"),
        ("how-to", r"^¿?cómo\b|\bcómo (?:elijo|hago|puedo)\b|\bcuánto\b|\bcuesta\w*|\bcosto\b"),
    ),
}  # fmt: skip


def intent_of(text: str, language: str) -> Intent:
    """The intent shown by a question's words.

    Questions in languages without cues are treated as English ones.
    """
    for intent, pattern in _patterns(_cue_language(language)):
        if pattern.search(text.strip()):
            return intent
    return "discovery"


def _cue_language(language: str) -> str:
    base = base_language(language)
    return base if base in _CUES else "en"


def topic_among(text: str, topics: Sequence[str], language: str) -> str:
    """The longest of the topics whose words all occur in the text; "" if there is none."""
    if not topics:
        return ""
    said = set(terms(text, language))
    found = [t for t in topics if (parts := _parts(t, language)) and said.issuperset(parts)]
    return max(found, key=len, default="")


@lru_cache(maxsize=1024)
def _parts(topic: str, language: str) -> tuple[str, ...]:
    return tuple(terms(topic, language))


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[Intent, re.Pattern[str]], ...]:
    return tuple((intent, re.compile(cue, re.IGNORECASE)) for intent, cue in _CUES[language])
