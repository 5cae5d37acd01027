"""Gaps, findings and recommendations on the wire, with what people decided about them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from presence.domains.visibility.schemas.results import (
    Count,
    EvidenceRefOut,
    Level,
    Score100,
    ScoreOut,
    SectionPriority,
)
from presence.domains.visibility.schemas.runs import RunBasis
from presence.http.listing import PageOut
from presence.http.schemas import ApiIn, ApiOut

DecidedStatus = Literal["open", "planned", "in-progress", "done", "dismissed"]
ShownStatus = Literal["open", "planned", "in-progress", "done", "dismissed", "closed"]
MOST_AT_ONCE = 200


class AssigneeOut(ApiOut):
    """Who takes care of it."""

    id: UUID
    name: str


class VerificationOut(ApiOut):
    """What the next run, or a re-check, found of a cause somebody had called done."""

    verdict: Literal["closed", "open"]
    text: str
    at: datetime
    run_id: UUID | None


class DecidedOut(ApiOut):
    """What people said of a conclusion. `closed` is a cause the shown run no longer finds.

    `undoable` tells whether the last decision can be taken back.
    """

    status: ShownStatus
    assignee: AssigneeOut | None
    note: str
    reason: str
    decided_at: datetime | None
    verification: VerificationOut | None
    closed_at: datetime | None
    undoable: bool


class RecheckOut(ApiOut):
    """The last "Re-check now" of a finding."""

    status: Literal["queued", "done"]
    outcome: Literal["closed", "still-open", "unreachable", "outdated"] | None
    detail: str
    requested_at: datetime
    finished_at: datetime | None


class FindingRowOut(DecidedOut):
    """A technical problem with its evidence and a ready fix; `why` says why it matters."""

    id: UUID
    code: str
    group: str
    page: str
    pages: list[str]
    affected_pages: Count
    issue: str
    type: str
    impact: Level
    why: str
    action: str
    fix: str
    effort: Level
    evidence: list[EvidenceRefOut]
    bots: list[str]
    policy_choice: bool
    checked_at: datetime | None
    recheck: RecheckOut | None


class GapEngineOut(ApiOut):
    """One engine's answers to the prompt of a gap: `brand` and `rival` of `n` name or cite them."""

    engine: str
    name: str
    n: Count
    brand: Count
    rival: Count
    answer_ids: list[UUID]


class GapOut(DecidedOut):
    """A prompt where somebody else is ahead, or where no own passage answers.

    `competitors` are all that are ahead, the winner first; `sources` the hosts cited instead.
    """

    id: UUID
    category: str
    prompt_id: UUID | None
    prompt: str
    topic: str
    ai_response: str
    answer_id: UUID | None
    gap_type: Literal["Major", "Moderate", "Minor"]
    competitor: str
    competitors: list[str]
    won_by: Literal["named", "cited", "named and cited", ""]
    attack_move: str
    kind: Literal["competitor", "coverage"]
    n: Count
    few_answers: bool
    brand_answers: Count
    rival_answers: Count
    sources: list[str]
    engines: list[GapEngineOut]


class EffectOut(ApiOut):
    """A simulated paired change in Content AI Visibility, with its 95 % interval."""

    points: Score100
    low: Score100
    high: Score100
    verdict: str
    what_if_id: UUID | None


class RecommendationOut(DecidedOut):
    """One thing to do; `why` is the support behind its grade, `effect` what a what-if found."""

    id: UUID
    category: str
    priority: Literal["High", "Medium", "Low"]
    title: str
    description: str
    why: str
    fix: str
    grade: Literal["A", "B", "C", "D"]
    effort: Level
    evidence: list[EvidenceRefOut]
    expected_gain: Score100
    effect: EffectOut | None
    source_kind: Literal["finding", "gap", "fit"]
    source_ref: str


class FindingsOut(ApiOut):
    """Visible findings; `locked` counts those the plan does not show."""

    data: list[FindingRowOut]
    page: PageOut
    locked: Count


class GapsOut(ApiOut):
    """Visible content gaps; `locked` counts those the plan does not show."""

    data: list[GapOut]
    page: PageOut
    locked: Count


class RecommendationsOut(ApiOut):
    """Visible recommendations; `locked` counts those the plan does not show."""

    data: list[RecommendationOut]
    page: PageOut
    locked: Count


class ChangedGapsOut(ApiOut):
    """Gaps after a change of several at once."""

    data: list[GapOut]


class GapTrendOut(ApiOut):
    """Gaps and findings of one run: found, new in it, and no longer found in it."""

    run_id: UUID
    at: datetime
    content_open: Count | None
    content_new: Count | None
    content_closed: Count | None
    technical_open: Count | None
    technical_new: Count | None
    technical_closed: Count | None


class GapsSummaryOut(ApiOut):
    """The overview of both kinds of gap. Only open ones count: not done, not dismissed."""

    content_issues: Count
    technical_issues: Count
    total: Count
    quick_wins: Count
    content_priority: SectionPriority | None
    technical_priority: SectionPriority | None
    overall: ScoreOut | None
    technical_applicable: bool
    basis: RunBasis | None
    verdict: str
    trend: list[GapTrendOut]


class DecideIn(ApiIn):
    """What to change; a member left out stays as it is, `assigneeId` null frees the row."""

    sentences: ClassVar[dict[str, str]] = {
        "status": "Use open, planned, in-progress, done or dismissed",
        "assignee_id": "Choose a member of this workspace",
    }

    status: DecidedStatus | SkipJsonSchema[None] = None
    assignee_id: UUID | None = None
    note: Annotated[str, Field(max_length=2_000)] | None = None
    reason: Annotated[str, Field(max_length=500)] | None = None

    @field_validator("status")
    @classmethod
    def _given(cls, status: DecidedStatus | None) -> DecidedStatus:
        if status is None:
            raise ValueError(cls.sentences["status"])
        return status


class DecideSeveralIn(DecideIn):
    """The same change for several rows; all of them or none."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_AT_ONCE)]
