"""The method page on the wire."""

from __future__ import annotations

from typing import Literal

from presence.adapters.assistants import LocaleHint
from presence.domains.results.schemas.results import Count, Percent, Score100
from presence.http.schemas import ApiOut


class MetricOut(ApiOut):
    """A metric with its name, formula and the method of its interval."""

    name: str
    label: str
    formula: str
    unit: Literal["score100", "percent", "rank", "ms", "level"]
    interval: str


class IntervalsOut(ApiOut):
    """What all intervals have in common.

    `enoughValid` is the share of an engine's answers that must be valid for it to count.
    """

    confidence: Percent
    resamples: Count
    exploratory_below_prompts: Count
    percent_from_answers: Count
    enough_valid: Percent


class VerdictOut(ApiOut):
    """A verdict and its meaning."""

    name: str
    meaning: str


class ChangeMethodOut(ApiOut):
    """How changes between runs are tested.

    `power` is the chance with which the smallest change named before a run is called moved within
    `withinRuns` runs.
    """

    level: Percent
    permutations: Count
    least_prompts: Count
    false_discovery: Percent
    power: Percent
    within_runs: Count
    verdicts: list[VerdictOut]


class FigureOut(ApiOut):
    """Accuracy in one task on the labeled data set: a ratio 0..1 with its 95 % interval."""

    task: str
    value: float
    low: float
    high: float
    n: Count


class DetectorOut(ApiOut):
    """Accuracy of the mention detector.

    `current` is false when the figures were measured with another version.
    """

    version: str
    texts: Count
    description: str
    languages: dict[str, Count]
    figures: list[FigureOut]
    current: bool


class CalibrationCellOut(ApiOut):
    """How often the 95 % interval held the true value in one kind of simulated panel (0..1)."""

    kind: Literal["rate", "score"]
    prompts: Count
    rate: float
    correlation: float
    covered: float
    width: float
    few_mentions: bool


class CalibrationOut(ApiOut):
    """The latest full calibration; `nullMoved` is the share of null changes called "moved"."""

    seed: int
    counts: dict[str, Count]
    violations: Count
    passed: bool
    cells: list[CalibrationCellOut]
    null_moved: float


class SimulatorOut(ApiOut):
    """The simulator's version and description."""

    version: str
    phrasings: Count
    description: str


class PredictionRecordOut(ApiOut):
    """How well predicted changes matched what happened.

    Of `verified` predictions, `inInterval` fell into their 95 % interval. The mean absolute error
    is in points, null until a prediction has been verified.
    """

    predictions: Count
    verified: Count
    in_interval: Count
    mean_absolute_error: Score100 | None


class RecipientOut(ApiOut):
    """An outside engine; it receives the prompt and what `alsoTold` names."""

    name: str
    company: str
    web_search: bool
    also_told: LocaleHint | None


class GradeOut(ApiOut):
    """An evidence grade."""

    grade: Literal["A", "B", "C", "D"]
    meaning: str


class RewriteOut(ApiOut):
    """The published position-adjusted word share after one kind of rewrite."""

    name: str
    value: Percent


class RewritesOut(ApiOut):
    """Published effects of rewrites, with a caution about applying them elsewhere."""

    baseline: Percent
    effects: list[RewriteOut]
    caution: str


class MethodOut(ApiOut):
    """The measuring method and its accuracy."""

    metrics: list[MetricOut]
    versions: dict[str, str]
    intervals: IntervalsOut
    change: ChangeMethodOut
    detector: DetectorOut | None
    calibration: CalibrationOut | None
    simulator: SimulatorOut
    predictions: PredictionRecordOut | None
    recipients: list[RecipientOut]
    evidence_grades: list[GradeOut]
    rewrites: RewritesOut
