"""Two runs laid out by question and engine, so that any mixture of them can be scored.

Invariant: a metric is computed here from the definitions in `scoring` alone: for one run as it was
measured, the value is the one that run's score shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from presence.analysis.scoring import Observation
from presence.analysis.scoring.content import Bools, cell_weights
from presence.analysis.scoring.intervals import Floats
from presence.analysis.scoring.metrics import RATIOS, Ratio, ratio_value

ExplainedMetric = Literal[
    "content", "mentionRate", "shareOfVoice", "citationRate", "recommendationRate"
]
EXPLAINED: Final[tuple[ExplainedMetric, ...]] = get_args(ExplainedMetric)
VISIBILITY: Final = Ratio(lambda o: o.visibility, lambda _: 1)


@dataclass(frozen=True, slots=True)
class Axes:
    """The questions and engines of two runs together, each sorted."""

    prompts: tuple[str, ...]
    engines: tuple[str, ...]

    @classmethod
    def of(cls, *runs: Sequence[Observation]) -> Axes:
        """The axes of everything observed."""
        prompts = {o.prompt_id for run in runs for o in run}
        engines = {o.engine_id for run in runs for o in run}
        return cls(tuple(sorted(prompts)), tuple(sorted(engines)))


@dataclass(frozen=True, slots=True)
class Cells:
    """Answers of one run by question and engine: their number and two means over them.

    Shapes are (prompts, engines); where there is no answer all three are 0.
    """

    answers: Floats
    part: Floats
    whole: Floats

    @classmethod
    def of(cls, observations: Sequence[Observation], axes: Axes, ratio: Ratio) -> Cells:
        """Lay observations out along the axes; what `axes` does not have is left out."""
        rows = {prompt: row for row, prompt in enumerate(axes.prompts)}
        columns = {engine: column for column, engine in enumerate(axes.engines)}
        grouped: dict[tuple[int, int], list[Observation]] = defaultdict(list)
        for o in observations:
            if o.prompt_id in rows and o.engine_id in columns:
                grouped[rows[o.prompt_id], columns[o.engine_id]].append(o)
        answers, part, whole = (np.zeros((len(rows), len(columns))) for _ in range(3))
        for at, group in grouped.items():
            answers[at] = len(group)
            # Sorted, so that the sum does not depend on the order in which answers arrived.
            part[at] = sum(sorted(ratio.part(o) for o in group)) / len(group)
            whole[at] = sum(ratio.whole(o) for o in group) / len(group)
        return cls(answers, part, whole)

    @property
    def asked(self) -> Bools:
        """Where there are answers."""
        return self.answers > 0.0


def ratio_of(metric: ExplainedMetric) -> Ratio:
    """What the metric sums in an answer."""
    return VISIBILITY if metric == "content" else RATIOS[metric]


def weights_of(metric: ExplainedMetric, answers: Floats, prompts: Floats) -> Floats:
    """What every cell counts, by its answers and the weight of its question.

    Content AI Visibility is an average of averages, in which many answers count no more than one; a
    rate counts answers.
    """
    if metric == "content":
        return cell_weights(answers > 0.0, prompts)
    counted: Floats = answers * prompts[:, None]
    return counted


def value_of(metric: ExplainedMetric, cells: Cells, weights: Floats) -> float | None:
    """The metric (0..1) of cells at these weights; None where it does not exist."""
    return ratio_value(cells.part, cells.whole, weights) if weights.any() else None


def prompt_weights(axes: Axes, weights: Mapping[str, float] | None) -> Floats:
    """The weight of each question along the axis: 1 where none is given.

    Raises ValueError for a weight below 0.
    """
    found = np.array([1.0 if weights is None else weights.get(p, 1.0) for p in axes.prompts])
    if (found < 0.0).any() or not np.isfinite(found).all():
        raise ValueError("a question's weight must be a number from 0 on")
    return found
