"""What explains the change of a number, part by part.

Invariant: the points of the parts add up to `after - before`; a part that did not change is exactly
0. All values are 0..100 and all changes points on that scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from presence.analysis.scoring import Observation
from presence.analysis.why.cells import ExplainedMetric

Cause = Literal["questions", "engines", "reading", "competitors", "model", "website", "answers"]
CAUSES: Final[tuple[Cause, ...]] = get_args(Cause)
Slice = Literal["topic", "question", "engine", "competitor"]


@dataclass(frozen=True, slots=True)
class Readings:
    """The old run's answers under everything that can change how they are read.

    `stored`: as the old run reported them; `current`: as the new run's answers are read. Between
    the two, `renamed` has the new extractor and brand names with the old list of competitors, and
    `relisted` the old ones with the new list; None where nobody can read in the old way any more.
    """

    stored: Sequence[Observation]
    renamed: Sequence[Observation]
    relisted: Sequence[Observation] | None
    current: Sequence[Observation]

    @classmethod
    def unchanged(cls, observations: Sequence[Observation]) -> Readings:
        """Answers that are read as they were."""
        return cls(observations, observations, observations, observations)


@dataclass(frozen=True, slots=True)
class ModelEffect:
    """What a new model of an engine did to the metric, as the engine watch estimates it: points."""

    engine: str
    points: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Part:
    """One cause and the points it accounts for; bounds where it is an estimate."""

    cause: Cause
    points: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class MovementRow:
    """The part of the real movement in one topic, question, engine or competitor.

    `points` is what it adds to the change of the number; for a competitor, the change of how often
    the same answers name it. `before` and `after` are its own value, over `answers_before` and
    `answers_after` answers, which can be opened by their ids.
    """

    kind: Slice
    key: str
    label: str
    points: float
    before: float | None
    after: float | None
    answers_before: tuple[str, ...]
    answers_after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a number changed between two runs.

    `noise` is the share (0..1) of the real movement that chance alone can account for, None without
    a question that both runs asked. `changed_models` are shared engines that answer with another
    model. `questions_in`, `questions_out` and the engines likewise are ids in order.
    """

    metric: ExplainedMetric | Literal["overall"]
    before: float
    after: float
    parts: tuple[Part, ...]
    noise: float | None
    shared_questions: int
    questions_in: tuple[str, ...] = ()
    questions_out: tuple[str, ...] = ()
    engines_in: tuple[str, ...] = ()
    engines_out: tuple[str, ...] = ()
    changed_models: tuple[str, ...] = ()
    rows: tuple[MovementRow, ...] = field(default=())

    @property
    def points(self) -> float:
        """The whole change."""
        return self.after - self.before

    def part(self, cause: Cause) -> Part:
        """The part of a cause; 0 where it is none of this number's."""
        return next((part for part in self.parts if part.cause == cause), Part(cause, 0.0))
