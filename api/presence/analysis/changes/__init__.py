"""What changed, told with one error control over time and over metrics.

Rooms: `runs` what is compared · `history` the parts that runs share · `evidence` the sequential
test · `verdict` the words · `planner` the smallest change that can be seen · `shrinkage` rates of
small cells · `questions` changes of single questions · `reader_error` the reader's own errors ·
`mixture` an interval for any number of looks. Formulas and sources: ops/docs/statistics.md.
"""

from presence.analysis.changes.history import LEAST_QUESTIONS, MetricHistory, shared_series
from presence.analysis.changes.mixture import rate_sequence
from presence.analysis.changes.planner import (
    POWER,
    WITHIN_RUNS,
    Visible,
    coming_series,
    samples_to_see,
    smallest_visible,
)
from presence.analysis.changes.questions import MOVED_DOUBT, ShrunkenChange, question_changes
from presence.analysis.changes.reader_error import CorrectedRate, MeasuredReader, corrected_rate
from presence.analysis.changes.runs import (
    COLUMNS,
    JUDGED_METRICS,
    CountedRun,
    JudgedMetric,
    coming_history,
    comparable,
    count_run,
    metric_history,
    model_changed,
    reference,
)
from presence.analysis.changes.shrinkage import (
    RatePrior,
    chance_ahead,
    fit_prior,
    shrinkage,
    shrunken_means,
)
from presence.analysis.changes.verdict import JudgedChange, judge_history, judge_run

__all__ = [
    "COLUMNS",
    "JUDGED_METRICS",
    "LEAST_QUESTIONS",
    "MOVED_DOUBT",
    "POWER",
    "WITHIN_RUNS",
    "CorrectedRate",
    "CountedRun",
    "JudgedChange",
    "JudgedMetric",
    "MeasuredReader",
    "MetricHistory",
    "RatePrior",
    "ShrunkenChange",
    "Visible",
    "chance_ahead",
    "coming_history",
    "coming_series",
    "comparable",
    "corrected_rate",
    "count_run",
    "fit_prior",
    "judge_history",
    "judge_run",
    "metric_history",
    "model_changed",
    "question_changes",
    "rate_sequence",
    "reference",
    "samples_to_see",
    "shared_series",
    "shrinkage",
    "shrunken_means",
    "smallest_visible",
]
