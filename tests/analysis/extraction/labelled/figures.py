"""Turns counts into figures with 95 % intervals.

Invariant: texts are the clusters, because two names of one text are not independent; no interval
collapses, because all are of the Wilson form.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.scoring.intervals import clustered_rate
from tests.analysis.extraction.labelled.agreement import F1_TASKS, TASKS, Compared

DIGITS = 4
# Counts of texts the rules had not met, by task: [right, asked, how many texts gave just that];
# F1 as (true positive, all positive).
UNSEEN = Path(__file__).with_name("unseen.json")
# Read beside the figures wherever they are shown: what they were measured on.
DESCRIPTION = (
    "Sentiment, recommendation and negation were measured once on {texts} texts by seven authors "
    "who know nothing of the rules, written after the rules: answers in {languages} languages "
    "with judgement told in many ways (irony, polite blame, service told as events, advice "
    "without the word, comparisons, tables). Mentions, hard negatives and position are those of "
    "{earlier} earlier texts by two authors who have no part in the rules, ordinary words as "
    "names among them. All were read by {reader}. Plain sentences are read better than these."
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


def counted(rows: Sequence[tuple[int, int, int]], task: str) -> Figure:
    """The figure of a task from (right, asked, texts) rows; a text is a cluster here too."""
    right = [right for right, _, texts in rows for _ in range(texts)]
    asked = [asked for _, asked, texts in rows for _ in range(texts)]
    rate = clustered_rate(right, asked)
    if rate is None:
        raise ValueError(f"{task} was asked of no text.")
    turned = _f1 if task in F1_TASKS else float
    value, low, high = (round(turned(v), DIGITS) for v in (rate.value, rate.low, rate.high))
    return Figure(value, low, high, rate.n)


def accuracy() -> dict[str, Any]:
    """What is published: for each task its newest measurement on texts the rules had not met.

    The names of the newest texts were found by spelling, so what they say of mentions and
    positions says little: those tasks keep the figures of the earlier texts.
    """
    unseen = json.loads(UNSEEN.read_text(encoding="utf-8"))
    earlier = unseen["earlier"]
    counts = earlier["counts"] | unseen["counts"]
    return {
        "extractorVersion": EXTRACTOR_VERSION,
        "description": DESCRIPTION.format(
            texts=unseen["texts"],
            languages=len(unseen["languages"]),
            earlier=earlier["texts"],
            reader=unseen["reader"],
        ),
        "texts": unseen["texts"],
        "languages": unseen["languages"],
        "figures": {task: asdict(counted(counts[task], task)) for task in TASKS if task in counts},
    }
