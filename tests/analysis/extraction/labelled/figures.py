"""Turns counts into figures with 95 % intervals.

Invariant: texts are the clusters, because two names of one text are not independent; no interval
collapses, because all are of the Wilson form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.scoring.intervals import clustered_rate
from tests.analysis.extraction.labelled.agreement import F1_TASKS, TASKS, Compared
from tests.analysis.extraction.labelled.sets import Split, digest

DIGITS = 4
# Read beside the figures wherever they are shown: what they were measured on.
DESCRIPTION = (
    "The texts were written to make the reader fail, by the author of its rules and before the "
    "rules they call for; a quarter was set aside by lot and its failures were never looked at. "
    "Another author's 212 sentences of the same kinds, some of whose failures were seen while the "
    "rules were written, gave less: the brand counted rightly in 0.96, position 0.97, sentiment "
    "0.81, recommendation recall 0.81 at precision 0.95. Unseen sentences of other authors may "
    "give less still: the reader before this one counted 0.83 to 0.86 of them rightly, and read "
    "the sentiment of 0.53 to 0.64."
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of 0..1 with its 95 % interval; n counts cases, not texts."""

    value: float
    low: float
    high: float
    n: int


def figure(task: str, compared: Sequence[Compared]) -> Figure | None:
    """The figure of a task; None when no text poses it.

    F1 = 2J / (1 + J) with J = TP / (TP + FP + FN), which is a share: its interval is taken over
    through that rising function.
    """
    counts = [c.counts[task] for c in compared]
    rate = clustered_rate([right for right, _ in counts], [asked for _, asked in counts])
    if rate is None:
        return None
    values = (rate.value, rate.low, rate.high)
    if task in F1_TASKS:
        values = (_f1(values[0]), _f1(values[1]), _f1(values[2]))
    value, low, high = (round(v, DIGITS) for v in values)
    return Figure(value, low, high, rate.n)


def _f1(jaccard: float) -> float:
    return 2 * jaccard / (1 + jaccard)


def figures(compared: Sequence[Compared]) -> dict[str, Figure]:
    """Every task that some text poses, in the order they are shown."""
    found = {task: figure(task, compared) for task in TASKS}
    return {task: value for task, value in found.items() if value is not None}


def accuracy(split: Split, compared: Sequence[Compared]) -> dict[str, Any]:
    """What is published: figures over all texts of a split, and what they were measured on."""
    languages: dict[str, int] = {}
    for one in compared:
        languages[one.text.language] = languages.get(one.text.language, 0) + 1
    return {
        "extractorVersion": EXTRACTOR_VERSION,
        "split": split,
        "description": DESCRIPTION,
        "set": digest(split),
        "texts": len(compared),
        "languages": languages,
        "figures": {task: asdict(value) for task, value in figures(compared).items()},
    }
