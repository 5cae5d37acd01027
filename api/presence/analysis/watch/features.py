"""What is measured of an answer to a canary question: shape, names, sources and wording.

Invariant: a feature is a count or a rate that needs no model and no dictionary, so the same text
has the same features on every machine and in every language.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.types import RawAnswer

# Name and the least scale of each feature: differences far below it are never a change.
FEATURES: Final[dict[str, float]] = {
    "words": 0.10,
    "sentence words": 0.10,
    "word length": 0.02,
    "distinct words": 0.03,
    "list items": 0.20,
    "headings": 0.20,
    "emphasis": 0.20,
    "expected names": 0.05,
    "capitals": 0.02,
    "digits": 0.01,
    "commas": 0.01,
    "dashes": 0.01,
    "questions": 0.10,
    "refused": 0.10,
    "citations": 0.20,
    "domains": 0.20,
}
# Of these a feature is log(1 + x).
LOGARITHMIC: Final = frozenset(
    (
        *("words", "sentence words", "word length", "list items", "headings", "emphasis"),
        *("questions", "citations", "domains"),
    )
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_END = re.compile(r"[.!?…。！？]+(?=\s|$)|\n+")
_ITEM = re.compile(r"^\s*(?:[-*+•–]|\d{1,3}[.)])\s+\S|^\s*\|.*\|\s*$", re.M)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s|^\s*\*\*[^*\n]+\*\*:?\s*$", re.M)
_EMPHASIS = re.compile(r"\*\*[^*\n]+\*\*|__[^_\n]+__")
_LONGEST: Final = 50_000  # characters read of one answer


@dataclass(frozen=True, slots=True)
class CanaryAnswer:
    """One answer as the watch keeps it: features in the order of `FEATURES`, and cited domains.

    `domains` is None where the engine gave no citation data.
    """

    canary: str
    features: tuple[float, ...]
    domains: frozenset[str] | None


def canary_answer(canary: str, raw: RawAnswer, names: Sequence[str]) -> CanaryAnswer | None:
    """The features of an answer, None for one that failed.

    `names` are the names that a good answer holds. A refusal is an answer: it says something
    about the engine.
    """
    if raw.status not in ("completed", "refused"):
        return None
    cited = raw.citations
    domains = None if cited is None else frozenset(c.domain for c in cited if c.domain)
    values = (
        *_wording(raw.text[:_LONGEST], names),
        float(raw.status == "refused"),
        math.log1p(len(cited or ())),
        math.log1p(len(domains or ())),
    )
    return CanaryAnswer(canary, values, domains)


def _wording(text: str, names: Sequence[str]) -> tuple[float, ...]:
    words = _WORD.findall(text)
    count = max(len(words), 1)
    sentences = sum(bool(part.strip()) for part in _END.split(text))
    folded = _folded(text)
    named = sum(_folded(name) in folded for name in names)
    return (
        math.log1p(len(words)),
        math.log1p(len(words) / max(sentences, 1)),
        math.log1p(sum(map(len, words)) / count),
        len({word.casefold() for word in words}) / count,
        math.log1p(len(_ITEM.findall(text))),
        math.log1p(len(_HEADING.findall(text))),
        math.log1p(len(_EMPHASIS.findall(text))),
        named / max(len(names), 1),
        sum(word[0].isupper() for word in words) / count,
        sum(word[0].isdigit() for word in words) / count,
        text.count(",") / count,
        sum(text.count(dash) for dash in "—–") / count,
        math.log1p(text.count("?")),
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
