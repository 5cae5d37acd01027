"""What a run concludes: scores with intervals, findings, gaps, recommendations.

Scores are 0..100 unless a field says otherwise; `low`/`high` bound a 95 % interval.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, Literal

from presence.analysis.types.answers import Answer, Basis, EngineSpec, Extraction, Panel
from presence.analysis.types.brand import BrandProfile
from presence.analysis.types.offer import Offer
from presence.analysis.types.web import SiteCrawl

Band = Literal["Excellent", "Moderate", "Needs Attention"]
Level = Literal["High", "Medium", "Low", "Info"]
StandsFor = Literal["coverage", "technical-only"]
COVERAGE: Final = "coverage"
_COVERED: Final[dict[str, StandsFor]] = {"content": COVERAGE, "overall": "technical-only"}
Priority = Literal["High", "Medium", "Low"]
StatedFact = Literal[
    "price", "numbers", "conditions", "comparison", "place", "hours", "proof", "date"
]

# What a question wants: somebody to turn to, a price, help to choose, or another answer.
AskedTheme = Literal["offer", "price", "choice", "question"]


def band_of(value: float) -> Band:
    """Band of a 0..100 score: >= 80, 40..79, below 40, judged on the rounded integer."""
    shown = round(value)
    return "Excellent" if shown >= 80 else "Moderate" if shown >= 40 else "Needs Attention"


@dataclass(frozen=True, slots=True)
class Score:
    """A number that travels with its uncertainty. `n` counts what `unit` names."""

    value: float
    low: float
    high: float
    n: int
    unit: Literal["answers", "pages", "passages"]
    model: str
    exploratory: bool = False

    @property
    def band(self) -> Band:
        """Band label shown beside the value."""
        return band_of(self.value)


@dataclass(frozen=True, slots=True)
class Scores:
    """The four headline scores; None where there is nothing to measure (never 0 instead)."""

    content: Score | None
    technical: Score | None
    audience_fit: Score | None
    overall: Score | None
    basis: Basis | None
    verdict: str = ""
    components: tuple[tuple[str, Score], ...] = ()

    def as_exploratory(self) -> Scores:
        """The same scores, with those that depend on answers marked exploratory."""
        content, overall = (
            None if score is None else replace(score, exploratory=True)
            for score in (self.content, self.overall)
        )
        return replace(self, content=content, overall=overall)

    def stands_for(self, metric: str) -> StandsFor | None:
        """What a headline score stands for where it is not what its name says.

        Coverage tells which questions one's own words answer, so it has no band and no part in
        the overall score.
        """
        if self.verdict != COVERAGE:
            return None
        return _COVERED.get(metric)


@dataclass(frozen=True, slots=True)
class EvidenceRef:
    """A pointer from a conclusion to what proves it: an answer, a page, a header, a line."""

    kind: Literal["answer", "page", "header", "html", "robots", "passage", "finding", "gap"]
    ref: str
    quote: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One audit check over the site: how many subjects applied, how many passed."""

    code: str
    group: str
    weight: float
    applicable: int
    passed: int
    opinion: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """A technical problem named once by its cause, with every affected page.

    `impact_value` = weight x share of pages x bots hit, the sort key behind `impact`.
    `fix` is ready to paste: robots lines, a meta tag, a JSON-LD block filled from the page.
    `cause` tells findings of one code apart (a robots line, a dead address) and holds no counts, so
    it is the same in the next run; empty where a code has one finding at most.
    """

    code: str
    group: str
    page: str
    pages: tuple[str, ...]
    issue: str
    type: str
    impact: Level
    impact_value: float
    action: str
    fix: str
    effort: Level
    evidence: tuple[EvidenceRef, ...]
    bots: tuple[str, ...] = ()
    policy_choice: bool = False
    cause: str = ""

    @property
    def key(self) -> str:
        """The same for the same cause in every run of a site."""
        digest = sha256(self.cause.encode("utf-8", "replace")).hexdigest()[:12]
        return f"{self.code}:{digest}" if self.cause else self.code


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Technical AI Visibility and what it stands on; `score` None without fetched pages.

    `unreadable` is one sentence why assistants cannot read the site at all, "" where they can.
    """

    score: Score | None
    checks: tuple[CheckResult, ...]
    findings: tuple[Finding, ...]
    capped: bool
    version: str
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class GapEvidence:
    """One engine's answers to the prompt of a gap: how many name or cite whom, and which to open.

    `answer_ids` begin with those that show the gap (the competitor present, the brand not).
    """

    engine: str
    name: str
    n: int
    brand: int
    rival: int
    answer_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """What winning answers state and the brand's own page does not, the decisive fact first.

    `page` is the brand's page on the subject, None if there is none. `answers` of `of` winning
    answers state the first fact; both are 0 if only the question asks for it. `lacks` is empty if
    the page states everything that was seen. `example` is the sentence of a winning answer that
    states the first fact, verbatim. `own` tells how far the brand's pages go: they say all there is
    to say ("given"), come near without answering ("near"), or only their top is silent about what
    is sold ("top").
    """

    lacks: tuple[StatedFact, ...]
    page: str | None
    answers: int
    of: int
    theme: AskedTheme = "question"
    example: str = ""
    own: Literal["given", "near", "top"] = "near"


@dataclass(frozen=True, slots=True)
class ContentGap:
    """A prompt where a competitor is ahead, or (simulator) no own passage answers it.

    `competitors` are all that are ahead, the winner first; `won_by` says how the winner is there.
    `brand_answers` and `rival_answers` count answers of `n`; `sources` are hosts cited instead.
    `too_early`: nobody is ahead any more, but it is not closed for certain.
    """

    category: str
    prompt_id: str
    prompt: str
    ai_response: str
    answer_id: str | None
    gap_type: Literal["Major", "Moderate", "Minor"]
    competitor: str
    attack_move: str
    kind: Literal["competitor", "coverage"]
    n: int
    few_answers: bool = False
    topic: str = ""
    competitors: tuple[str, ...] = ()
    won_by: Literal["named", "cited", "named and cited", ""] = ""
    brand_answers: int = 0
    rival_answers: int = 0
    sources: tuple[str, ...] = ()
    engines: tuple[GapEvidence, ...] = ()
    contrast: Contrast | None = None
    too_early: bool = False


@dataclass(frozen=True, slots=True)
class FitItem:
    """One of needs, vocabulary, use cases, constraints: 0..10 with the span that earned it."""

    name: str
    score: float
    quote: str
    source: str


@dataclass(frozen=True, slots=True)
class AudienceFit:
    """Relevance 0..10, tone match 0..100; `score` = 10 x relevance with its interval."""

    score: Score
    relevance: float
    tone_match: float
    tone: str
    items: tuple[FitItem, ...]
    method: str


@dataclass(frozen=True, slots=True)
class Recommendation:
    """One thing to do, with why and how sure: grade A experiment .. D opinion.

    `key` is the same as long as the cause is; `why` is the support behind the grade, with its
    caveat; `fix` is ready to paste where a finding has one. `blocking` marks what keeps assistants
    from the whole site: nothing else can help before it is repaired. `opens_page` marks what keeps
    them from some page.
    """

    category: str
    priority: Priority
    title: str
    description: str
    grade: Literal["A", "B", "C", "D"]
    effort: Level
    evidence: tuple[EvidenceRef, ...]
    expected_gain: float
    source_kind: Literal["finding", "gap", "fit"]
    source_ref: str
    key: str = ""
    why: str = ""
    fix: str = ""
    blocking: bool = False
    opens_page: bool = False


@dataclass(frozen=True, slots=True)
class RunReport:
    """Everything one run produced, in the order it was produced."""

    profile: BrandProfile
    crawl: SiteCrawl | None
    offer: Offer
    panel: Panel
    engines: tuple[EngineSpec, ...]
    answers: tuple[Answer, ...]
    extractions: tuple[Extraction, ...]
    scores: Scores
    audit: AuditReport | None
    audience_fit: AudienceFit | None
    gaps: tuple[ContentGap, ...]
    recommendations: tuple[Recommendation, ...]
    versions: tuple[tuple[str, str], ...]
