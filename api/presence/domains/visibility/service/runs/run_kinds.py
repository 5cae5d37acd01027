"""What each kind of run does, and what it may therefore report.

Invariant: a run stores numbers only about what it measured itself; prompt and imported runs are not
panels and never store a score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from presence.analysis.ports import Stage

Kind = Literal["full", "content", "technical", "prompt", "imported"]
Part = Literal["content", "technical"]


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The steps of a kind. `measures` are the parts for which it stores findings and scores."""

    crawls: bool
    asks: bool
    measures: frozenset[Part]

    @property
    def concludes(self) -> bool:
        """Whether it ends in scores and recommendations."""
        return bool(self.measures)

    def keeps(self, metric: str) -> bool:
        """Whether a score of this metric is the run's own; the overall one always is."""
        if metric == "technical":
            return "technical" in self.measures
        return metric == "overall" or "content" in self.measures


PIPELINES: dict[Kind, Pipeline] = {
    "full": Pipeline(crawls=True, asks=True, measures=frozenset(("content", "technical"))),
    "content": Pipeline(crawls=True, asks=True, measures=frozenset(("content",))),
    "technical": Pipeline(crawls=True, asks=False, measures=frozenset(("technical",))),
    "prompt": Pipeline(crawls=False, asks=True, measures=frozenset()),
    "imported": Pipeline(crawls=False, asks=False, measures=frozenset()),
}
STAGES_OF: dict[Kind, tuple[Stage, ...]] = {
    "full": ("ingest", "panel", "answers", "extract", "audit", "score", "recommend"),
    "content": ("ingest", "panel", "answers", "extract", "score", "recommend"),
    "technical": ("ingest", "audit", "score", "recommend"),
    "prompt": ("answers", "extract"),
    "imported": ("extract",),
}


def pipeline_of(kind: str) -> Pipeline:
    """The pipeline of a stored kind."""
    return PIPELINES[kind]  # type: ignore[index]  # the column's check constraint allows these only
