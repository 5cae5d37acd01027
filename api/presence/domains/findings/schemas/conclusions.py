"""Gaps, findings and recommendations on the wire, with what people decided about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from presence.domains.results.schemas.results import (
    Count,
    EvidenceRefOut,
    Level,
    Score100,
    ScoreOut,
    SectionPriority,
)
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.listing import PageOut
from presence.http.schemas import ApiIn, ApiOut

DecidedStatus = Literal["open", "planned", "in-progress", "done", "dismissed"]
ShownStatus = Literal["open", "planned", "in-progress", "done", "dismissed", "closed"]
MOST_AT_ONCE = 200


class AssigneeOut(ApiOut):
    """The member responsible for an item."""

    id: UUID
    name: str


class VerificationOut(ApiOut):
    """What the next run or a re-check found for an item marked as done."""

    verdict: Literal["closed", "open"]
    text: str
    at: datetime
    run_id: UUID | None


class DecidedOut(ApiOut):
    """What people decided about an item; `closed` when the run shown no longer finds it.

    `undoable` says whether the last change can be undone.
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
    """The last re-check of a finding."""

    status: Literal["queued", "done"]
    outcome: Literal["closed", "still-open", "unreachable", "outdated"] | None
    detail: str
    requested_at: datetime
    finished_at: datetime | None


class FindingRowOut(DecidedOut):
    """A technical problem with its evidence and a suggested fix; `why` explains its importance."""

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
    """How one engine answered the prompt of a gap.

    Of `n` answers, `brand` name or cite the brand and `rival` a competitor.
    """

    engine: str
    name: str
    n: Count
    brand: Count
    rival: Count
    answer_ids: list[UUID]


class GapOut(DecidedOut):
    """A prompt where a competitor is ahead, or that no passage of the brand's content answers.

    `competitors` lists all that are ahead, the leader first; `sources` lists the hosts cited
    instead. `tooEarly` means that no competitor is ahead in these answers any more, but they are
    too few to call the gap closed: it is open and counts as open.
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
    too_early: bool
    brand_answers: Count
    rival_answers: Count
    sources: list[str]
    engines: list[GapEngineOut]

    @property
    def ahead(self) -> str:
        """Who is ahead of the brand, "" where nobody is any more."""
        return "" if self.too_early else self.competitor


class EffectOut(ApiOut):
    """A simulated paired change in Content AI Visibility, with its 95 % interval."""

    points: Score100
    low: Score100
    high: Score100
    verdict: str
    what_if_id: UUID | None


class RecommendationOut(DecidedOut):
    """A recommendation; `why` explains its grade, `effect` is a what-if result."""

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


class ConclusionsOut(ApiOut):
    """One page of a list of conclusions; `locked` counts those the plan does not show."""

    data: Sequence[DecidedOut]
    page: PageOut
    locked: Count


class FindingsOut(ConclusionsOut):
    """Technical findings the plan shows; `locked` counts the rest."""

    data: list[FindingRowOut]


class GapsOut(ConclusionsOut):
    """Content gaps the plan shows; `locked` counts the rest."""

    data: list[GapOut]


class RecommendationsOut(ConclusionsOut):
    """Recommendations the plan shows; `locked` counts the rest."""

    data: list[RecommendationOut]


class ChangedGapsOut(ApiOut):
    """The gaps after a bulk change."""

    data: list[GapOut]


class GapTrendOut(ApiOut):
    """The gaps and findings of one run: found, new, and no longer found."""

    run_id: UUID
    at: datetime
    content_open: Count | None
    content_new: Count | None
    content_closed: Count | None
    technical_open: Count | None
    technical_new: Count | None
    technical_closed: Count | None


class GapsSummaryOut(ApiOut):
    """An overview of content and technical gaps; done and dismissed ones do not count, others do.

    `unasked` counts open gaps of earlier analyses whose questions the latest one left out: they are
    not in the list until an analysis asks those questions again.
    """

    content_issues: Count
    unasked: Count
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
    """Changes to an item; omitted fields are unchanged, a null `assigneeId` unassigns it."""

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
    """A change to apply to several items: to all of them or to none."""

    ids: Annotated[list[UUID], Field(min_length=1, max_length=MOST_AT_ONCE)]
