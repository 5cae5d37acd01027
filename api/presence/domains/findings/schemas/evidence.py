"""Evidence on the wire: what a score was computed from, and one answer in full.

Offsets count Unicode code points of `text`, half open [start, end).
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.results.schemas.results import (
    AnswerBriefOut,
    AnswerStatus,
    Count,
    FindingOut,
    Metric,
    Millis,
    Percent,
    Rank,
    Score10,
    Score100,
    ScoreOut,
    Usd,
)
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.schemas import ApiOut

Sentiment = Literal["positive", "neutral", "negative"]


class InputOut(ApiOut):
    """A component of a score; `n` counts what `unit` names."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: Count
    unit: str


class FitItemOut(ApiOut):
    """The score for needs, vocabulary, use cases or constraints, with the supporting passage."""

    name: str
    score: Score10
    quote: str
    source: str


class CheckOut(ApiOut):
    """One check of the technical audit: how many items it applied to, and how many passed."""

    code: str
    group: str
    weight: float
    applicable: Count
    passed: Count


class DetectorErrorOut(ApiOut):
    """Precision and recall of the mention detector, and how much they can move the score."""

    version: str
    precision: Percent
    recall: Percent
    points: Score100


class EvidenceOut(ApiOut):
    """A score with its formula, version, inputs, answers and findings."""

    metric: Metric
    label: str
    formula: str
    model: str | None
    score: ScoreOut | None
    basis: RunBasis | None
    inputs: list[InputOut]
    answers: list[AnswerBriefOut]
    findings: list[FindingOut]
    fit_items: list[FitItemOut]
    checks: list[CheckOut]
    detector: DetectorErrorOut | None


class HighlightOut(ApiOut):
    """A passage to highlight."""

    start: int
    end: int
    kind: Literal["brand", "competitor", "citation", "review"]
    entity: str | None


class MentionOut(ApiOut):
    """A mention of the brand or a competitor."""

    entity: str
    name: str
    start: int
    end: int
    stance: Literal["affirmative", "negated", "uncertain"]
    sentiment: Sentiment | None
    recommended: bool


class PositionOut(ApiOut):
    """The rank of a brand or competitor among those mentioned; 1 is first."""

    entity: str
    name: str
    position: Rank


class CitationOut(ApiOut):
    """A source the answer cites or retrieved."""

    url: str
    title: str
    domain: str
    kind: Literal["cited", "retrieved"]
    number: int | None
    owner: str | None
    source_class: str | None


class RetrievedOut(ApiOut):
    """A passage the simulator considered."""

    source: str
    owner: str
    text: str
    score: float
    cited: bool


class ReviewOut(ApiOut):
    """A possible mention that was not counted."""

    entity: str
    start: int
    end: int
    text: str
    reason: str


class AnswerOut(ApiOut):
    """An answer in full, with everything extracted from it."""

    id: UUID
    run_id: UUID
    brand_id: UUID
    prompt: str
    question: str
    intent: str
    topic: str
    status: AnswerStatus
    text: str
    highlights: list[HighlightOut]
    mentions: list[MentionOut]
    positions: list[PositionOut]
    citations: list[CitationOut] | None
    search_queries: list[str]
    passages: list[RetrievedOut]
    engine: str
    engine_name: str
    model: str
    surface: str
    basis: RunBasis
    locale: str
    sample: Count
    latency_ms: Millis
    cost_usd: Usd | None
    answered_at: datetime
    review: list[ReviewOut]
