"""Changes of single questions, ranked by how sure they are.

Invariant: whether a question changed is judged against what days and few answers do to an unchanged
one, and against how many others did, so among unchanged questions none stands out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from presence.analysis.changes.evidence import DEFAULT_DAY
from presence.analysis.changes.history import Floats
from presence.analysis.changes.shrinkage import RatePrior, fit_prior
from presence.analysis.types import Verdict

LEAST_ANSWERS: Final = 2
LEAST_LISTED: Final = 6
MOVED_DOUBT: Final = 0.05
PROBABLE_DOUBT: Final = 0.20
_CHANGE: Final = 2.5  # standard deviation of a real change on the logit scale
_EXPECTED: Final = (1.0, 9.0)  # changed and unchanged questions assumed before any is seen
_MOST_DAYS: Final = 1.959964  # standard deviations
_STEP: Final = 0.2  # of shifts, on the logit scale
_ROUNDS: Final = 40
Counts = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ShrunkenChange:
    """A question's change in points (-100..100) as counted and as it probably is.

    `doubt` is the chance that nothing lasting happened, or the opposite.
    """

    counted: float
    points: float
    doubt: float
    verdict: Verdict


def question_changes(
    counts: Mapping[str, Counts], days: tuple[int, int] = (1, 1)
) -> dict[str, ShrunkenChange]:
    """Changes by question from (named, answers) before and after, the surest first.

    Two groups, beta-binomial empirical Bayes (Efron 2010, chapter 2): rates before come from the
    panel's beta prior (`fit_prior`); after, the logit of an unchanged question has moved with all
    the others, as far as days do that in 95 of 100 cases, and for itself by the default component
    of a day, over the `days` asked before and after; that of a changed one by a normal change
    besides. The share that changed is estimated from all questions. Fewer than six questions with
    two answers on both sides: all are "not enough data".
    """
    usable = {q: c for q, c in sorted(counts.items()) if min(c[1], c[3]) >= LEAST_ANSWERS}
    if len(usable) < LEAST_LISTED:
        return {q: _too_few(c) for q, c in counts.items()}
    table = np.array(list(usable.values()), dtype=np.float64)
    prior = fit_prior(table[:, [0, 2]].T.ravel().tolist(), table[:, [1, 3]].T.ravel().tolist())
    found = _posteriors(
        table, prior, max(DEFAULT_DAY**2 * (1.0 / days[0] + 1.0 / days[1]), _STEP**2)
    )
    made = {
        question: _question_change(counted, *row)
        for question, counted, *row in zip(
            usable, table[:, 2] / table[:, 3] - table[:, 0] / table[:, 1], *found, strict=True
        )
    }
    ranked = sorted(made.items(), key=lambda item: (item[1].doubt, -abs(item[1].points)))
    return dict(ranked) | {q: _too_few(c) for q, c in counts.items() if q not in usable}


def _posteriors(table: Floats, prior: RatePrior | None, day: float) -> tuple[Floats, Floats]:
    """Lasting change and the doubt of each row of (named, answers, named, answers).

    `day` is the variance on the logit scale of what days do to an unchanged question.
    """
    rates = (np.arange(200, dtype=np.float64) + 0.5) / 200.0
    shifts = np.arange(-40, 41, dtype=np.float64) * _STEP
    before = np.full(200, 1.0 / 200.0)
    if prior is not None:
        before = _on_grid(prior.loosened, rates)
    logits = np.log(rates / (1.0 - rates))[:, None] + shifts
    after = 1.0 / (1.0 + np.exp(-logits))
    likelihood = _binomial(table[:, 0], table[:, 1], rates)[:, :, None] * _binomial(
        table[:, 2], table[:, 3], after.ravel()
    ).reshape(len(table), *after.shape)
    joint = likelihood * before[None, :, None]
    of_shift = joint.sum(axis=1)
    centre = _shift_of_all(of_shift, shifts, day)
    still, moved = _normal(shifts - centre, day), _normal(shifts - centre, day + _CHANGE**2)
    unchanged, changed = of_shift @ still, of_shift @ moved
    share = _share_changed(unchanged, changed)
    odds = share * changed / (share * changed + (1.0 - share) * unchanged)
    above = shifts > 0.0
    up = (of_shift[:, above] @ moved[above]) / changed
    gain = after - rates[:, None]
    lasting = odds * np.tensordot(joint * moved, gain, axes=2) / changed
    return lasting, 1.0 - odds * np.where(lasting >= 0.0, up, 1.0 - up)


def _shift_of_all(of_shift: Floats, shifts: Floats, day: float) -> float:
    """The shift common to most questions, as far as a difference of days can be its reason.

    The likeliest under the two groups and a normal component of the days.
    """
    share = _EXPECTED[0] / sum(_EXPECTED)
    most = _MOST_DAYS * math.sqrt(day)
    tried = np.linspace(-most, most, 41)
    likelihood = [
        float(
            np.log(
                (1.0 - share) * (of_shift @ _normal(shifts - centre, day))
                + share * (of_shift @ _normal(shifts - centre, day + _CHANGE**2))
            ).sum()
        )
        - 0.5 * centre**2 / day
        for centre in tried
    ]
    return float(tried[int(np.argmax(likelihood))])


def _on_grid(prior: RatePrior, rates: Floats) -> Floats:
    a = prior.answers * prior.mean
    b = prior.answers - a
    log = (a - 1.0) * np.log(rates) + (b - 1.0) * np.log1p(-rates)
    made: Floats = np.exp(log - log.max())
    return made / float(made.sum())


def _binomial(hits: Floats, n: Floats, rates: Floats) -> Floats:
    """Likelihood of each row at each rate, up to a factor of the row."""
    log = np.outer(hits, np.log(rates)) + np.outer(n - hits, np.log1p(-rates))
    made: Floats = np.exp(log - log.max(axis=1, keepdims=True))
    return made


def _normal(values: Floats, variance: float) -> Floats:
    made: Floats = np.exp(-0.5 * values**2 / variance)
    return made / float(made.sum())


def _share_changed(unchanged: Floats, changed: Floats) -> float:
    """The share of changed questions that explains all of them best, by expectation-maximization.

    A tenth, worth ten questions, is assumed beforehand.
    """
    seen = sum(_EXPECTED) + len(changed)
    share = _EXPECTED[0] / sum(_EXPECTED)
    for _ in range(_ROUNDS):
        odds = share * changed / (share * changed + (1.0 - share) * unchanged)
        share = (_EXPECTED[0] + float(odds.sum())) / seen
    return share


def _question_change(counted: float, points: float, doubt: float) -> ShrunkenChange:
    verdict: Verdict = "within noise"
    if doubt <= PROBABLE_DOUBT:
        verdict = "moved" if doubt <= MOVED_DOUBT else "probably moving"
    return ShrunkenChange(
        100.0 * float(counted),
        100.0 * float(points),
        float(doubt),
        verdict,
    )


def _too_few(counts: Counts) -> ShrunkenChange:
    a, n, b, m = counts
    counted = 100.0 * (b / m - a / n) if min(n, m) > 0 else 0.0
    return ShrunkenChange(counted, 0.0, 1.0, "not enough data")
