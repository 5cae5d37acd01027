"""Scores any mixture of two runs: questions of one, engines of the other, answers of either.

Invariant: with everything from the old run or everything from the new one, the value is that run's
own; a question or engine that only one run has keeps that run's answers, since nobody knows what it
would have been told in the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from presence.analysis.scoring.content import Bools
from presence.analysis.scoring.intervals import Floats
from presence.analysis.why.cells import Cells, ExplainedMetric, value_of, weights_of
from presence.analysis.why.shapley import coalition_weight, shapley

Change = Literal["questions", "engines", "answers"]
CHANGES: Final[tuple[Change, ...]] = ("questions", "engines", "answers")
_BEFORE_ANSWERS: Final[tuple[frozenset[Change], ...]] = (
    frozenset(),
    frozenset({"questions"}),
    frozenset({"engines"}),
    frozenset({"questions", "engines"}),
)


@dataclass(frozen=True, slots=True)
class Mixture:
    """Two runs read in the same way, with the weight of each question in either.

    `old_asked` and `new_asked`: which questions each run asked, answered or not.
    """

    metric: ExplainedMetric
    old: Cells
    new: Cells
    old_prompts: Floats
    new_prompts: Floats
    old_asked: Bools
    new_asked: Bools

    @property
    def shared(self) -> Bools:
        """Questions and engines that answered in both runs."""
        return self.old.asked & self.new.asked

    def split(self) -> dict[Change, float] | None:
        """What the questions, the engines and the answers changed; None without both values."""
        none, every = self.value(frozenset()), self.value(frozenset(CHANGES))
        if none is None or every is None:
            return None
        return shapley(CHANGES, lambda changed: self._known(changed, (none + every) / 2.0))

    def _known(self, changed: frozenset[Change], middle: float) -> float:
        """The value, or where such a mixture has none, the middle: causes share what they did."""
        found = self.value(changed)
        return middle if found is None else found

    def value(self, changed: frozenset[Change]) -> float | None:
        """The metric with what `changed` from the new run and the rest from the old one."""
        answers = self.new if "answers" in changed else self.old
        other = self.old if "answers" in changed else self.new
        kept = answers.asked
        mixed = Cells(
            self.answers(changed),
            np.where(kept, answers.part, other.part),
            np.where(kept, answers.whole, other.whole),
        )
        return value_of(self.metric, mixed, self.weights(changed))

    def answers(self, changed: frozenset[Change]) -> Floats:
        """How many answers each cell has by its engines: none where neither run asked."""
        questions = self.new_asked if "questions" in changed else self.old_asked
        engines = self._engines_of("engines" in changed)
        first, second = (self.new, self.old) if "engines" in changed else (self.old, self.new)
        # Measured by the run whose engines these are, if it asked this question of them at all.
        asked = self.new_asked if "engines" in changed else self.old_asked
        own = asked[:, None] & engines[None, :]
        counted: Floats = np.where(own, first.answers, second.answers)
        counted = counted * questions[:, None] * engines[None, :]
        return counted

    def weights(self, changed: frozenset[Change]) -> Floats:
        """What each cell counts in the metric."""
        prompts = self.new_prompts if "questions" in changed else self.old_prompts
        return weights_of(self.metric, self.answers(changed), prompts)

    def contributions(self) -> Floats:
        """What each cell adds to what the answers changed; 0 outside `shared`.

        Within one set of weights a rate is N / D, and N1 / D1 - N0 / D0 = sum of w [(n1 - n0) (D0 +
        D1) / 2 - (N0 + N1) / 2 (d1 - d0)] / (D0 D1), which is exact and belongs to single cells.
        """
        found = np.zeros_like(self.old.answers)
        for changed in _BEFORE_ANSWERS:
            weight = coalition_weight(len(changed), len(CHANGES))
            found += weight * self._contributions(changed)
        return found

    def _contributions(self, changed: frozenset[Change]) -> Floats:
        weights = self.weights(changed)
        w = np.where(self.shared, weights, 0.0)
        alone = np.where(self.shared, 0.0, weights)
        once = self._either()
        n0, n1 = w * self.old.part, w * self.new.part
        d0, d1 = w * self.old.whole, w * self.new.whole
        rest_n, rest_d = float((alone * once.part).sum()), float((alone * once.whole).sum())
        below = (float(d0.sum()) + rest_d, float(d1.sum()) + rest_d)
        if min(below) <= 0.0:
            return self._evenly(changed, w)
        above = (float(n0.sum()) + float(n1.sum())) / 2.0 + rest_n
        moved: Floats = (n1 - n0) * (sum(below) / 2.0) - above * (d1 - d0)
        return moved / (below[0] * below[1])

    def _evenly(self, changed: frozenset[Change], w: Floats) -> Floats:
        """The change where one side has no value that could be divided: by the weights alone."""
        ends = self.value(frozenset()), self.value(frozenset(CHANGES))
        if ends[0] is None or ends[1] is None or not w.any():
            return np.zeros_like(w)
        middle = (ends[0] + ends[1]) / 2.0
        moved = self._known(changed | {"answers"}, middle) - self._known(changed, middle)
        evenly: Floats = moved * w / w.sum()
        return evenly

    def _either(self) -> Cells:
        kept = self.old.asked
        return Cells(
            np.where(kept, self.old.answers, self.new.answers),
            np.where(kept, self.old.part, self.new.part),
            np.where(kept, self.old.whole, self.new.whole),
        )

    def _engines_of(self, new: bool) -> Bools:
        asked: Bools = np.logical_or.reduce((self.new if new else self.old).asked, axis=0)
        return asked
