"""The slice on the wire. `x-unit` says what every number counts.

Most answers are built as JSON inside the database; these models are their declared shape, and a
test holds the two together.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from presence.analysis.types import Verdict
from presence.domains.runs.schemas.runs import RunBasis, RunOut, RunStatus
from presence.http.schemas import ApiOut


def _unit(name: str) -> Any:
    return Field(json_schema_extra={"x-unit": name})


Score100 = Annotated[float, _unit("score100")]
Score10 = Annotated[float, _unit("score10")]
Percent = Annotated[float, _unit("percent")]
Rank = Annotated[int, _unit("rank")]
Count = Annotated[int, _unit("count")]
Millis = Annotated[float, _unit("ms")]
Usd = Annotated[float, _unit("usd")]

Metric = Literal["content", "technical", "audienceFit", "overall"]
Level = Literal["High", "Medium", "Low", "Info"]
SectionPriority = Literal["High", "Moderate", "Low"]
AnswerStatus = Literal["completed", "refused", "failed"]
ItemStatus = Literal["open", "planned", "in-progress", "done", "dismissed"]


class DeltaOut(ApiOut):
    """A score's change since the first comparable run, or since the last one that moved.

    `points` covers only the questions, engines and pages that the runs share, and is null when
    there are none. The verdict `moved` is given to an unchanged brand in at most 5 of 100 years;
    `probably moving` means that the newest runs agree on a change that is not yet certain.
    `exact` means that both values are complete counts, so their difference is not an estimate.
    `since` is the time of the run compared with.
    """

    points: Score100 | None
    verdict: Verdict
    exact: bool = False
    since: datetime | None = None


class MeasuredOut(ApiOut):
    """A score as measured by one run, with its 95 % interval."""

    value: Annotated[int, _unit("score100")]
    low: Score100
    high: Score100
    n: Count
    unit: Literal["answers", "pages", "passages"]


class ScoreOut(MeasuredOut):
    """A score with its 95 % interval; `n` counts what `unit` names.

    `standsFor` is null for a regular score. `coverage`: measured by the simulator without
    competitors, it is the share of customer questions that the brand's content answers; it has no
    band. `technical-only`: the overall score of such a brand, which equals its technical score.
    """

    band: Literal["Excellent", "Moderate", "Needs Attention"] | None
    stands_for: Literal["coverage", "technical-only"] | None = None
    model: str
    exploratory: bool
    delta: DeltaOut | None


class AudienceOut(ScoreOut):
    """The audience fit score with its relevance and tone."""

    relevance: Score10
    tone_match: Percent
    tone: str


class ScoresOut(ApiOut):
    """The four headline scores; null when there is nothing to measure."""

    content: ScoreOut | None
    technical: ScoreOut | None
    audience_fit: AudienceOut | None
    overall: ScoreOut | None

    def by_metric(self) -> dict[str, ScoreOut | None]:
        """Each score by its name on the wire."""
        return {
            "content": self.content,
            "technical": self.technical,
            "audienceFit": self.audience_fit,
            "overall": self.overall,
        }


class ScoreRunsOut(ApiOut):
    """The run that measured each headline score; a later audit replaces the technical one only."""

    content: UUID | None = None
    technical: UUID | None = None
    audience_fit: UUID | None = None
    overall: UUID | None = None


class ScoreEvent(ApiOut):
    """The headline scores of a run, as an event announces them."""

    provisional: bool
    scores: dict[str, ScoreOut | None]


class AnswerBriefOut(ApiOut):
    """An answer in a list; `mentioned` is null unless the answer is valid."""

    id: UUID
    prompt: str
    intent: str
    engine: str
    engine_name: str
    surface: str
    answered_at: datetime
    mentioned: bool | None
    position: Rank | None
    excerpt: str
    status: AnswerStatus


class SummaryBrandOut(ApiOut):
    """The brand of a summary."""

    id: UUID
    name: str
    website_url: str | None
    source: Literal["website", "document", "description"]
    target_audience: str


class SummaryPlanOut(ApiOut):
    """The current plan in short."""

    id: int
    name: str
    status: str
    billing_frequency: str
    active: bool


class ChangeOut(ApiOut):
    """One entry of "Recent Changes".

    When a score moved, `before` and `after` hold its values. The reported points only cover prompts
    or pages that both runs have in common, so they can differ from the difference of the two
    values.
    """

    kind: str
    title: str
    detail: str
    verdict: Verdict | None
    before: MeasuredOut | None = None
    after: MeasuredOut | None = None
    at: datetime


class TrendPointOut(ApiOut):
    """The scores of one run; the interval is that of `overall`."""

    at: datetime
    run_id: UUID
    overall: Score100 | None
    content: Score100 | None
    low: Score100 | None
    high: Score100 | None


class SectionOut(ApiOut):
    """The number of open gaps in a section, and the priority of the worst one."""

    open: Count
    priority: SectionPriority | None


class TechnicalSectionOut(SectionOut):
    """The technical section; `notApplicable` for a brand without a website."""

    not_applicable: bool


class GapCountsOut(ApiOut):
    """Open gaps by section."""

    content: SectionOut
    technical: TechnicalSectionOut
    quick_wins: Count


class BrandScoresOut(ApiOut):
    """The current results of a brand.

    `unreadable` says why engines cannot read the site at all; it is empty when they can read some
    of it. `unanswered` lists the customer questions the brand's content does not answer, when the
    content score stands for coverage.
    """

    basis: RunBasis | None
    verdict: str
    unreadable: str = ""
    unanswered: tuple[str, ...] = ()
    provisional: bool
    run: RunOut | None
    active_run: RunOut | None
    scores: ScoresOut
    score_runs: ScoreRunsOut = ScoreRunsOut()
    changes: list[ChangeOut]
    gaps: GapCountsOut


class BrandResults(BrandScoresOut):
    """All that is stored of a brand's results; the shape in which other slices read them."""

    latest_answers: tuple[AnswerBriefOut, ...]
    trend: tuple[TrendPointOut, ...]


class SummaryOut(ApiOut):
    """Everything the dashboard shows."""

    cadence: Literal["monthly", "weekly"]
    next_run_at: datetime
    skipped_reason: str | None
    brand: SummaryBrandOut
    plan: SummaryPlanOut | None
    basis: RunBasis | None
    verdict: str
    unreadable: str = ""
    unanswered: tuple[str, ...] = ()
    provisional: bool
    run: RunOut | None
    active_run: RunOut | None
    scores: ScoresOut
    score_runs: ScoreRunsOut = ScoreRunsOut()
    changes: list[ChangeOut]
    latest_answers: list[AnswerBriefOut]
    trend: list[TrendPointOut]
    gaps: GapCountsOut
    has_website: bool
    as_of: datetime


class EvidenceRefOut(ApiOut):
    """A reference to the evidence for a finding, gap or recommendation."""

    kind: Literal["answer", "page", "header", "html", "robots", "passage", "finding", "gap"]
    ref: str
    quote: str
    detail: str


class FindingOut(ApiOut):
    """A technical problem with its evidence and a suggested fix."""

    id: UUID
    code: str
    group: str
    page: str
    pages: list[str]
    issue: str
    type: str
    impact: Level
    action: str
    fix: str
    effort: Level
    evidence: list[EvidenceRefOut]
    bots: list[str]
    policy_choice: bool
    status: ItemStatus


class PortfolioBrandOut(ApiOut):
    """A brand with its scores, their trend and the status of its newest run."""

    id: UUID
    run_status: RunStatus | None
    scores: ScoresOut
    trend: list[TrendPointOut]


class PortfolioBrand(PortfolioBrandOut):
    """The same with what a table of all brands has besides; no `gaps` before its first run."""

    name: str
    website_url: str | None
    status: str
    created_at: datetime
    last_run_at: datetime | None
    gaps: GapCountsOut | None


class PortfolioOut(ApiOut):
    """All brands, oldest first."""

    data: list[PortfolioBrandOut]
