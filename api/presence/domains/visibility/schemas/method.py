"""The method page on the wire."""

from __future__ import annotations

from typing import Literal

from presence.adapters.assistants import AlsoTold
from presence.domains.visibility.schemas.results import Count, Percent, Score100
from presence.http.schemas import ApiOut


class MetricOut(ApiOut):
    """A metric: what it is called, how it is computed, and how its interval is made."""

    name: str
    label: str
    formula: str
    unit: Literal["score100", "percent", "rank", "ms", "level"]
    interval: str


class IntervalsOut(ApiOut):
    """What every interval has in common.

    `enoughValid` is the share of an assistant's answers that must be valid for it to count.
    """

    confidence: Percent
    resamples: Count
    exploratory_below_prompts: Count
    percent_from_answers: Count
    enough_valid: Percent


class VerdictOut(ApiOut):
    """A verdict and what it means."""

    name: str
    meaning: str


class ChangeMethodOut(ApiOut):
    """How changes between runs are judged."""

    level: Percent
    permutations: Count
    least_prompts: Count
    false_discovery: Percent
    verdicts: list[VerdictOut]


class FigureOut(ApiOut):
    """Accuracy in one task on the labelled set, a ratio 0..1 with its 95 % interval."""

    task: str
    value: float
    low: float
    high: float
    n: Count


class DetectorOut(ApiOut):
    """Accuracy of detection; `current` is false when another extractor version was measured."""

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
    """The last full calibration; `null_moved` is the share of null changes called "moved"."""

    seed: int
    counts: dict[str, Count]
    violations: Count
    passed: bool
    cells: list[CalibrationCellOut]
    null_moved: float


class SimulatorOut(ApiOut):
    """What the simulator is."""

    version: str
    phrasings: Count
    description: str


class PredictionRecordOut(ApiOut):
    """Predicted changes that were later compared with what happened.

    `inInterval` of the `verified` ones fell into their 95 % interval; the mean absolute error is
    in points, null before the first was verified.
    """

    predictions: Count
    verified: Count
    in_interval: Count
    mean_absolute_error: Score100 | None


class RecipientOut(ApiOut):
    """An engine outside the product. It is told the question and what `alsoTold` names."""

    name: str
    company: str
    web_search: bool
    also_told: AlsoTold | None


class GradeOut(ApiOut):
    """An evidence grade."""

    grade: Literal["A", "B", "C", "D"]
    meaning: str


class RewriteOut(ApiOut):
    """Published position-adjusted word share after one kind of rewrite."""

    name: str
    value: Percent


class RewritesOut(ApiOut):
    """Published effects of rewrites, and why they do not simply transfer."""

    baseline: Percent
    effects: list[RewriteOut]
    caution: str


class MethodOut(ApiOut):
    """How everything is measured, and how well."""

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
