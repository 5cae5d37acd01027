"""How much of a change is real movement, and how much of that can be chance.

Invariant: the interval never has the width 0, and only questions that both runs asked count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from presence.analysis.scoring.content import Bools
from presence.analysis.scoring.intervals import cluster_quantile
from presence.analysis.why.mixtures import Mixture
from presence.analysis.why.types import ModelEffect


@dataclass(frozen=True, slots=True)
class Movement:
    """Points of real movement with their 95 % interval over `questions` shared questions.

    `noise` is the share of the movement that chance can account for: min(1, se^2 / points^2), the
    factor by which an empirical-Bayes estimate is shrunk towards no movement (James and Stein
    1961). None, like the bounds, without a shared question.
    """

    points: float
    low: float | None
    high: float | None
    noise: float | None
    questions: int


def movement_of(mixture: Mixture, points: float, effects: Sequence[ModelEffect]) -> Movement:
    """The movement left of `points` once the effects of new models are taken out.

    The variance is that of the contributions of questions, k / (k - 1) sum (c - mean)^2, with t of
    k - 1 degrees of freedom. One more question that changed by a single answer is added, so that
    answers which happen to agree do not make the interval vanish.
    """
    shared = np.logical_or.reduce(mixture.shared, axis=1)
    count = int(shared.sum())
    if count == 0:
        return Movement(points, None, None, None, 0)
    error = _standard_error(mixture, shared, count)
    t = cluster_quantile(count)
    of_models = [(e.points - e.low, e.high - e.points) for e in effects]
    left = points - sum(effect.points for effect in effects)
    down = ((t * error) ** 2 + sum(high**2 for _, high in of_models)) ** 0.5
    up = ((t * error) ** 2 + sum(low**2 for low, _ in of_models)) ** 0.5
    noise = 1.0 if left == 0.0 else min(1.0, (error / left) ** 2)
    return Movement(left, left - down, left + up, noise, count)


def _standard_error(mixture: Mixture, shared: Bools, count: int) -> float:
    contributed = 100.0 * mixture.contributions().sum(axis=1)[shared]
    spread = float(((contributed - contributed.mean()) ** 2).sum())
    answers = np.minimum(mixture.old.answers, mixture.new.answers).sum(axis=1)[shared]
    # A question is 1 / count of the number, and one answer its share of the question.
    single = 100.0 / (count * max(float(answers.mean()), 1.0))
    return float((count / max(count - 1, 1) * (spread + single**2)) ** 0.5)
