"""Runs on the wire: what to analyse, how far it has got, what it will cost."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from presence.http.schemas import ApiIn, ApiOut, unit

Count = Annotated[int, unit("count")]
Usd = Annotated[float, unit("usd")]
Points = Annotated[float, unit("score100")]

RunKind = Literal["full", "content", "technical", "prompt", "imported"]
RunTrigger = Literal["initial", "confirmed", "manual", "scheduled"]
RunStatus = Literal["queued", "running", "completed", "partial", "failed", "canceled"]
RunBasis = Literal["assistants", "simulator", "imported"]
StageState = Literal["pending", "running", "done", "skipped"]
EngineStatus = Literal["waiting", "asking", "answered", "incomplete", "failed", "not-asked"]
MOST_PROMPTS = 150
MOST_TEXT = 10_000_000
_CONFIRMS_ALL = "A confirmation starts the whole analysis. Leave out `questions` and `engines`."


class FailureOut(ApiOut):
    """Why a run did not complete."""

    code: str
    message: str


class StageOut(ApiOut):
    """The progress of one stage of a run."""

    name: str
    done: Count
    total: Count
    state: StageState


class RunEngineOut(ApiOut):
    """An engine of a run, as configured when the run was queued, and its result.

    `status`: answered when at least 80 % of the planned answers are valid, incomplete below that,
    failed when none are valid, not-asked for the given `reason`. Otherwise `reason` is the most
    frequent error, as a sentence.
    """

    id: str
    name: str
    provider: str
    surface: str
    model: str
    basis: RunBasis
    detail: str
    status: EngineStatus
    reason: str
    error_code: str
    planned: Count
    answered: Count
    failed: Count
    refused: Count
    cost_usd: Usd | None


class RunOut(ApiOut):
    """A run and its progress; `round` counts how often failed answers were retried.

    `panelNumber` is the version of the prompts it used, null for a run without prompts or from
    before versions were recorded.
    """

    id: UUID
    brand_id: UUID
    kind: RunKind
    trigger: RunTrigger
    status: RunStatus
    stage: str | None
    done: Count
    total: Count
    stages: list[StageOut]
    valid_answers: Count
    total_answers: Count
    engines: list[RunEngineOut]
    basis: RunBasis | None
    failure: FailureOut | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    first_score_at: datetime | None
    next_run_at: datetime | None
    round: Count
    seed: int
    versions: dict[str, str]
    panel_number: Count | None


class OrderIn(ApiIn):
    """What to analyze.

    full: site and answers. content: answers only. technical: site only. prompt: the prompts in
    `promptIds`; their answers are stored and shown but not part of a score.

    `questions` limits how many of the brand's questions are asked, once it has any; `engines`
    limits which engines are asked. A smaller run costs less and measures less.
    """

    kind: Literal["full", "content", "technical", "prompt"] = "full"
    prompt_ids: tuple[UUID, ...] = Field(default=(), max_length=MOST_PROMPTS)
    questions: Annotated[int, Field(ge=1, le=MOST_PROMPTS), unit("count")] | None = None
    engines: tuple[Annotated[str, Field(max_length=40)], ...] = Field(default=(), max_length=20)


class RunIn(OrderIn):
    """The run to start.

    With `confirm`, a full run confirms the brand's profile and asks the engines its first run left
    waiting, without reading pages again. When none are waiting, it is a regular run. 422 together
    with `questions` or `engines`: a smaller run leaves the waiting engines waiting.

    `questions` asks at most that many of the brand's questions; before the brand has any, it is
    ignored. `engines` asks only those engines.
    """

    confirm: bool = False

    @field_validator("confirm")
    @classmethod
    def _whole(cls, confirm: bool, read: ValidationInfo) -> bool:
        if confirm and (read.data.get("questions") is not None or read.data.get("engines")):
            raise PydanticCustomError("whole", _CONFIRMS_ALL)
        return confirm


class ConfirmationOut(ApiOut):
    """What a brand's first run does not do before its profile is confirmed.

    `startsAt` is when the waiting engines are asked without a confirmation, null when none wait;
    `answers` is the number of answers they would give. `refusal` says why they cannot be asked now,
    `planHelps` whether another plan would change that.
    """

    waiting: bool
    starts_at: datetime | None
    assistants: list[str]
    answers: Count
    refusal: str | None
    plan_helps: bool


class EstimateIn(OrderIn):
    """A run to estimate; `detectPoints` also asks what it takes to see a change of that size.

    `questions` and `engines` are those of the run to start.
    """

    detect_points: Annotated[float, Field(ge=0.5, le=50.0), unit("score100")] | None = None


class AnswersIn(ApiIn):
    """Answers collected elsewhere, as pasted text, CSV or JSON."""

    as_given: ClassVar[frozenset[str]] = frozenset({"text"})

    text: str = Field(max_length=MOST_TEXT)


class AnswerToImportOut(ApiOut):
    """An answer as read from an import; `links` is null when its file has no data about links."""

    place: str
    prompt: str
    engine: str
    answered_at: datetime | None
    links: Count | None
    excerpt: str


class ImportPreviewOut(ApiOut):
    """A preview of an import; `first` holds its first answers. Nothing is stored."""

    answers: Count
    prompts: Count
    engines: list[str]
    from_at: datetime | None
    to_at: datetime | None
    first: list[AnswerToImportOut]


class EngineEstimateOut(ApiOut):
    """The answers and cost of one engine; the low and high values are the likely range."""

    id: str
    name: str
    surface: str
    model: str
    answers: Count
    reason: str
    cost_usd: Usd
    cost_low_usd: Usd
    cost_high_usd: Usd


class RunBudgetOut(ApiOut):
    """The plan's budget in the current period; a null limit means unlimited."""

    answers_limit: Count | None
    answers_used: Count
    answers_reserved: Count
    usd_limit: Usd | None
    usd_used: Usd
    usd_reserved: Usd
    resets_at: datetime


class GoalOut(ApiOut):
    """What it takes to see a lasting change of ± `points` within four runs, with a chance of 80 %.

    `samples` per prompt, for `prompts` prompts on `engines` engines in each of the four; judged by
    the rule that calls a score moved, on the runs so far. `samples`, `answers` and `costUsd` are
    null if no number of answers shows such a change yet. `mentionRateLow` and `mentionRateHigh`
    bound the current mention rate, adjusted for repeated checks; `sampling` says whether more
    samples of these prompts would help.
    """

    points: Points
    samples: Count | None
    prompts: Count
    engines: Count
    answers: Count | None
    cost_usd: Usd | None
    sentence: str
    mention_rate_low: Annotated[float, unit("percent")] | None
    mention_rate_high: Annotated[float, unit("percent")] | None
    sampling: Literal["narrow enough", "last look", "samples cannot help", "go on"]


class SmallerRunOut(ApiOut):
    """A smaller run that the budget still covers.

    Start it with the same `kind`, `questions` and `engines`. `means` says how it is smaller: fewer
    questions, fewer assistants, or the website alone.
    """

    means: Literal["fewer-questions", "fewer-assistants", "website"]
    kind: RunKind
    questions: Count | None
    engines: list[str]
    prompts: Count
    answers: Count


class EstimateOut(ApiOut):
    """The estimate of a run.

    `detectablePoints` is the smallest lasting change of the Content AI Score that this run and the
    three after it would call moved with a chance of 80 %, runs being as frequent as the plan has
    them; null as long as no change can be seen that surely, or there is nothing to compare with.
    `allowance` says which limit applies and what is left of it; `planHelps` says whether another
    plan would resolve the `refusal`, `smaller` lists the runs that can be started instead.
    """

    kind: RunKind
    prompts: Count
    samples: Count
    answers: Count
    engines: list[EngineEstimateOut]
    cost_usd: Usd
    cost_low_usd: Usd
    cost_high_usd: Usd
    affordable: bool
    refusal: str | None
    plan_helps: bool
    smaller: list[SmallerRunOut]
    allowance: str
    budget: RunBudgetOut
    detectable_points: Points | None
    goal: GoalOut | None
    sentence: str
