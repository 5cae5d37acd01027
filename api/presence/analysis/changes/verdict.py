"""The one verdict on a brand's changes: over a year and five metrics, at most 5 % false.

Invariant: every place that tells a change tells this verdict; nothing else calls a run's score
moved. A number without six shared questions is not enough data, whatever it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from presence.analysis.changes.evidence import look_error, strength
from presence.analysis.changes.history import MetricHistory, SharedSeries, shared_series
from presence.analysis.changes.runs import (
    JUDGED_METRICS,
    CountedRun,
    JudgedMetric,
    metric_history,
    reference,
    since_break,
)
from presence.analysis.types import ScoreChange, Verdict

_LEAST_DAYS = 3  # of which the two newest must agree before a change is probable


@dataclass(frozen=True, slots=True)
class JudgedChange:
    """The verdict on a metric's newest run; `points` (0..100 scale) on shared parts only.

    When it moved, `points` compare the newest `window` days with those before; otherwise the newest
    day with all before it. None if too few questions are shared.
    """

    verdict: Verdict
    points: float | None
    window: int
    questions: int


def judge_history(history: MetricHistory, gap_days: float) -> JudgedChange:
    """The verdict on the newest run of a history that begins with the run it is compared with.

    `gap_days` is the time since the look before this one, which sets the error it may spend.
    """
    series = shared_series(history)
    if series is None:
        return JudgedChange("not enough data", None, 0, 0)
    found = strength(
        series.rates[None, :], series.sizes, series.variances[None, :], look_error(gap_days)
    )
    if found.moved[0] >= 1.0:
        window = int(found.window[0])
        return JudgedChange("moved", _points(series, window), window, series.questions)
    points = _points(series, 1)
    if found.probable[0] >= 1.0 and _newest_agree(series):
        return JudgedChange("probably moving", points, 1, series.questions)
    return JudgedChange("within noise", points, 1, series.questions)


def judge_run(
    runs: Sequence[CountedRun], metrics: Sequence[JudgedMetric] = JUDGED_METRICS
) -> dict[JudgedMetric, ScoreChange]:
    """The change of each metric in the newest of a brand's runs, given oldest first.

    Empty for a first run. A metric that the newest run did not measure has no entry.
    """
    if len(runs) < 2:
        return {}
    newest = runs[-1]
    gap = (newest.at - runs[-2].at).total_seconds() / 86_400.0
    if since_break(runs) == len(runs) - 1:
        since = runs[-2].at
        return {metric: ScoreChange(None, "model changed", since=since) for metric in metrics}
    made: dict[JudgedMetric, ScoreChange] = {}
    for metric in metrics:
        start = reference(runs, metric)
        history = metric_history(runs[start:], metric)
        if history.among[:, -1].any():
            found = judge_history(history, gap)
            made[metric] = ScoreChange(found.points, found.verdict, since=runs[start].at)
    return made


def _points(series: SharedSeries, window: int) -> float:
    new, old = series.rates[-window:], series.rates[:-window]
    return 100.0 * float(new.mean() - old.mean())


def _newest_agree(series: SharedSeries) -> bool:
    """Whether the two newest days lie on one side of all days before them."""
    if len(series.rates) < _LEAST_DAYS:
        return False
    away = series.rates[-2:] - series.rates[:-2].mean()
    return bool(np.all(away > 0.0) or np.all(away < 0.0))
