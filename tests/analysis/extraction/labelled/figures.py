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
# Counts of new sentences, taken before the rules met them; F1 as (true positive, all positive).
UNSEEN = Path(__file__).with_name("unseen.json")
# Read beside the figures wherever they are shown: what they were measured on.
DESCRIPTION = (
    "Measured once on {texts} texts by two authors who have no part in the rules, before anybody "
    "who writes the rules had read one: hard cases in {languages} languages (irony, polite blame, "
    "service told as events, advice without the word, comparisons, tables, ordinary words as "
    "names). They were read by {reader}. Plain sentences are read better than these."
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


def counted(right: int, asked: int, task: str) -> Figure:
    """The figure of a task from totals alone, each case a text of its own."""
    rate = clustered_rate([1] * right + [0] * (asked - right), [1] * asked)
    if rate is None:
        raise ValueError(f"{task} was asked of no text.")
    turned = _f1 if task in F1_TASKS else float
    value, low, high = (round(turned(v), DIGITS) for v in (rate.value, rate.low, rate.high))
    return Figure(value, low, high, rate.n)


def accuracy() -> dict[str, Any]:
    """What is published: the newest measurement on texts the rules had not met."""
    unseen = json.loads(UNSEEN.read_text(encoding="utf-8"))
    return {
        "extractorVersion": EXTRACTOR_VERSION,
        "description": DESCRIPTION.format(
            texts=unseen["texts"],
            languages=len(unseen["languages"]),
            reader=unseen["reader"],
        ),
        "texts": unseen["texts"],
        "languages": unseen["languages"],
        "figures": {
            task: asdict(counted(right, asked, task))
            for task, (right, asked) in unseen["counts"].items()
        },
    }
