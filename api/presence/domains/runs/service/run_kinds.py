"""What each kind of run does, and what it may therefore report.

Invariant: a run stores numbers only about what it measured itself; prompt and imported runs are not
panels and never store a score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from presence.analysis.ports import STAGES, Stage

Kind = Literal["full", "content", "technical", "prompt", "imported"]
Part = Literal["content", "technical"]
PARTS: Final[tuple[Part, ...]] = ("content", "technical")


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

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of this kind in the order of every run; answers are asked for or imported."""
        takes: dict[Stage, bool] = {
            "ingest": self.crawls,
            "panel": self.asks and self.concludes,
            "answers": self.asks,
            "extract": self.asks or not self.concludes,
            "audit": "technical" in self.measures,
            "score": self.concludes,
            "recommend": self.concludes,
        }
        return tuple(stage for stage in STAGES if takes[stage])

    def keeps(self, metric: str) -> bool:
        """Whether a score of this metric is the run's own; the overall one always is."""
        if metric == "technical":
            return "technical" in self.measures
        return metric == "overall" or "content" in self.measures


PIPELINES: dict[Kind, Pipeline] = {
    "full": Pipeline(crawls=True, asks=True, measures=frozenset(PARTS)),
    "content": Pipeline(crawls=True, asks=True, measures=frozenset(("content",))),
    "technical": Pipeline(crawls=True, asks=False, measures=frozenset(("technical",))),
    "prompt": Pipeline(crawls=False, asks=True, measures=frozenset()),
    "imported": Pipeline(crawls=False, asks=False, measures=frozenset()),
}


def pipeline_of(kind: str) -> Pipeline:
    """The pipeline of a stored kind."""
    return PIPELINES[kind]  # type: ignore[index]  # the column's check constraint allows these only
