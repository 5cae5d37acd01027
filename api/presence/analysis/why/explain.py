"""Why a headline number changed between two runs: every cause with its points.

Method: a Shapley decomposition over the things that can be changed one by one. The reading of
answers (extractor, brand names, competitors) is compared on the old answers, once as they were read
and once as they are read now; questions, engines and answers are compared on both runs read as they
are now. Since neither half depends on the other, the values of all of them together are the sum of
the two halves' values. A new model cannot be scored again: it takes the estimate of the engine
watch out of what the answers changed.

Invariant: the parts add up to the difference of the two numbers as reported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from presence.analysis.changes import model_changed
from presence.analysis.scoring import Observation
from presence.analysis.scoring.combine import CONTENT_WEIGHT
from presence.analysis.why.cells import (
    Axes,
    Cells,
    ExplainedMetric,
    prompt_weights,
    ratio_of,
    value_of,
    weights_of,
)
from presence.analysis.why.mixtures import Mixture
from presence.analysis.why.movement import Movement, movement_of
from presence.analysis.why.shapley import shapley
from presence.analysis.why.slices import slices_of
from presence.analysis.why.types import Explanation, ModelEffect, Part, Readings

_READING = ("reading", "competitors")


@dataclass(frozen=True, slots=True)
class TwoRuns:
    """Two runs of a brand. `reported` are the numbers (0..100) they showed, None as scored here.

    `old_weights` and `new_weights` are weights of questions, 1 where none is given; `asked` are the
    questions of the old and the new run, answered or not, None for those that were answered.
    `names` labels competitors by id.
    """

    old: Readings
    new: Sequence[Observation]
    reported: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    models: Mapping[str, Sequence[ModelEffect]] = field(default_factory=dict)
    old_weights: Mapping[str, float] | None = None
    new_weights: Mapping[str, float] | None = None
    asked: tuple[Collection[str], Collection[str]] | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[set[str], set[str]]:
        """What either run asked, with whatever was answered."""
        old, new = self.asked or ((), ())
        answered = [{o.prompt_id for o in side} for side in (self.old.current, self.new)]
        return answered[0] | set(old), answered[1] | set(new)

    @property
    def axes(self) -> Axes:
        """All questions and engines."""
        return Axes.of(self.old.stored, self.old.current, self.new)


def explain(compared: TwoRuns, metric: ExplainedMetric) -> Explanation | None:
    """Split the change of a metric; None unless both runs have it."""
    axes = compared.axes
    if not axes.prompts:
        return None
    mixture = _mixture(compared, metric, axes)
    found, read = mixture.split(), _reading(compared, metric, axes)
    if found is None or read is None:
        return None
    scored = _scored(mixture, read)
    before, after = compared.reported.get(metric, (100.0 * scored[0], 100.0 * scored[1]))
    # What other formulas, or answers that are gone, make of the same runs.
    formula = (100.0 * scored[0] - before) - (100.0 * scored[1] - after)
    changed = _changed_models(compared)
    shared = {
        e
        for e, any_of in zip(
            axes.engines, np.logical_or.reduce(mixture.shared, axis=0), strict=True
        )
        if any_of
    }
    effects = [m for m in compared.models.get(metric, ()) if m.engine in changed & shared]
    moved = movement_of(mixture, 100.0 * found["answers"], effects)
    parts = (
        Part("questions", 100.0 * found["questions"]),
        Part("engines", 100.0 * found["engines"]),
        Part("reading", 100.0 * read.reader + formula),
        Part("competitors", 100.0 * read.competitors),
        *_model_and_answers(moved, effects),
    )
    prompts = compared.questions
    engines = _answering(compared.old.current), _answering(compared.new)
    return Explanation(
        metric,
        before,
        after,
        parts,
        moved.noise,
        moved.questions,
        questions_in=_only(prompts[1], prompts[0]),
        questions_out=_only(prompts[0], prompts[1]),
        engines_in=_only(engines[1], engines[0]),
        engines_out=_only(engines[0], engines[1]),
        changed_models=tuple(sorted(changed & shared)),
        rows=slices_of(mixture, axes, compared.old.current, compared.new, compared.names),
    )


def _mixture(compared: TwoRuns, metric: ExplainedMetric, axes: Axes) -> Mixture:
    ratio = ratio_of(metric)
    return Mixture(
        metric,
        Cells.of(compared.old.current, axes, ratio),
        Cells.of(compared.new, axes, ratio),
        prompt_weights(axes, compared.old_weights),
        prompt_weights(axes, compared.new_weights),
        *(np.array([prompt in asked for prompt in axes.prompts]) for asked in compared.questions),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """The old number as it was read, and what its reading has changed since (0..1)."""

    stored: float
    reader: float
    competitors: float


def _reading(compared: TwoRuns, metric: ExplainedMetric, axes: Axes) -> _Read | None:
    old, ratio = compared.old, ratio_of(metric)
    weights = prompt_weights(axes, compared.old_weights)

    def scored(observations: Sequence[Observation]) -> float | None:
        cells = Cells.of(observations, axes, ratio)
        return value_of(metric, cells, weights_of(metric, cells.answers, weights))

    if old.stored is old.current:  # read in the same way: nothing to score again
        same = scored(old.stored)
        return None if same is None else _Read(same, 0.0, 0.0)
    none, every, renamed = scored(old.stored), scored(old.current), scored(old.renamed)
    if none is None or every is None:
        return None
    middle = (none + every) / 2.0 if renamed is None else renamed
    relisted = None if old.relisted is None else scored(old.relisted)
    values = {
        frozenset[str](): none,
        frozenset({"reading"}): middle,
        # Nobody reads in the old way any more: the list is taken to change as much as it does now.
        frozenset({"competitors"}): none + (every - middle) if relisted is None else relisted,
        frozenset(_READING): every,
    }
    shares = shapley(_READING, lambda changed: values[changed])
    return _Read(none, shares["reading"], shares["competitors"])


def _scored(mixture: Mixture, read: _Read) -> tuple[float, float]:
    after = mixture.value(frozenset({"questions", "engines", "answers"}))
    return read.stored, 0.0 if after is None else after


def _model_and_answers(moved: Movement, effects: Sequence[ModelEffect]) -> tuple[Part, Part]:
    if not effects:
        return Part("model", 0.0), Part("answers", moved.points, moved.low, moved.high)
    points = sum(effect.points for effect in effects)
    model = Part(
        "model",
        points,
        points - sum((e.points - e.low) ** 2 for e in effects) ** 0.5,
        points + sum((e.high - e.points) ** 2 for e in effects) ** 0.5,
    )
    return model, Part("answers", moved.points, moved.low, moved.high)


def _changed_models(compared: TwoRuns) -> set[str]:
    """Engines of both runs that answer with another model."""
    old, new = _by_engine(compared.old.current), _by_engine(compared.new)
    return {engine for engine in old.keys() & new.keys() if model_changed(old[engine], new[engine])}


def _by_engine(observations: Sequence[Observation]) -> dict[str, list[Observation]]:
    found: dict[str, list[Observation]] = defaultdict(list)
    for o in observations:
        found[o.engine_id].append(o)
    return found


def _answering(observations: Sequence[Observation]) -> set[str]:
    return {o.engine_id for o in observations}


def _only(here: set[str], there: set[str]) -> tuple[str, ...]:
    return tuple(sorted(here - there))


def explain_overall(
    content: Explanation, reported: tuple[float, float], technical: tuple[bool, bool]
) -> Explanation:
    """The same for the overall score, from that of Content AI Visibility.

    `technical` is whether a technical score is in the old and in the new overall score. What the
    website accounts for is all that the content score does not: its share of the overall score
    changes with the website, so each of its parts counts the mean of its share before and after.
    """
    shares = [CONTENT_WEIGHT if part else 1.0 for part in technical]
    share = sum(shares) / 2.0
    scaled = [_scaled(part, share) for part in content.parts]
    website = reported[1] - reported[0] - sum(part.points for part in scaled)
    if not any(technical):  # the overall score is the content score
        website = 0.0
    parts = (*scaled[:-1], Part("website", website), scaled[-1])
    rows = tuple(
        row if row.kind == "competitor" else replace(row, points=share * row.points)
        for row in content.rows
    )
    return replace(
        content, metric="overall", before=reported[0], after=reported[1], parts=parts, rows=rows
    )


def _scaled(part: Part, share: float) -> Part:
    low, high = (None if end is None else share * end for end in (part.low, part.high))
    return Part(part.cause, share * part.points, low, high)
