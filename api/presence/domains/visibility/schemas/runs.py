"""Runs on the wire: what to analyse, how far it is, what it will cost."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from presence.http.schemas import ApiIn, ApiOut, unit

Count = Annotated[int, unit("count")]
Usd = Annotated[float, unit("usd")]
Points = Annotated[float, unit("score100")]

RunKind = Literal["full", "content", "technical", "prompt", "imported"]
RunTrigger = Literal["initial", "confirmed", "manual", "scheduled"]
RunStatus = Literal["queued", "running", "completed", "partial", "failed", "canceled"]
RunBasis = Literal["assistants", "simulator", "imported"]
EngineStatus = Literal["waiting", "asking", "answered", "incomplete", "failed", "not-asked"]
MOST_PROMPTS = 150
MOST_TEXT = 10_000_000


class FailureOut(ApiOut):
    """Why a run is not completed."""

    code: str
    message: str


class StageOut(ApiOut):
    """Progress of one stage in counts."""

    name: str
    done: Count
    total: Count
    state: Literal["pending", "running", "done", "skipped"]


class RunEngineOut(ApiOut):
    """An engine of a run, frozen when the run was queued, and how its answers came out.

    `status`: answered when at least 80 % of the planned answers are valid, incomplete below,
    failed with none, not-asked with the reason. `reason` is its most frequent error as a sentence.
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
    """A run and how far it is. `round` counts how often its failed answers were asked again.

    `panelNumber` is the version of the brand's questions it measured with, null for a run that
    asked none or is older than versions are kept.
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
    """What to analyse.

    full: site and answers · content: answers alone · technical: the site alone · prompt: the
    questions named in `promptIds`, stored and shown but in no score.
    """

    kind: Literal["full", "content", "technical", "prompt"] = "full"
    prompt_ids: tuple[UUID, ...] = Field(default=(), max_length=MOST_PROMPTS)


class RunIn(OrderIn):
    """A run to start.

    With `confirm`, a full run asks what the brand's first analysis holds back and reads no page
    twice; without anything held back it is a run like any other.
    """

    confirm: bool = False


class ConfirmationOut(ApiOut):
    """What the first analysis of a brand holds back until somebody confirms what we understood.

    `startsAt` is when the assistants are asked by themselves, null where none wait; `answers` how
    many they would give. `refusal` says why they could not be asked now, `planHelps` whether
    another plan would let them.
    """

    waiting: bool
    starts_at: datetime | None
    assistants: list[str]
    answers: Count
    refusal: str | None
    plan_helps: bool


class EstimateIn(OrderIn):
    """A run to estimate; `detectPoints` asks for what it takes to detect a change of that size."""

    detect_points: Annotated[float, Field(ge=0.5, le=50.0), unit("score100")] | None = None


class AnswersIn(ApiIn):
    """Answers seen elsewhere, pasted: text, CSV or JSON."""

    as_given: ClassVar[frozenset[str]] = frozenset({"text"})

    text: str = Field(max_length=MOST_TEXT)


class AnswerToImportOut(ApiOut):
    """One answer as it was understood. `links` null: its file says nothing about links."""

    place: str
    prompt: str
    engine: str
    answered_at: datetime | None
    links: Count | None
    excerpt: str


class ImportPreviewOut(ApiOut):
    """What an import would take in; `first` are its first answers. Nothing is stored."""

    answers: Count
    prompts: Count
    engines: list[str]
    from_at: datetime | None
    to_at: datetime | None
    first: list[AnswerToImportOut]


class EngineEstimateOut(ApiOut):
    """What one engine would be asked and would cost; low and high are the likely range."""

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
    """The plan's budget of the running period; null limits are none."""

    answers_limit: Count | None
    answers_used: Count
    answers_reserved: Count
    usd_limit: Usd | None
    usd_used: Usd
    usd_reserved: Usd
    resets_at: datetime


class GoalOut(ApiOut):
    """What it takes to tell a change of ± `points` of visibility from noise.

    `samples` of each of `prompts` questions at `engines` engines, from the variance the newest
    run showed. `mentionRateLow` and `…High` bound the mention rate as it stands, over all the
    looks such a plan would take; `sampling` says what more samples of these questions would do.
    """

    points: Points
    samples: Count
    prompts: Count
    engines: Count
    answers: Count
    cost_usd: Usd | None
    sentence: str
    mention_rate_low: Annotated[float, unit("percent")] | None
    mention_rate_high: Annotated[float, unit("percent")] | None
    sampling: Literal["narrow enough", "last look", "samples cannot help", "go on"]


class EstimateOut(ApiOut):
    """A run before it starts. `detectablePoints` is null where no variance is known yet.

    `allowance` says which of all limits binds and what is left of it; `planHelps` whether another
    plan would lift the `refusal`.
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
    allowance: str
    budget: RunBudgetOut
    detectable_points: Points | None
    goal: GoalOut | None
    sentence: str
