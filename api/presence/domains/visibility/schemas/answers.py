"""Lists of answers, their sources, and people's word on them, on the wire."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from presence.domains.visibility.schemas.analytics import SpanOut
from presence.domains.visibility.schemas.results import Count, Percent
from presence.domains.visibility.schemas.runs import RunBasis
from presence.http.schemas import ApiIn, ApiOut

SourceClass = Literal["owned", "competitor", "editorial", "community", "reference", "institutional"]


class SourceOut(ApiOut):
    """A page or domain: `cited`, `retrieved`, `withoutBrand` count answers.

    `gap`: at least half of the answers citing it name a competitor and not the brand.
    """

    key: str
    domain: str
    title: str
    source_class: SourceClass | None
    owner: str | None
    cited: Count
    retrieved: Count
    without_brand: Count
    pages: Count
    engines: list[str]
    gap: bool


class StabilityOut(ApiOut):
    """How alike the cited domains of consecutive runs are: 100 is the same shares every time.

    Null below `shownFromRuns` runs with citations; `early` while it may still change much.
    """

    value: Percent | None
    low: Percent | None
    high: Percent | None
    runs: Count
    shown_from_runs: Count
    early: bool


class SourcesOut(ApiOut):
    """Sources of a span, the most cited first; `total` counts those not shown too."""

    range: SpanOut
    basis: RunBasis | None
    runs: Count
    citations: Count
    total: Count
    stability: StabilityOut
    data: list[SourceOut]


class CorrectionIn(ApiIn):
    """What was detected wrongly in an answer; offsets are characters of its text."""

    kind: Literal["not-this-brand", "missed", "wrong-stance", "wrong-sentiment"]
    entity: Annotated[str, Field(max_length=64)] = "brand"
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    note: Annotated[str, Field(max_length=1000)] = ""


class CorrectionOut(ApiOut):
    """A stored correction; `rescoring` when the brand's answers are read again because of it."""

    id: UUID
    rescoring: bool


class ReviewItemOut(ApiOut):
    """An ordinary word that may be a name, in its surroundings; offsets are in the excerpt."""

    id: UUID
    answer_id: UUID
    entity: str
    name: str
    engine_name: str
    excerpt: str
    start: int
    end: int
    matched: str
    reason: str


class DecisionIn(ApiIn):
    """Whether the word is the name."""

    is_brand: bool
