"""Counts, text by text, where the extractor and the careful reader agree.

Invariant: every count is (right, asked) of one text for one task; a task a text does not pose
counts (0, 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from presence.analysis.labelled import Label, LabelledText
from presence.analysis.types import Extraction, Mention, Stance

BRAND = "brand"
# Tasks in the order they are shown. A Jaccard task counts (true positive, all positive).
TASKS = (
    "mentionPrecision",
    "mentionRecall",
    "occurrencePrecision",
    "occurrenceRecall",
    "spanExact",
    "hardNegatives",
    "negationF1",
    "positionExact",
    "ranksExact",
    "sentimentAccuracy",
    "recommendationAccuracy",
    "recommendationF1",
)
F1_TASKS = frozenset({"negationF1", "recommendationF1"})
LABELS = {
    "mentionPrecision": "Mention precision",
    "mentionRecall": "Mention recall",
    "occurrencePrecision": "Occurrence precision",
    "occurrenceRecall": "Occurrence recall",
    "spanExact": "Span exact to the character",
    "hardNegatives": "Hard negatives left alone",
    "negationF1": "Negation F1",
    "positionExact": "Position of the brand exact",
    "ranksExact": "Rank of each entity exact",
    "sentimentAccuracy": "Sentiment accuracy",
    "recommendationAccuracy": "Recommendation accuracy",
    "recommendationF1": "Recommendation F1",
}
Counts = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Compared:
    """One text, what was extracted from it, and (right, asked) by task."""

    text: LabelledText
    extraction: Extraction
    counts: dict[str, Counts]

    @property
    def faults(self) -> tuple[str, ...]:
        """Tasks where something is wrong."""
        return tuple(task for task in TASKS if self.counts[task][0] < self.counts[task][1])


def compare(text: LabelledText, extraction: Extraction) -> Compared:
    """Counts of one text for every task."""
    expected, found = text.expected, _named(extraction)
    hits = len(expected.named & found)
    pairs = _matched(text, extraction, "affirmative")
    reader, machine = _of(text, "affirmative"), _read(extraction, "affirmative")
    exact = sum((a.start, a.end) == (b.start, b.end) for a, b in pairs)
    counts = {
        "mentionPrecision": (hits, len(found)),
        "mentionRecall": (hits, len(expected.named)),
        "occurrencePrecision": (len(pairs), len(machine)),
        "occurrenceRecall": (len(pairs), len(reader)),
        "spanExact": (exact, len(pairs)),
        "hardNegatives": _asked("hard-negative" in text.tags, BRAND not in found),
        "negationF1": _negation(text, extraction),
        **_ranks(text, extraction),
        **_judgement(text, extraction),
    }
    return Compared(text, extraction, counts)


def _asked(posed: bool, right: bool) -> Counts:
    return (int(right), 1) if posed else (0, 0)


def _named(extraction: Extraction) -> frozenset[str]:
    return frozenset(m.entity for m in extraction.mentions if m.stance == "affirmative")


def _of(text: LabelledText, stance: Stance) -> list[Label]:
    return [m for m in text.expected.mentions if m.stance == stance]


def _read(extraction: Extraction, stance: Stance) -> list[Mention]:
    return [m for m in extraction.mentions if m.stance == stance]


def _matched(
    text: LabelledText, extraction: Extraction, stance: Stance
) -> Sequence[tuple[Label, Mention]]:
    """Occurrences of a stance that overlap one of the same entity and stance, each used once."""
    free, pairs = _read(extraction, stance), []
    for label in _of(text, stance):
        for mention in free:
            same = mention.entity == label.entity
            if same and mention.start < label.end and label.start < mention.end:
                free.remove(mention)
                pairs.append((label, mention))
                break
    return pairs


def _negation(text: LabelledText, extraction: Extraction) -> Counts:
    right = len(_matched(text, extraction, "negated"))
    asked = len(_of(text, "negated")) + len(_read(extraction, "negated"))
    return right, asked - right


def _ranks(text: LabelledText, extraction: Extraction) -> dict[str, Counts]:
    expected = dict(text.expected.positions or ())
    found = dict(extraction.positions)
    right = sum(found.get(entity) == rank for entity, rank in expected.items())
    position = text.expected.position
    return {
        "positionExact": _asked(position is not None, found.get(BRAND) == position),
        "ranksExact": (right, len(expected)),
    }


def _judgement(text: LabelledText, extraction: Extraction) -> dict[str, Counts]:
    """Sentiment and recommendation, where the brand is named and the reader judged them."""
    expected = text.expected
    named = BRAND in expected.named
    judged = named and expected.recommended is not None
    right, pick = extraction.recommended == expected.recommended, extraction.recommended
    return {
        "sentimentAccuracy": _asked(
            named and expected.sentiment is not None, extraction.sentiment == expected.sentiment
        ),
        "recommendationAccuracy": _asked(judged, right),
        "recommendationF1": _asked(judged and bool(expected.recommended or pick), right),
    }
