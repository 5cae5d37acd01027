"""Changes of single questions, ranked by what they probably are.

Invariant: a question's change is drawn towards that of the whole panel as far as questions differ
by chance, so among unchanged questions none stands out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np

from presence.analysis.changes.shrinkage import RatePrior, fit_prior
from presence.analysis.types import Verdict

LEAST_ANSWERS: Final = 2
LEAST_LISTED: Final = 6
MOVED_WRONG: Final = 0.025  # chance of the other direction
PROBABLE_WRONG: Final = 0.10
Counts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ShrunkenChange:
    """A question's change in points (-100..100) as counted and as it probably is.

    `low`..`high` hold the probable change in 95 of 100 cases; `wrong_way` is the chance that it
    goes the other way.
    """

    counted: float
    points: float
    low: float
    high: float
    wrong_way: float
    verdict: Verdict


def question_changes(counts: Mapping[str, Counts]) -> dict[str, ShrunkenChange]:
    """Changes by question from (named, answers) before and after, the surest first.

    Normal-normal empirical Bayes on the differences (Morris 1983): a difference's variance uses
    rates drawn towards the panel's (`fit_prior`), and the differences are drawn towards their mean
    by the share of their spread that is chance. Fewer than six questions with two answers on both
    sides: all are "not enough data".
    """
    usable = {q: c for q, c in sorted(counts.items()) if min(c[1], c[3]) >= LEAST_ANSWERS}
    few = {q: _too_few(c) for q, c in counts.items() if q not in usable}
    if len(usable) < LEAST_LISTED:
        return {q: _too_few(c) for q, c in counts.items()}
    table = np.array(list(usable.values()), dtype=np.float64)
    named, answers = table[:, [0, 2]].T, table[:, [1, 3]].T
    prior = fit_prior(named.ravel().tolist(), answers.ravel().tolist())
    differences = named[1] / answers[1] - named[0] / answers[0]
    variances = np.array([_variance(prior, c) for c in usable.values()])
    precision = 1.0 / variances
    mean = float((differences * precision).sum() / precision.sum())
    spread = float(((differences - mean) ** 2 - variances).mean())
    spread *= 1.0 if spread <= 0.0 else len(differences) / (len(differences) - 1.0)
    own = max(spread, 0.0)
    of_mean = 1.0 / float((1.0 / (variances + own)).sum())
    made = {}
    for question, change, variance in zip(usable, differences, variances, strict=True):
        keep = own / (own + variance)
        value = mean + keep * (change - mean)
        error = math.sqrt(keep * variance + (1.0 - keep) ** 2 * of_mean)
        made[question] = _question_change(float(change), float(value), error)
    ranked = sorted(made.items(), key=lambda item: (item[1].wrong_way, -abs(item[1].points)))
    return dict(ranked) | few


def _variance(prior: RatePrior | None, counts: Counts) -> float:
    """Variance of a difference of two counted rates, at rates drawn towards the panel's."""
    a, n, b, m = counts
    rate = (a + b) / (n + m) if prior is None else prior.posterior_mean(a + b, n + m)
    inside = min(max(rate, 0.01), 0.99)
    return inside * (1.0 - inside) * (1.0 / n + 1.0 / m)


def _question_change(counted: float, value: float, error: float) -> ShrunkenChange:
    wrong = NormalDist().cdf(-abs(value) / error)
    verdict: Verdict = "within noise"
    if wrong <= PROBABLE_WRONG:
        verdict = "moved" if wrong <= MOVED_WRONG else "probably moving"
    half = 1.959964 * error
    ends = (max(-1.0, value - half), min(1.0, value + half))
    return ShrunkenChange(
        100.0 * counted, 100.0 * value, 100.0 * ends[0], 100.0 * ends[1], wrong, verdict
    )


def _too_few(counts: Counts) -> ShrunkenChange:
    a, n, b, m = counts
    counted = 100.0 * (b / m - a / n) if min(n, m) > 0 else 0.0
    return ShrunkenChange(counted, 0.0, -100.0, 100.0, 0.5, "not enough data")
