"""Experiments with controls on the wire. Effects and differences are points, 0..100."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from presence.domains.results.schemas.results import Count, Score100
from presence.http.schemas import ApiIn, ApiOut

MOST_QUESTIONS = 200
ExperimentMetric = Literal["content", "mentionRate", "citationRate"]
ExperimentVerdict = Literal["worked", "did not work", "too early", "spoiled"]
Share = Annotated[float, Field(json_schema_extra={"x-unit": "ratio"})]


class ExperimentIn(ApiIn):
    """What will be changed, for which questions, and what would count as success.

    The questions are those of `promptIds`, else those behind the recommendation, gap or what-if.
    With the assignment `by-lot` all of them wait for the change and half are drawn to get it now;
    with `chosen` all get it and controls are drawn from the other questions. `changedAt` is when
    the change went live, if it already has.
    """

    sentences: ClassVar[dict[str, str]] = {"change": "Describe what you will change"}

    label: Annotated[str, Field(max_length=200)] = ""
    change: Annotated[str, Field(min_length=1, max_length=2000)]
    page: Annotated[str, Field(max_length=2048)] = ""
    metric: ExperimentMetric = "content"
    assignment: Literal["chosen", "by-lot"] = "chosen"
    prompt_ids: Annotated[tuple[UUID, ...], Field(max_length=MOST_QUESTIONS)] = ()
    recommendation_id: UUID | None = None
    gap_id: UUID | None = None
    finding_id: UUID | None = None
    what_if_id: UUID | None = None
    weeks: Annotated[int, Field(ge=1, le=26)] = 4
    effect: Annotated[float, Field(ge=1, le=100)] = 10.0
    changed_at: datetime | None = None
    allow_overlap: bool = False


class ArmQuestionOut(ApiOut):
    """A question of an experiment; `before` is its metric over the earlier analyses."""

    prompt_id: UUID | None
    prompt: str
    treated: bool
    before: Score100 | None
    after: Score100 | None
    compared: bool


class ExperimentPlanOut(ApiOut):
    """What an experiment could tell, before it is registered.

    `detectable` is the smallest effect it detects with a probability of 80 %; null if there is
    none. `power` is the probability of detecting the effect asked for.
    """

    questions: list[ArmQuestionOut]
    treated: Count
    controls: Count
    treated_before: Score100 | None
    control_before: Score100 | None
    compares_with: Literal["controls", "untreated series"]
    baseline_runs: Count
    runs_planned: Count
    starts_at: datetime
    ends_at: datetime
    effect: Score100
    detectable: Score100 | None
    power: Share
    registered_late: bool
    sentence: str


class ArmPointOut(ApiOut):
    """Both arms in one run."""

    run_id: UUID
    at: datetime
    treated: Score100 | None
    controls: Score100 | None


class SealedPredictionOut(ApiOut):
    """What a what-if expected, sealed when the experiment was registered.

    `chance` is the chance it gave to a gain; `cameTrue` says whether there was one, once known.
    """

    what_if_id: UUID
    points: Score100
    low: Score100
    high: Score100
    chance: Share
    came_true: bool | None


class ExperimentOut(ApiOut):
    """An experiment: what was registered, how it stands, and its verdict.

    The hash covers everything registered. `difference` is the mean change of the treated questions
    minus that of the controls, with its 95 % interval; `pValue` is only given with a verdict.
    """

    id: UUID
    brand_id: UUID
    label: str
    change: str
    page: str
    source: Literal["recommendation", "gap", "finding", "what-if", "free"]
    advice: str
    metric: ExperimentMetric
    assignment: Literal["chosen", "by-lot"]
    compares_with: Literal["controls", "untreated series"]
    status: Literal["running", "ended", "stopped"]
    verdict: ExperimentVerdict
    reason: str
    sentence: str
    registered_late: bool
    hash: str
    seed: Count
    starts_at: datetime
    ends_at: datetime
    runs_planned: Count
    runs_after: Count
    effect: Score100
    detectable: Score100 | None
    power: Share
    difference: Score100 | None
    low: Score100 | None
    high: Score100 | None
    p_value: Share | None
    p_error: Share | None
    arrangements: Count | None
    exact: bool | None
    engines: list[str]
    treated: Count
    controls: Count
    prediction: SealedPredictionOut | None
    evaluated_at: datetime | None
    finished_at: datetime | None
    created_at: datetime


class ExperimentDetailOut(ExperimentOut):
    """The same with every question and every run."""

    questions: list[ArmQuestionOut]
    series: list[ArmPointOut]


class AdviceRecordOut(ApiOut):
    """How a kind of advice did: counts over everybody who uses this deployment."""

    advice: str
    tried: Count
    worked: Count
    median_effect: Score100
    low: Score100 | None
    high: Score100 | None


class CalibrationBinOut(ApiOut):
    """Predictions of similar confidence, and how many came true."""

    predictions: Count
    mean_chance: Share
    came_true: Count


class ExperimentRecordOut(ApiOut):
    """What experiments have shown so far; groups of fewer than five workspaces are left out."""

    advice: list[AdviceRecordOut]
    predictions: Count
    brier: Share | None
    calibration: list[CalibrationBinOut]
